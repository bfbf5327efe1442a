import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { type Step, step } from '../../../storage/statement.ts'
import {
  isWanted,
  publicFields,
  publicUser,
  type PublicUser,
  recordIfWanted,
} from '../../operations/events/rules.ts'
import { ownUserStep, presentOwnUser } from '../users/rules.ts'
import { updateScoreBy, updateScore } from './queries.ts'

const MAX_SCORE = Number.MAX_SAFE_INTEGER

const tellOfScore = (tx: Transaction, { id, game_id }: Player, user: PublicUser) =>
  recordIfWanted(tx, 'score.changed', game_id, () => ({
    actor_id: tx.staff ? null : id,
    audience: 'user',
    audience_id: id,
    data: { user: publicFields(user) },
  }))

/** By staff. Returns the new score. */
export async function adjustScore(
  tx: Transaction,
  player: Player,
  change: number,
): Promise<number> {
  const range = { min: -MAX_SCORE, max: MAX_SCORE }
  const changed = await tx.first(updateScoreBy, { user_id: player.id, change, ...range })
  if (!changed) throw new Refusal('out_of_range')
  await tellOfScore(tx, player, await publicUser(tx, player.id))
  return changed.score
}

/** Changes the score and reads the user. Where nobody asks for the event, that is the whole transaction. */
async function changeScore<R>(context: Context, tx: Transaction, player: Player, change: Step<R>) {
  const is_told = isWanted(tx, player.game_id, 'score.changed')
  const steps = [change, ownUserStep(player)] as const
  const [[changed], [user]] = await (is_told ? tx.inOrder(...steps) : tx.commitWith(...steps))
  const answer = presentOwnUser(context, user, player.token)
  if (is_told) await tellOfScore(tx, player, answer)
  return { changed, answer }
}

export function addScore(context: Context, player: Player, change: number) {
  const range = { min: -MAX_SCORE, max: MAX_SCORE }
  return inTransaction(context, async (tx) => {
    const by = step(updateScoreBy, { user_id: player.id, change, ...range })
    const { changed, answer } = await changeScore(context, tx, player, by)
    // Also after the commit: no row was changed.
    if (!changed) throw new Refusal('out_of_range')
    return answer
  })
}

export function setScore(context: Context, player: Player, score: number) {
  return inTransaction(context, async (tx) => {
    const set = step(updateScore, { user_id: player.id, score })
    return (await changeScore(context, tx, player, set)).answer
  })
}
