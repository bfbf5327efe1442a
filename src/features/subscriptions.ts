import type { Subscriptions } from '../context.ts'
import { endFriendship } from './social/friends/rules.ts'
import { invalidateResets } from './players/password-resets/rules.ts'
import { leaveAllGroups, withdrawInvites } from './social/group-connections/rules.ts'
import { fillEmptyStore } from './economy/store/rules.ts'

/** The listeners of each event: a lower feature announces, and higher ones react in the same transaction. */
export const subscriptions: Subscriptions = {
  user_deleted: [leaveAllGroups],
  credentials_changed: [invalidateResets],
  store_samples_requested: [fillEmptyStore],
  player_blocked: [endFriendship, withdrawInvites],
}
