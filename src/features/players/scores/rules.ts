import { type Context, inTransaction, type Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { step } from '../../../storage/statement.ts'
import { ownUserStep, presentOwnUser } from '../users/rules.ts'
import { updateScoreBy, updateScore } from './queries.ts'

const MAX_SCORE = Number.MAX_SAFE_INTEGER

export function addScore(context: Context, player: Player, change: number) {
  return inTransaction(context, async (tx) => {
    const [[changed], [user]] = await tx.inOrder(
      step(updateScoreBy, { user_id: player.id, change, min: -MAX_SCORE, max: MAX_SCORE }),
      ownUserStep(player),
    )
    if (!changed) throw new Refusal('out_of_range')
    return presentOwnUser(context, user, player.token)
  })
}

export function setScore(context: Context, player: Player, score: number) {
  return inTransaction(context, async (tx) => {
    const [, [user]] = await tx.inOrder(
      step(updateScore, { user_id: player.id, score }),
      ownUserStep(player),
    )
    return presentOwnUser(context, user, player.token)
  })
}
