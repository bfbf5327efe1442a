import type { Kind } from '../history.ts'
import { broken, type Evidence, type Problem } from '../comparison.ts'

/** The refusals that are right for each kind of deed. */
const REFUSALS: Record<Kind, string[]> = {
  earn: ['out_of_range'],
  score: [],
  buy: ['item_already_purchased', 'not_enough_credits'],
  revoke: ['item_not_purchased'],
  play: [],
  change_round: ['round_not_found'],
  delete_round: ['round_not_found'],
  befriend: ['already_friends', 'friend_request_pending'],
  accept: ['friend_request_not_received'],
  decline: ['friend_request_not_received'],
  cancel: ['friend_request_not_sent'],
  unfriend: ['not_friends'],
  join: ['already_connected', 'group_full'],
  leave: ['not_group_member'],
  set_attribute: [],
  remove_attribute: ['attribute_not_found'],
}

/** Every request was answered, with success or with a refusal that is right for it. */
export async function checkAnswers({ history }: Evidence): Promise<Problem[]> {
  return history.acts.flatMap(({ key, deed, outcome, status, refusal, errors }) => {
    const name = `${deed.kind} ${key}`
    if (errors > 0) return [broken(`${name} was answered with 500, ${errors} times`)]
    if (outcome === 'open') return [broken(`${name} was never answered`)]
    if (outcome === 'done' || REFUSALS[deed.kind].includes(refusal ?? '')) return []
    return [broken(`${name} was refused with ${status} ${refusal}`)]
  })
}
