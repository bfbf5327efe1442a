import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { step } from '../../../storage/statement.ts'
import {
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

export function addScore(context: Context, player: Player, change: number) {
  return inTransaction(context, async (tx) => {
    const [[changed], [user]] = await tx.inOrder(
      step(updateScoreBy, { user_id: player.id, change, min: -MAX_SCORE, max: MAX_SCORE }),
      ownUserStep(player),
    )
    if (!changed) throw new Refusal('out_of_range')
    const answer = presentOwnUser(context, user, player.token)
    await tellOfScore(tx, player, answer)
    return answer
  })
}

export function setScore(context: Context, player: Player, score: number) {
  return inTransaction(context, async (tx) => {
    const [, [user]] = await tx.inOrder(
      step(updateScore, { user_id: player.id, score }),
      ownUserStep(player),
    )
    const answer = presentOwnUser(context, user, player.token)
    await tellOfScore(tx, player, answer)
    return answer
  })
}
