import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import {
  comparisonKey,
  refuseAddressAsName,
  refuseNameOfServer,
  refuseUnreadableName,
  skeletonOf,
} from '../../../services/names.ts'
import { UniqueViolation } from '../../../storage/database.ts'
import { listTakenSkeletons, listWithoutSkeleton, updateSkeletons } from './queries.ts'

/** For new usernames; old ones stay as they are. */
export function refuseBadUsername(username: string): void {
  refuseUnreadableName('username', username)
  refuseAddressAsName(username)
  refuseNameOfServer(username)
}

/** What is unique per game. */
export const nameKeys = (username: string) => ({
  username_key: comparisonKey(username),
  username_skeleton: skeletonOf(username),
})

const SKELETONS_AT_ONCE = 500

/** Gives a name of an old account its skeleton. One that looks like another gets a skeleton that no name has. */
async function fillSomeSkeletons(tx: Transaction): Promise<void> {
  const users = await tx.all(listWithoutSkeleton, { limit: SKELETONS_AT_ONCE })
  const wanted = users.map(({ id, game_id, username }) => ({
    id,
    game_id,
    skeleton: skeletonOf(username),
  }))
  const keyOf = (game_id: number, skeleton: string) => `${game_id} ${skeleton}`
  const rows = await tx.all(listTakenSkeletons, { names: JSON.stringify(wanted) })
  const taken = new Set(rows.map((row) => keyOf(row.game_id, row.username_skeleton)))
  const names = wanted.map(({ id, game_id, skeleton }) => {
    const key = keyOf(game_id, skeleton)
    const is_taken = taken.has(key)
    taken.add(key)
    return { id, skeleton: is_taken ? `${skeleton}\n${id}` : skeleton }
  })
  await tx.run(updateSkeletons, { names: JSON.stringify(names) })
}

/** For users from before names had skeletons, after an update or an import. Any number of servers may call it at once. */
export async function fillUsernameSkeletons(context: Context): Promise<void> {
  while (await context.db.first(listWithoutSkeleton, { limit: 1 })) {
    try {
      await inTransaction(context, fillSomeSkeletons)
    } catch (error) {
      // Somebody has just signed up with such a name: look again.
      if (!(error instanceof UniqueViolation)) throw error
    }
  }
}
