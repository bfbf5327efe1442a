import type { Subscriptions } from './context.ts'
import { leaveAllGroups } from './features/group-connections/rules.ts'

/** Who listens to which fact: a lower feature announces, a higher one listens, in the same transaction. */
export const subscriptions: Subscriptions = {
  user_deleted: [leaveAllGroups],
}
