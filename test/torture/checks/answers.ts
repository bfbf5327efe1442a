import { type Comparison, type Problem, violation } from '../comparison.ts'
import type { ActionKind } from '../history.ts'

/** The refusals that are possible for each kind of action. */
const REFUSALS: Record<ActionKind, string[]> = {
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

/** Every request was answered, with success or with a refusal that is possible for it; one without a key is sent only once. */
export async function checkAnswers({ history }: Comparison): Promise<Problem[]> {
  return history.results.flatMap(({ key, has_key, action, outcome, status, refusal, errors }) => {
    const name = `${action.kind} ${key}`
    if (errors > 0) return [violation(`${name} was answered with status 500 ${errors} times`)]
    if (outcome === 'unknown') return has_key ? [violation(`${name} was never answered`)] : []
    if (outcome === 'done' || REFUSALS[action.kind].includes(refusal ?? '')) return []
    return [violation(`${name} was refused with ${status} ${refusal}`)]
  })
}
