import type { Subscriptions } from './context.ts'
import { fillEmptyStore } from './features/store/rules.ts'
import { endFriendship } from './features/friends/rules.ts'

/** Who listens to which fact: a lower feature announces, a higher one listens, in the same transaction. */
export const subscriptions: Subscriptions = {
  user_deleted: [],
  samples_wanted: [fillEmptyStore],
  player_blocked: [endFriendship],
}
