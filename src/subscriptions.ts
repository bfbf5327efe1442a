import type { Subscriptions } from './context.ts'
import { endFriendship } from './features/friends/rules.ts'
import { leaveAllGroups } from './features/group-connections/rules.ts'
import { fillEmptyStore } from './features/store/rules.ts'

/** Who listens to which fact: a lower feature announces, a higher one listens, in the same transaction. */
export const subscriptions: Subscriptions = {
  user_deleted: [leaveAllGroups],
  samples_wanted: [fillEmptyStore],
  player_blocked: [endFriendship],
}
