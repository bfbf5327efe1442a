import { statement } from '../../../storage/statement.ts'
import { PRESENCE_COLUMNS, type PresenceRow } from '../presence/queries.ts'
import { USER_SUMMARY_COLUMNS, type UserSummaryRow } from '../../players/users/queries.ts'

export type Relation = 'friend' | 'outgoing' | 'incoming'

/** The other player. `at` is the time of the friendship or the request. */
export interface FriendRow extends UserSummaryRow, PresenceRow {}

export interface ListedRow extends FriendRow {
  relation: Relation
  friendship_id: number
  at: number
}

interface Pair {
  [column: string]: number
  low_user_id: number
  high_user_id: number
}

type Status = 'pending' | 'accepted'

interface Friendship {
  friendship_id: number
  status: Status
  requested_at: number
}

/**
 * The insert of a request locks the sender's row and then the receiver's, while a block locks both in the order of their
 * ids. If the receiver's id is the smaller one, this comes first, so that they do not wait for each other in a circle.
 */
export const lockReceiver = statement<{ id: number }, { id: number }>(
  (sql) => `select id from users where id = :id ${sql.lockRowAsReference}`,
)

/**
 * Both players of a friendship, in the same order as a block, before the friendship is changed: the notification that is
 * inserted later refers to them.
 */
export const lockBoth = statement<{ id: number }, { id: number }>(
  (sql) => `
  select id from users where id in (
    (select sender_id from friendships where id = :id), (select receiver_id from friendships where id = :id))
   order by id ${sql.lockRowAsReference}`,
)

/** If the receiver has sent a request to the sender, that one is accepted. No row: they are friends, or it was sent before. */
export const insertRequest = statement<
  { sender_id: number; receiver_id: number; now: number },
  Friendship
>(
  `insert into friendships (sender_id, receiver_id, status, requested_at)
   values (:sender_id, :receiver_id, 'pending', :now)
   on conflict (low_user_id, high_user_id) do update set status = 'accepted'
    where friendships.status = 'pending' and friendships.sender_id <> excluded.sender_id
   returning id as friendship_id, status, requested_at`,
  { inserts: 'friendships', updates: 'friendships' },
)

export const findFriendship = statement<Pair, { status: Status }>(`
  select status from friendships where low_user_id = :low_user_id and high_user_id = :high_user_id`)

/** The other player of a request that was answered or withdrawn. */
interface Changed {
  friendship_id: number
  other_id: number
}

export const updateRequestAccepted = statement<{ id: number; receiver_id: number }, Changed>(
  `update friendships set status = 'accepted'
    where id = :id and receiver_id = :receiver_id and status = 'pending'
   returning id as friendship_id, sender_id as other_id`,
  { updates: 'friendships' },
)

/** Both players get a row, so that a player's friends are found in one index, in order. */
export const insertFriends = statement<{ friendship_id: number; now: number }>(
  `insert into friends (friendship_id, user_id, friend_id, since)
   select id, sender_id, receiver_id, cast(:now as bigint) from friendships where id = :friendship_id
   union all
   select id, receiver_id, sender_id, cast(:now as bigint) from friendships where id = :friendship_id`,
  { inserts: 'friends' },
)

export const findReceivedRequest = statement<
  { id: number; receiver_id: number },
  { status: Status }
>(`
  select status from friendships where id = :id and receiver_id = :receiver_id`)

export const deleteReceivedRequest = statement<{ id: number; receiver_id: number }, Changed>(
  `delete from friendships where id = :id and receiver_id = :receiver_id and status = 'pending'
   returning id as friendship_id, sender_id as other_id`,
  { deletes: 'friendships' },
)

export const deleteSentRequest = statement<{ id: number; sender_id: number }, Changed>(
  `delete from friendships where id = :id and sender_id = :sender_id and status = 'pending'
   returning id as friendship_id, receiver_id as other_id`,
  { deletes: 'friendships' },
)

export const deleteAcceptedFriendship = statement<Pair>(
  `delete from friendships
    where low_user_id = :low_user_id and high_user_id = :high_user_id and status = 'accepted'`,
  { deletes: 'friendships' },
)

export const deleteFriendship = statement<Pair, { status: Status }>(
  `delete from friendships where low_user_id = :low_user_id and high_user_id = :high_user_id
   returning status`,
  { deletes: 'friendships' },
)

interface Asked {
  [parameter: string]: number
  user_id: number
  limit: number
  offset: number
}

const FRIENDS = `
  select 'friend' as relation, friendship_id, friend_id as other_id, since as at
    from friends where user_id = :user_id
   order by since desc, friendship_id desc limit :limit + 0 offset :offset`

const OUTGOING = `
  select 'outgoing' as relation, id as friendship_id, receiver_id as other_id, requested_at as at
    from friendships where sender_id = :user_id and status = 'pending'
   order by requested_at desc, id desc limit :limit + 0 offset :offset`

const INCOMING = `
  select 'incoming' as relation, id as friendship_id, sender_id as other_id, requested_at as at
    from friendships where receiver_id = :user_id and status = 'pending'
   order by requested_at desc, id desc limit :limit + 0 offset :offset`

const WITH_PRESENCE = 'left join presence on presence.user_id = users.id'

/** Only friends see each other. */
const NO_PRESENCE = 'null as last_seen, null as online_until, null as status, null as is_invisible'

const NEWEST_FIRST = `
   order by at desc, friendship_id desc`

const withUsers = (part: string, presence = NO_PRESENCE, join = '') => `
  select relation, friendship_id, at, ${USER_SUMMARY_COLUMNS}, ${presence}
    from (${part}) as listed join users on users.id = listed.other_id ${join}`

/** Without the time and id of the friendship, which are not shown. */
export const listFriends = statement<Asked, FriendRow>(`
  select ${USER_SUMMARY_COLUMNS}, ${PRESENCE_COLUMNS}
    from (${FRIENDS}) as listed join users on users.id = listed.other_id
    ${WITH_PRESENCE} ${NEWEST_FIRST}`)
export const listOutgoing = statement<Asked, ListedRow>(withUsers(OUTGOING) + NEWEST_FIRST)
export const listIncoming = statement<Asked, ListedRow>(withUsers(INCOMING) + NEWEST_FIRST)

/** In one statement, so that a request which is being accepted at this moment is in exactly one of the lists. */
export const listRelations = statement<Asked, ListedRow>(`
  select * from (${withUsers(FRIENDS, PRESENCE_COLUMNS, WITH_PRESENCE)}
  union all ${withUsers(OUTGOING)}
  union all ${withUsers(INCOMING)}) as listed ${NEWEST_FIRST}`)
