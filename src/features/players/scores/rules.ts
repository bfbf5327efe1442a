import { type Context, inTransaction, type Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { ownUser } from '../users/rules.ts'
import { addToScore, updateScore } from './queries.ts'

const MAX_SCORE = Number.MAX_SAFE_INTEGER

export function addScore(context: Context, player: Player, change: number) {
  return inTransaction(context, async (tx) => {
    const range = { least: -MAX_SCORE, most: MAX_SCORE }
    const [changed, user] = await Promise.all([
      tx.first(addToScore, { user_id: player.id, change, ...range }),
      ownUser(context, tx, player),
    ])
    if (!changed) throw new Refusal('out_of_range')
    return user
  })
}

export function setScore(context: Context, player: Player, score: number) {
  return inTransaction(context, async (tx) => {
    const [, user] = await Promise.all([
      tx.run(updateScore, { user_id: player.id, score }),
      ownUser(context, tx, player),
    ])
    return user
  })
}
