import type { Subscriptions } from '../context.ts'
import { endFriendship } from './social/friends/rules.ts'
import { leaveAllGroups } from './social/group-connections/rules.ts'
import { fillEmptyStore } from './economy/store/rules.ts'

/** Who listens to which fact: a lower feature announces, a higher one listens, in the same transaction. */
export const subscriptions: Subscriptions = {
  user_deleted: [leaveAllGroups],
  samples_wanted: [fillEmptyStore],
  player_blocked: [endFriendship],
}
