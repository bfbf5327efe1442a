import type { Subscriptions } from '../context.ts'
import { handleLater } from './operations/game-tasks/rules.ts'
import { endFriendship } from './social/friends/rules.ts'
import { invalidateResets } from './players/password-resets/rules.ts'
import { leaveMatchmaking } from './play/matchmaking/rules.ts'
import { leaveAllGroups, withdrawInvites } from './social/group-connections/rules.ts'
import {
  notify,
  removeNotificationsBetween,
  removeNotificationsOfActor,
} from './social/notifications/rules.ts'
import { rateFinishedRound } from './play/ratings/rules.ts'
import { leaveAllRounds } from './play/round-seats/rules.ts'
import { fillEmptyStore } from './economy/store/rules.ts'

/** The listeners of each event: a lower feature announces, and higher ones react in the same transaction. */
export const subscriptions: Subscriptions = {
  user_deleted: [leaveMatchmaking, leaveAllGroups, leaveAllRounds, removeNotificationsOfActor],
  credentials_changed: [invalidateResets],
  store_samples_requested: [fillEmptyStore],
  event_recorded: [notify, handleLater],
  round_finished: [rateFinishedRound],
  player_blocked: [endFriendship, withdrawInvites, removeNotificationsBetween],
}
