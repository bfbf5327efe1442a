// Written by `npm run generate`. Change the schemas of the routes, not this file.


type With<T, K extends keyof T> = T & { [P in K]-?: NonNullable<T[P]> }

type NoFields = Record<string, never>

export interface AccountExport {
  /** When the export began */
  exported_at: string
  /** Whether all rows are in it */
  is_complete: boolean
  /** Name, email, credits and score */
  account: Array<Record<string, string | number | null>>
  /** Counters of requests and game sessions */
  activity: Array<Record<string, string | number | null>>
  /** Days on which the user was active, of the last weeks */
  active_days: Array<Record<string, string | number | null>>
  /** Sessions in which the user is signed in */
  sessions: Array<Record<string, string | number | null>>
  /** Links for a new password that were requested */
  password_resets: Array<Record<string, string | number | null>>
  /** Links to verify the email address that were requested */
  email_verifications: Array<Record<string, string | number | null>>
  /** When the user signed in from addresses, which are stored as hashes */
  known_addresses: Array<Record<string, string | number | null>>
  /** Answers stored for a day, in case their requests are sent again */
  stored_answers: Array<Record<string, string | number | null>>
  /** Key-value attributes */
  attributes: Array<Record<string, string | number | null>>
  /** Every change of credits */
  credit_ledger: Array<Record<string, string | number | null>>
  /** Bought items */
  purchases: Array<Record<string, string | number | null>>
  /** Played rounds */
  game_rounds: Array<Record<string, string | number | null>>
  /** Multiplayer rounds that the user is the master of */
  multiplayer_rounds_led: Array<Record<string, string | number | null>>
  /** Tickets with which the user looks for opponents, of the last hour */
  matchmaking_tickets: Array<Record<string, string | number | null>>
  /** Multiplayer rounds in which the user has a seat, is invited, or was removed by the master */
  multiplayer_round_seats: Array<Record<string, string | number | null>>
  /** Entries on leaderboards */
  leaderboard_entries: Array<Record<string, string | number | null>>
  /** What counts on each leaderboard, for both ranking orders */
  leaderboard_bests: Array<Record<string, string | number | null>>
  /** How many leaderboard entries the user has, and their size */
  leaderboard_usage: Array<Record<string, string | number | null>>
  /** Scores of the user that wait until staff decide */
  scores_under_review: Array<Record<string, string | number | null>>
  /** How many scores the user has sent where a rule counts them */
  scores_in_the_last_hour: Array<Record<string, string | number | null>>
  /** Prizes that the user has won in seasons of leaderboards */
  leaderboard_prizes: Array<Record<string, string | number | null>>
  /** How good the user is at each game type */
  ratings: Array<Record<string, string | number | null>>
  /** How rounds have changed these ratings */
  rating_changes: Array<Record<string, string | number | null>>
  /** Friends, and requests sent and received */
  friendships: Array<Record<string, string | number | null>>
  /** When the user was seen, and what they show to friends */
  presence: Array<Record<string, string | number | null>>
  /** What is in the inbox of the user */
  notifications: Array<Record<string, string | number | null>>
  /** Up to which announcement to all the user has read */
  notifications_read: Array<Record<string, string | number | null>>
  /** Announcements to the user that will be posted later */
  announcements_waiting: Array<Record<string, string | number | null>>
  /** Users that the user has blocked */
  blocks: Array<Record<string, string | number | null>>
  /** Memberships, join requests and invites of the user */
  group_connections: Array<Record<string, string | number | null>>
  /** Group invites that the user has sent */
  invites_sent: Array<Record<string, string | number | null>>
  /** Groups that the user was removed from by an admin */
  groups_removed_from: Array<Record<string, string | number | null>>
  /** Attributes that the user has added to groups */
  group_attributes_made: Array<Record<string, string | number | null>>
  /** Chats that the user takes part in */
  chats: Array<Record<string, string | number | null>>
  /** Messages that the user has written */
  messages: Array<Record<string, string | number | null>>
  /** What the game's own code has stored about the user */
  values_of_game_code: Array<Record<string, string | number | null>>
  /** Warnings, mutes and bans of the user */
  sanctions: Array<Record<string, string | number | null>>
  /** Players, messages and groups that the user has reported */
  reports_sent: Array<Record<string, string | number | null>>
  /** Messages that the user has read */
  messages_read: Array<Record<string, string | number | null>>
  /** Live events of the last days that the user caused, or that were for the user alone */
  events: Array<Record<string, string | number | null>>
}

export interface AccountsChangeInput {
  /** Without control or invisible characters, blanks at either end, or the look of a name that is taken; not an email address */
  username?: string
  /** The new email address */
  email?: string
  /** Needed for a new email address, if the account has a password */
  current_password?: string
  /** The first password of a guest, who needs an email address too */
  password?: string
  /** With `password`: the same text */
  password_confirmation?: string
}

export interface AccountsChangePasswordInput {
  /** The password until now */
  current_password: string
  /** The new password */
  password: string
  /** The same as `password` */
  password_confirmation: string
}

export interface AccountsGuestInput {
  /** The id of the game */
  game_id: number
  /** The game's API token */
  game_token: string
  /** A random text that only this device knows: it works like a password */
  device_id: string
}

export interface AccountsSignUpInput {
  /** The id of the game */
  game_id: number
  /** The game's API token */
  game_token: string
  /** Without control or invisible characters, blanks at either end, or the look of a name that is taken; not an email address */
  username: string
  /** The email address to sign in with; no other user of the game may have it */
  email: string
  /** The password to sign in with */
  password: string
  /** The same as `password` */
  password_confirmation: string
}

export interface AddedLeaderboardEntry {
  /** The id of the new entry; negative while it is under review */
  id: number
  /** As it was sent */
  leaderboard_name: string
  /** As it was sent */
  score: number
  /** The score that counts now: the best, the latest or the sum, as the leaderboard has it; left out while it is under review */
  ranked_score?: number
  /** true: the entry breaks a rule of the leaderboard and waits for staff, and only its own player sees it. Left out otherwise */
  under_review?: boolean
  /** The number of its season, if the leaderboard has them */
  season?: number
  /** Only if with_rank was sent; null: worse than 10000 */
  rank?: number | null
}

export interface AnnouncementPostedEventData {
  /** Of the notification */
  id: number
  text: string
  /** Null if it is not for a group */
  group_id: number | null
}

export interface AnsweredGroupConnection {
  id: number
  status: "accepted" | "declined"
}

interface AttributesSetInputFields {
  /** The key of the attribute */
  key?: string
  /** Its value; numbers and objects are stored as text */
  value?: string
  /** Several attributes; if a key is in it twice, the last value counts */
  attributes?: Array<{
    /** The key of the attribute */
    key: string
    /** Its value; numbers and objects are stored as text */
    value: string
  }>
}
export type AttributesSetInput = With<AttributesSetInputFields, 'key' | 'value'> | With<AttributesSetInputFields, 'attributes'>

export interface BlockConfirmation {
  /** What was done, in words */
  message: string
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
}

export interface BlockList {
  blocks: BlockedUser[]
}

export interface BlockedUser {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** ISO 8601, UTC, three decimals */
  blocked_at: string
}

interface BlocksCreateInputFields {
  /** The user to block */
  username?: string
  /** The user to block; with it, `username` is ignored */
  user_id?: number
}
export type BlocksCreateInput = With<BlocksCreateInputFields, 'username'> | With<BlocksCreateInputFields, 'user_id'>

export interface Chat {
  id: number
  /** The user who started the chat, or 0 if their data was erased; of a group chat, the group */
  creator_id: number
  creator_type: "User" | "Group"
  /** Null: it is not the chat of a group */
  group_id: number | null
  /** Of a group, the 100 longest-standing members. The authors of the messages are always among them */
  participants: UserSummary[]
  /** The latest 25, newest first, without those of authors whom the caller has blocked; fewer where many are long (`shown_messages_bytes`), then `GET /messages/page/1` has all of them */
  messages: ChatMessage[]
}

export interface ChatList {
  direct_chats: Chat[]
  group_chats: Chat[]
}

export interface ChatMessage {
  id: number
  chat_id: number
  /** `(hidden by a moderator)` if staff have hidden it */
  text: string
  /** The author, or 0 if their account was deleted */
  user_id: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Whether the caller has read it */
  read: boolean
  /** The first 100 who have read it, by their ids, and the caller */
  read_by: number[]
}

export interface ChatMessageList {
  messages: ChatMessage[]
}

interface ChatsWriteInputFields {
  /** The players to write to; the caller is always part of the chat */
  usernames?: string[]
  /** The group to write to; with it, `usernames` is ignored */
  group_id?: number
  /** The message */
  text: string
}
export type ChatsWriteInput = With<ChatsWriteInputFields, 'usernames'> | With<ChatsWriteInputFields, 'group_id'>

export interface Confirmation {
  /** What was done, in words */
  message: string
}

export interface CreditsAddInput {
  /** How many to add; a negative number subtracts */
  credits: number
}

export interface CreditsChangedEventData {
  change: number
  reason: "added" | "set" | "purchase" | "refund" | "staff" | "game_code" | "prize"
  user: PublicUser
}

export interface CreditsSetInput {
  /** The new number of credits */
  credits: number
}

export interface EmailVerification {
  /** Whether the current address is verified */
  is_verified: boolean
  /** When it was verified; null if it is not */
  verified_at: string | null
  /** Whether the game refuses sign-ins to accounts with an unverified address */
  is_required: boolean
}

export interface EndedSanctionEventData {
  user: PublicUser
}

export interface Event {
  /** The cursor just after this event */
  id: string
  /** See docs/events.md */
  type: string
  /** ISO 8601, UTC, three decimals */
  at: string
  /** The user who did it; null if no user did */
  actor_id: number | null
  /** Its shape depends on the type: see docs/events.md */
  data: Record<string, unknown>
  /** Only for service keys: for whom it is, as in `user`, `friends`, `group`, `chat` or `game` */
  audience?: string
  /** Only for service keys: the id of that user, group, chat or game */
  audience_id?: number
}

export interface EventList {
  events: Event[]
  /** For `after` of the next request */
  cursor: string
}

export interface Friend {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** Only in the list of the friends of the caller: whether they have a stream of events open, or sent a request within the last minute */
  online?: boolean
  /** Null: not seen yet */
  last_seen?: string | null
  /** What the friend has written about it; empty while they are offline */
  status?: string
}

export interface FriendList {
  friends: Friend[]
}

export interface FriendOfflineEventData {
  user: PublicUser
  /** ISO 8601, UTC, three decimals */
  last_seen: string
}

export interface FriendOnlineEventData {
  user: PublicUser
  status: string
}

export interface FriendOverview {
  friends: Friend[]
  outgoing_friend_requests: FriendRequest[]
  incoming_friend_requests: FriendRequest[]
}

export interface FriendRequest {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** With it, the request is answered or cancelled */
  friendship_id: number
  /** ISO 8601, UTC, three decimals */
  requested_at: string
  /** The same as `requested_at` */
  created_at: string
  status: "pending"
}

export interface FriendRequestEventData {
  friendship_id: number
  user: PublicUser
}

export interface FriendRequestReceivedEventData {
  friendship_id: number
  user: PublicUser
  /** ISO 8601, UTC, three decimals */
  requested_at: string
}

export interface FriendsAnswerInput {
  /** The answer to the request */
  status: "accepted" | "declined"
}

export interface FriendsRequestInput {
  /** The user to whom the request goes */
  username: string
}

export interface Game {
  id: number
  name: string
  description: string
  /** As it was sent */
  token: string
  /** What the operator has set for this game */
  game_variables: GameVariable[]
}

export interface GameEventEventData {
  /** What the code calls it */
  name: string
  /** What the code adds */
  data: Record<string, unknown>
}

export interface GameVariable {
  id: number
  key: string
  value: string
}

export interface Group {
  id: number
  name: string
  group_type: string
  can_auto_join: boolean
  is_invite_only: boolean
  max_group_size: number
  searchable: boolean
  member_count: number
  admins_only_can_create_attributes: boolean
  /** Longest-standing members first */
  members: GroupMember[]
  admins: UserSummary[]
  /** Pending ones, the oldest 100; empty unless the caller is an admin */
  join_requests: PendingGroupConnection[]
  /** Pending ones, the oldest 100; empty unless the caller is an admin */
  invites: PendingGroupConnection[]
}

export interface GroupAttribute {
  id: number
  key: string
  value: string
  /** The user who added it; 0: staff did, or their data was erased */
  creator_id: number
  /** Whether the caller may change it */
  can_edit: boolean
  /** Whether every member may change it */
  others_can_edit: boolean
}

export interface GroupAttributeList {
  attributes: GroupAttribute[]
}

export interface GroupAttributeRemoval {
  /** What was done, in words */
  message: string
  /** How many were removed */
  removed: number
}

interface GroupAttributesAddInputFields {
  /** The new attributes */
  attributes?: NewGroupAttribute[]
  /** The key of a single new attribute */
  key?: string
  /** The value of a single new attribute */
  value?: string
  /** Whether every member may change the single new attribute */
  others_can_edit?: boolean
  /** The opposite of `others_can_edit`, for older clients; ignored if that is sent, too */
  only_can_edit_by_creator?: boolean
}
export type GroupAttributesAddInput = With<GroupAttributesAddInputFields, 'attributes'> | With<GroupAttributesAddInputFields, 'key' | 'value'>

export interface GroupAttributesChangeInput {
  /** The key of the attribute */
  key: string
  /** The new value */
  value: string
}

export interface GroupAttributesChangedEventData {
  group_id: number
  group_name: string
  change: "added" | "changed" | "removed"
  /** How many attributes */
  count: number
  /** The first hundred of their keys */
  keys: string[]
}

export interface GroupConnection {
  id: number
  status: "pending" | "accepted"
  /** The user who created the connection */
  inviter_id: number
  group_id: number
  user: UserSummary
}

export interface GroupConnectionEventData {
  id: number
  group_id: number
  group_name: string
  user: PublicUser
}

export interface GroupEventData {
  group_id: number
  group_name: string
}

export interface GroupInvitationReceivedEventData {
  id: number
  group_id: number
  group_name: string
  user: PublicUser
  inviter: PublicUser
}

export interface GroupInviteList {
  invites: PendingGroupConnection[]
}

export interface GroupJoinRequestList {
  join_requests: PendingGroupConnection[]
}

export interface GroupList {
  groups: GroupOrSummary[]
}

export interface GroupMember {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** ISO 8601, UTC, three decimals */
  joined_at: string
  is_admin: boolean
}

export interface GroupMemberEventData {
  group_id: number
  group_name: string
  user: PublicUser
}

/** A summary, or with `with_full_data` the whole group */
export interface GroupOrSummary {
  id: number
  name: string
  group_type: string
  can_auto_join: boolean
  is_invite_only: boolean
  max_group_size: number
  searchable: boolean
  member_count: number
  admins_only_can_create_attributes?: boolean
  /** Longest-standing members first */
  members?: GroupMember[]
  admins?: UserSummary[]
  /** Pending ones, the oldest 100; empty unless the caller is an admin */
  join_requests?: PendingGroupConnection[]
  /** Pending ones, the oldest 100; empty unless the caller is an admin */
  invites?: PendingGroupConnection[]
}

export interface GroupSummary {
  id: number
  name: string
  group_type: string
  can_auto_join: boolean
  is_invite_only: boolean
  max_group_size: number
  searchable: boolean
  member_count: number
}

export interface GroupsAddAdminInput {
  /** The member who becomes an admin */
  user_id: number
}

export interface GroupsAnswerInput {
  /** The answer to the invite or join request */
  status: "accepted" | "declined"
}

export interface GroupsChangeInput {
  /** The name of the group; others may have the same */
  name?: string
  /** Public, Private or any other word; it has no effect */
  group_type?: string
  /** The most members that the group can have */
  max_group_size?: number
  /** Whether users join without approval */
  can_auto_join?: boolean
  /** Whether users can join only if an admin invites them */
  is_invite_only?: boolean
  /** Whether users who are neither members nor invited find the group */
  searchable?: boolean
  /** Whether only admins can add attributes to the group */
  admins_only_can_create_attributes?: boolean
}

interface GroupsConnectInputFields {
  /** The group */
  group_id: number
  /** The user who is to join: the caller, or whom the caller invites */
  user_id?: number
  /** The same user by name; ignored if `user_id` is sent */
  username?: string
}
export type GroupsConnectInput = With<GroupsConnectInputFields, 'user_id'> | With<GroupsConnectInputFields, 'username'>

export interface GroupsCreateInput {
  /** The name of the group; others may have the same */
  name: string
  /** Public, Private or any other word; it has no effect */
  group_type?: string
  /** The most members that the group can have */
  max_group_size?: number
  /** Whether users join without approval */
  can_auto_join?: boolean
  /** Whether users can join only if an admin invites them */
  is_invite_only?: boolean
  /** Whether users who are neither members nor invited find the group */
  searchable?: boolean
  /** Whether only admins can add attributes to the group */
  admins_only_can_create_attributes?: boolean
}

export interface GroupsRemoveMemberInput {
  /** The group */
  group_id: number
}

export interface IncomingFriendRequestList {
  incoming_friend_requests: FriendRequest[]
}

export interface LeaderboardEntriesOfUser {
  leaderboard_entries: LeaderboardEntryOfUser[]
}

export interface LeaderboardEntry {
  /** The id of the entry */
  id: number
  /** The name of its user */
  username: string
  /** Whole or decimal */
  score: number
  /** The leaderboard that it is on */
  leaderboard_name: string
  /** The id of its user */
  game_user_id: number
  /** The text that was sent with the entry; `{}` if none was */
  extra_attributes: string
  /** The same as extra_attributes */
  metadata: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** The number of its season, if the leaderboard has them */
  season?: number
  /** Only where each user counts once; 1 is the best */
  rank?: number
}

export interface LeaderboardEntryList {
  leaderboard_entries: LeaderboardEntry[]
  /** How many entries there are, or users where each counts once; only if page or from_rank was sent, or a part of the users was asked for; more than 10001 count as 10001 */
  total?: number
}

export interface LeaderboardEntryOfUser {
  /** The id of the entry; negative while it is under review */
  id: number
  /** The name of its user */
  username: string
  /** Whole or decimal */
  score: number
  /** The leaderboard that it is on */
  leaderboard_name: string
  /** The id of its user */
  game_user_id: number
  /** The text that was sent with the entry; `{}` if none was */
  extra_attributes: string
  /** The same as extra_attributes */
  metadata: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** The number of its season, if the leaderboard has them */
  season?: number
  /** Only where each user counts once; 1 is the best */
  rank?: number
  /** true: the entry breaks a rule of the leaderboard and waits for staff, and only its own player sees it. Left out otherwise */
  under_review?: boolean
}

export interface LeaderboardPrize {
  /** The first rank that wins it */
  from_rank: number
  /** The last rank that wins it */
  to_rank: number
  /** 0: none */
  credits: number
  /** Null: none */
  store_item_id: number | null
}

export interface LeaderboardPrizeWonEventData {
  leaderboard_name: string
  season: number
  rank: number
  /** 0 if the prize is only an item */
  credits: number
  /** null if there is none; named also if the player already had it */
  store_item_id: number | null
}

export interface LeaderboardRank {
  /** As in the address */
  leaderboard_name: string
  /** The user who has the rank */
  game_user_id: number
  /** 1 is the best */
  rank: number
  /** What counts for them: the best, the latest or the sum, as the leaderboard has it */
  score: number
  /** The number of its season, if the leaderboard has them */
  season?: number
}

export interface LeaderboardSeason {
  /** Its number, from 1 */
  season: number
  /** ISO 8601, UTC, three decimals */
  starts_at: string
  /** An entry at this moment is in the next */
  ends_at: string
  /** `paid`: its prizes are paid, if it had any */
  state: "running" | "ended" | "paid"
}

export interface LeaderboardSeasonPage {
  /** As in the address */
  leaderboard_name: string
  /** What counts of a player: the best entry, the latest, or the sum of all. No entry is deleted. Of equal scores, the earlier is ahead */
  counts: "best" | "latest" | "sum"
  /** `game`: one leaderboard for all players. `each_group`: each group has its own, which only its members see */
  one_for: "game" | "each_group"
  /** `none`, `day`, `week` (from Monday), `month`, or a cron expression of five fields: at these times a season ends and the next begins */
  period: string
  /** The IANA time zone in which days begin */
  time_zone: string
  /** Paid once to each player with these ranks when a season ends, as they are then. Players who are banned or deleted get none, and nobody moves up for them */
  prizes: LeaderboardPrize[]
  /** Which score is the best */
  order: "highest" | "lowest"
  /** The newest first. One without entries may be missing */
  seasons: LeaderboardSeason[]
}

export interface LeaderboardsAddEntryInput {
  /** The name of the leaderboard */
  leaderboard_name: string
  /** Whole or decimal */
  score: number
  /** Any text, stored as sent; an object becomes its JSON text */
  extra_attributes?: string
  /** The same as extra_attributes, which wins if both are sent */
  metadata?: string
  /** The group, on a leaderboard of groups; the caller must be a member */
  group_id?: number
  /** true: the answer has the user's rank */
  with_rank?: boolean
}

interface LeaderboardsClearEntriesInputFields {
  /** The name of the leaderboard */
  leaderboard_name?: string
  /** The group, on a leaderboard of groups; the caller must be a member */
  group_id?: number
  /** true: the entries on every leaderboard */
  all?: boolean
}
export type LeaderboardsClearEntriesInput = With<LeaderboardsClearEntriesInputFields, 'leaderboard_name'> | With<LeaderboardsClearEntriesInputFields, 'all'>

export interface MatchFoundEventData {
  ticket_id: number
  multiplayer_game_round_id: number
  game_type: string
  /** null without teams; otherwise from 1 */
  team: number | null
  players: PlayerOfMatch[]
}

export interface MatchInvitedEventData {
  ticket_id: number
  game_type: string
  user: PublicUser
}

export interface MatchReadyCheckEventData {
  ticket_id: number
  game_type: string
  /** ISO 8601, UTC, three decimals */
  ready_until: string
}

export interface MatchmakingCreateTicketInput {
  /** What to play: one of the game types for which the game has matchmaking */
  game_type: string
  /** Where the player is, in words of the game. Tickets of different regions meet only if the settings allow it; tickets without a region meet each other */
  region?: string
  /** A small object of texts, numbers, true and false: only tickets with equal attributes are matched */
  attributes?: Record<string, unknown>
  /** Friends to play with. They get the event `match.invited`, and the ticket waits when all have accepted */
  party_user_ids?: number[]
}

export interface MatchmakingTicket {
  /** The id of the ticket */
  id: number
  /** What they want to play */
  game_type: string
  /** `inviting`: not all of the party have accepted. `waiting`: opponents are looked for. `ready_check`: all must say that they are ready. `matched`: there is a round. `cancelled`: by one of the party, or because one was banned or deleted, or because the game ended this matchmaking. `expired`: nobody asked for it for 30 seconds, or somebody was not ready in time */
  state: "inviting" | "waiting" | "ready_check" | "matched" | "cancelled" | "expired"
  /** Empty: none was given */
  region: string
  /** Only tickets with equal attributes are matched */
  attributes: Record<string, unknown>
  /** The party, its leader first */
  players: TicketPlayer[]
  /** Since all of the party have accepted */
  waited_seconds: number
  /** How much longer it may take, as others have waited lately. Null: that is not known, or the ticket has ended */
  estimated_seconds: number | null
  /** When the ready check is over. Null: there is none */
  ready_until: string | null
  /** From 1. Null: no match, or no teams */
  team: number | null
  /** The round of the match. Null: there is none yet */
  multiplayer_game_round_id: number | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface MatchmakingTicketList {
  tickets: MatchmakingTicket[]
}

export interface MessageHiddenEventData {
  id: number
  chat_id: number
}

export interface MessagePostedEventData {
  id: number
  chat_id: number
  text: string
  user: PublicUser
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface MessageReadEventData {
  id: number
  chat_id: number
  user: PublicUser
}

export interface MessagesPostInput {
  /** The chat */
  chat_id: number
  /** The message */
  text: string
}

export interface ModerationWarnedEventData {
  /** As staff wrote it */
  reason: string
  user: PublicUser
}

export interface MultiplayerEntryEventData {
  multiplayer_game_round_id: number
  game_round_id: number
  user: PublicUser
  /** The first ten entries, as they are now */
  rankings: RankingOfEvent[]
}

export interface MultiplayerRound {
  /** The id of the multiplayer round */
  id: number
  /** The game it belongs to */
  game_id: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
  master: UserSummary | null
  /** Equal scores by id; game rounds without a score come last */
  rankings: Ranking[]
  /** The type of all its game rounds */
  game_type?: string
  /** How many seats it has */
  max_players?: number
  /** Most game rounds of one player; null: 1000 */
  entries_per_player?: number | null
  /** Who may take a seat without an invitation; only in a round with rules */
  who_may_join?: "anyone" | "invited" | "friends" | "group" | "code"
  /** The group whose members may join */
  group_id?: number
  /** When the round ends by itself; null: never */
  closes_at?: string | null
  /** When it was finished; null: it is not */
  finished_at?: string | null
  /** How many seats are taken */
  player_count?: number
  /** The first 100 who have a seat, in the order in which they joined; only in a round with rules */
  players?: RoundSeat[]
  /** With which others can join; only for those who have a seat */
  code?: string
}

export interface MultiplayerRoundFinishedEventData {
  multiplayer_game_round_id: number
  /** The first ten entries, as they are now */
  rankings: RankingOfEvent[]
}

export interface MultiplayerRoundInvitedEventData {
  multiplayer_game_round_id: number
  game_type: string
  user: PublicUser
}

export interface MultiplayerRoundPlayerJoinedEventData {
  multiplayer_game_round_id: number
  /** How many seats are taken now */
  players: number
  user: PublicUser
}

export interface MultiplayerRoundPlayerLeftEventData {
  multiplayer_game_round_id: number
  /** How many seats are taken now */
  players: number
  reason: "left" | "kicked" | "deleted"
  user: PublicUser
}

export interface MultiplayerRoundsCreateInput {
  /** The type of all game rounds of the multiplayer round */
  game_type: string
  /** How many seats the multiplayer round has */
  max_players?: number
  /** Most game rounds of one player in the multiplayer round */
  entries_per_player?: number
  /** Who may take a seat without an invitation: anyone, only invited players, friends of the master, members of the group `group_id`, or players who know the code. Anyone, if it is not sent */
  who_may_join?: "anyone" | "invited" | "friends" | "group" | "code"
  /** With `who_may_join=group`: a group that the caller is a member of */
  group_id?: number
  /** When the multiplayer round ends by itself: from then on nothing in it changes, and it is finished soon after */
  closes_at?: string
  /** Players who are invited */
  invited_user_ids?: number[]
}

export interface MultiplayerRoundsInviteInput {
  /** Who is invited */
  user_ids: number[]
}

export interface MultiplayerRoundsJoinByCodeInput {
  /** The six letters that a player of the round sees; upper and lower case do not matter */
  code: string
}

export interface MultiplayerRoundsJoinInput {
  /** The six letters that a player of the round sees; upper and lower case do not matter */
  code?: string
}

export interface NewGroupAttribute {
  /** The key, which no other attribute of the group has */
  key: string
  /** The value */
  value: string
  /** Whether every member may change it */
  others_can_edit?: boolean
  /** The opposite of `others_can_edit`, for older clients; ignored if that is sent, too */
  only_can_edit_by_creator?: boolean
}

export interface Notification {
  id: number
  type: "friend_request.received" | "friend_request.accepted" | "group_invitation.received" | "group_join_request.accepted" | "announcement.posted"
  /** ISO 8601, UTC, three decimals */
  at: string
  /** The user who did it; null if no user did */
  actor_id: number | null
  is_read: boolean
  /** As in the event of this type: see docs/events.md */
  data: Record<string, unknown>
}

export interface NotificationList {
  /** How many the caller has not read */
  unread_count: number
  notifications: Notification[]
  /** Send it as `before`. Null: there is no more */
  next: number | null
}

export interface OpenMultiplayerRound {
  /** The id of the multiplayer round */
  id: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
  master: UserSummary
  /** The type of all its game rounds */
  game_type: string
  /** How many seats it has */
  max_players: number
  /** Most game rounds of one player; null: 1000 */
  entries_per_player: number | null
  /** When the round ends by itself; null: never */
  closes_at: string | null
  /** How many seats are taken */
  player_count: number
}

export interface OpenMultiplayerRoundList {
  multiplayer_game_rounds: OpenMultiplayerRound[]
}

export interface OutgoingFriendRequestList {
  outgoing_friend_requests: FriendRequest[]
}

export interface OwnPresence {
  /** Empty: none */
  status: string
  /** Whether the caller seems to be offline */
  invisible: boolean
}

/** Of the caller, on every page. Null: they have no rating */
export interface OwnRankedRating {
  /** 1 is the best, and equal ratings share it. Null: further down than 10000 */
  rank: number | null
  /** What players see. With the default settings it begins at 1000; it grows with the skill and with what is known about it */
  rating: number
  /** Rated rounds of the player so far */
  rounds: number
}

export interface OwnUser {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** When the user last signed in, or else signed up */
  last_login: string
  /** How often the user has signed in; the sign-up does not count */
  number_of_logins: number
  /** The session token; null when a service key acts */
  authentication_token: string | null
  /** Requests of this user so far */
  events_total: number
  /** Requests of this user in this calendar month, in UTC */
  events_current_month: number
  /** The number of game sessions; a request after 30 minutes without one starts a new session */
  game_sessions_total: number
  /** Game sessions that started in this calendar month, in UTC */
  game_sessions_current_month: number
}

export interface OwnUserWithEntry {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** When the user last signed in, or else signed up */
  last_login: string
  /** How often the user has signed in; the sign-up does not count */
  number_of_logins: number
  /** The session token; null when a service key acts */
  authentication_token: string | null
  /** Requests of this user so far */
  events_total: number
  /** Requests of this user in this calendar month, in UTC */
  events_current_month: number
  /** The number of game sessions; a request after 30 minutes without one starts a new session */
  game_sessions_total: number
  /** Game sessions that started in this calendar month, in UTC */
  game_sessions_current_month: number
  leaderboard_entry: AddedLeaderboardEntry
}

export interface OwnedStoreItems {
  /** The balance of the user */
  credits: number
  /** The items that the user has, by id */
  game_user_store_items: StoreItem[]
}

export interface PasswordResetRequested {
  /** Always null; it is there for clients that read it */
  mailer_response: string | null
  /** What happens now, as a sentence for the player */
  message: string
}

export interface PasswordsResetInput {
  /** The token from the link in the mail */
  token: string
  /** The new password */
  password: string
  /** The same as `password` */
  password_confirmation: string
  /** If it is sent, the account has to be one of this game */
  game_id?: number
}

export interface PendingGroupConnection {
  /** With it, it is answered or cancelled */
  id: number
  status: "pending"
  /** The user who sent it: of a join request, the same user */
  inviter_id: number
  group_id: number
  user: UserSummary
  inviter: UserSummary
  group: GroupSummary
}

export interface PlayerOfMatch {
  id: number
  username: string
  team: number | null
}

export interface PresenceChangeInput {
  /** What the caller is doing, as friends see it; empty text removes it */
  status?: string
  /** Whether the caller seems to be offline to friends */
  invisible?: boolean
}

export interface PublicUser {
  id: number
  username: string
  credits: number
  score: number
}

export interface PurchaseEventData {
  store_item_id: number
  price: number
  user: PublicUser
}

export interface RankedLeaderboardEntry {
  /** The id of the entry */
  id: number
  /** The name of its user */
  username: string
  /** Whole or decimal */
  score: number
  /** The leaderboard that it is on */
  leaderboard_name: string
  /** The id of its user */
  game_user_id: number
  /** The text that was sent with the entry; `{}` if none was */
  extra_attributes: string
  /** The same as extra_attributes */
  metadata: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** The number of its season, if the leaderboard has them */
  season?: number
  /** 1 is the best */
  rank: number
}

export interface RankedLeaderboardEntryList {
  leaderboard_entries: RankedLeaderboardEntry[]
  /** How many entries there are, or users where each counts once; only if page or from_rank was sent, or a part of the users was asked for; more than 10001 count as 10001 */
  total?: number
}

export interface RankedLeaderboardPage {
  leaderboard_entries: RankedLeaderboardEntry[]
  /** How many users have an entry */
  total: number
}

export interface RankedRating {
  /** 1 is the best, and equal ratings share it. Null: further down than 10000 */
  rank: number | null
  /** What players see. With the default settings it begins at 1000; it grows with the skill and with what is known about it */
  rating: number
  /** The estimated skill */
  mu: number
  /** How uncertain the estimate is */
  sigma: number
  /** Rated rounds of the player so far */
  rounds: number
  /** ISO 8601, UTC, three decimals */
  updated_at: string
  user: UserSummary
}

export interface Ranking {
  /** The id of the game round */
  id: number
  /** Equal scores share it; without a score there is none */
  place?: number
  /** The score of the game round, if it has one */
  score?: number
  /** When the game round started: as sent if that was a whole second in UTC, otherwise UTC with milliseconds */
  start_time: string
  /** When the game round ended, or null: as sent if that was a whole second in UTC, otherwise UTC with milliseconds */
  end_time: string | null
  user: UserSummary
}

export interface RankingOfEvent {
  id: number
  place?: number
  score?: number
  user: PublicUser
}

export interface Rating {
  /** The game type that was rated */
  game_type: string
  /** What players see. With the default settings it begins at 1000; it grows with the skill and with what is known about it */
  rating: number
  /** The estimated skill */
  mu: number
  /** How uncertain the estimate is */
  sigma: number
  /** Rated rounds of the player so far */
  rounds: number
  /** ISO 8601, UTC, three decimals */
  updated_at: string
}

export interface RatingChange {
  /** The id of the change */
  id: number
  /** The round that caused it */
  multiplayer_game_round_id: number
  /** The game type that was rated */
  game_type: string
  /** Null: the player was in no team */
  team: number | null
  /** Of the player, or of the player's team; equal scores share it */
  place: number
  /** What players see. With the default settings it begins at 1000; it grows with the skill and with what is known about it */
  rating_before: number
  /** What players see. With the default settings it begins at 1000; it grows with the skill and with what is known about it */
  rating_after: number
  /** ISO 8601, UTC, three decimals */
  changed_at: string
}

export interface RatingChangedEventData {
  game_type: string
  multiplayer_game_round_id: number
  /** Of the player, or of the player's team; equal scores share it */
  place: number
  rating_before: number
  rating_after: number
  /** Rated rounds of the player so far */
  rounds: number
  user: PublicUser
}

export interface RatingHistory {
  rating_changes: RatingChange[]
  /** To be sent as `before` for the next page; null on the last one */
  next: number | null
}

export interface RatingLeaderboard {
  ranking: RankedRating[]
  own: OwnRankedRating | null
}

export interface RatingList {
  ratings: Rating[]
}

export interface Report {
  /** The id of the report */
  id: number
  kind: "player" | "message" | "group"
  /** The player, message or group */
  target_id: number
  /** Who is reported: the player, or the author. Null: a group, or a deleted account */
  user_id: number | null
  /** As they are called now */
  username: string | null
  /** Who reported it. Null: a deleted account */
  reporter_id: number | null
  reporter_username: string | null
  reason: string
  /** What the reporter wrote */
  text: string
  snapshot: ReportSnapshot
  state: "open" | "resolved" | "dismissed"
  /** What was done */
  actions: Array<"hide_message" | "rename" | "warn" | "mute" | "ban">
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Who decided about it */
  closed_by: string | null
  /** Null: it is open */
  closed_at: string | null
  /** How many open reports there are about the same thing */
  open_reports: number
}

export interface ReportConfirmation {
  /** The id of the report */
  id: number
  /** What was done, in words */
  message: string
}

/** What was reported, as it was then */
export interface ReportSnapshot {
  /** Of a message */
  text?: string
  /** Of a message */
  chat_id?: number
  /** Of the player, or of the author */
  username?: string | null
  /** Of a group */
  name?: string
}

interface ReportsCreateInputFields {
  /** The player, for instance because of the name */
  user_id?: number
  /** The message */
  message_id?: number
  /** The group, for instance because of its name */
  group_id?: number
  /** What is wrong with it */
  reason: "harassment" | "hate" | "threat" | "sexual" | "spam" | "cheating" | "name" | "other"
  /** What staff should know */
  text?: string
}
export type ReportsCreateInput = With<ReportsCreateInputFields, 'user_id'> | With<ReportsCreateInputFields, 'message_id'> | With<ReportsCreateInputFields, 'group_id'>

export interface ReviewedScoreEventData {
  /** Of the score while it waits for review */
  id: number
  kind: "leaderboard" | "game_type"
  /** Of the leaderboard or game type */
  name: string
  /** null for an entry of a leaderboard; otherwise the round that has the score */
  game_round_id: number | null
  score: number
  user: PublicUser
}

export interface Round {
  /** The id of the game round */
  id: number
  /** The user whose round it is */
  game_user_id: number
  /** What was played */
  game_type: string
  /** When the round started: as sent if that was a whole second in UTC, otherwise UTC with milliseconds */
  start_time: string
  /** When the round ended, or null: as sent if that was a whole second in UTC, otherwise UTC with milliseconds */
  end_time: string | null
  /** Left out if the round has none */
  score?: number
  /** true: the score breaks a rule of the game type and waits for staff, and only its own player sees it. Left out otherwise */
  score_under_review?: boolean
  /** In a multiplayer round the place by score, otherwise as sent; left out if the round has none */
  place?: number
  /** The JSON object that was sent, or null */
  metadata: Record<string, unknown> | null
}

export interface RoundInvites {
  /** How many were not invited before and have no seat */
  invited: number
}

export interface RoundList {
  game_rounds: Round[]
}

export interface RoundSeat {
  user: UserSummary
  /** Null: the round has no teams */
  team: number | null
  /** ISO 8601, UTC, three decimals */
  joined_at: string
}

export interface RoundWithRankings {
  /** The id of the game round */
  id: number
  /** The user whose round it is */
  game_user_id: number
  /** What was played */
  game_type: string
  /** When the round started: as sent if that was a whole second in UTC, otherwise UTC with milliseconds */
  start_time: string
  /** When the round ended, or null: as sent if that was a whole second in UTC, otherwise UTC with milliseconds */
  end_time: string | null
  /** Left out if the round has none */
  score?: number
  /** true: the score breaks a rule of the game type and waits for staff, and only its own player sees it. Left out otherwise */
  score_under_review?: boolean
  /** In a multiplayer round the place by score, otherwise as sent; left out if the round has none */
  place?: number
  /** The JSON object that was sent, or null */
  metadata: Record<string, unknown> | null
  /** The game that it belongs to */
  game_id: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** ISO 8601, UTC, three decimals */
  updated_at: string
  /** Only if the round belongs to a multiplayer round */
  multiplayer_game_round_id?: number
  /** The first 100, best first, and the caller's own entry if it is further down */
  rankings?: Ranking[]
}

export interface RoundWithTopRankings {
  /** The id of the game round */
  id: number
  /** The user whose round it is */
  game_user_id: number
  /** What was played */
  game_type: string
  /** When the round started: as sent if that was a whole second in UTC, otherwise UTC with milliseconds */
  start_time: string
  /** When the round ended, or null: as sent if that was a whole second in UTC, otherwise UTC with milliseconds */
  end_time: string | null
  /** Left out if the round has none */
  score?: number
  /** true: the score breaks a rule of the game type and waits for staff, and only its own player sees it. Left out otherwise */
  score_under_review?: boolean
  /** In a multiplayer round the place by score, otherwise as sent; left out if the round has none */
  place?: number
  /** The JSON object that was sent, or null */
  metadata: Record<string, unknown> | null
  /** Only if the round belongs to a multiplayer round */
  multiplayer_game_round_id?: number
  /** Of that multiplayer round: the first ten, best first */
  rankings?: Ranking[]
}

export interface RoundsChangeInput {
  /** What was played; the game chooses the words */
  game_type?: string
  /** When the round started */
  start_time?: string
  /** When the round ended, not before it started; null if it has not */
  end_time?: string | null
  /** Whole or decimal */
  score?: number
  /** Kept as sent; in a multiplayer round it is calculated from the scores */
  place?: number
  /** Any JSON object that the game wants to keep with the round */
  metadata?: Record<string, unknown> | null
}

export interface RoundsCreateInput {
  /** The user who played: the caller, or as the master any user of the game. In a round with rules, only a user who has a seat */
  game_user_id: number
  /** What was played; the game chooses the words */
  game_type: string
  /** When the round started; now if it is not sent, or `end_time` if that is earlier */
  start_time?: string
  /** When the round ended, not before it started; null if it has not */
  end_time?: string | null
  /** Whole or decimal */
  score?: number
  /** Kept as sent; in a multiplayer round it is calculated from the scores */
  place?: number
  /** Any JSON object that the game wants to keep with the round */
  metadata?: Record<string, unknown> | null
  /** Create a multiplayer round, unless one is named */
  multiplayer?: boolean
  /** The multiplayer round to join; 0, which some clients send, means none */
  multiplayer_game_round_id?: number
  /** How many seats the multiplayer round has */
  max_players?: number
  /** Most game rounds of one player in the multiplayer round */
  entries_per_player?: number
  /** Who may take a seat without an invitation: anyone, only invited players, friends of the master, members of the group `group_id`, or players who know the code. Anyone, if it is not sent */
  who_may_join?: "anyone" | "invited" | "friends" | "group" | "code"
  /** With `who_may_join=group`: a group that the caller is a member of */
  group_id?: number
  /** When the multiplayer round ends by itself: from then on nothing in it changes, and it is finished soon after */
  closes_at?: string
  /** Players who are invited */
  invited_user_ids?: number[]
}

export interface SanctionEventData {
  /** As staff wrote it */
  reason: string
  /** Null: forever */
  until: string | null
  user: PublicUser
}

export interface ScoresAddInput {
  /** The points to add; a negative number subtracts */
  score: number
}

export interface ScoresSetInput {
  /** The new score */
  score: number
}

export interface SentChatMessage {
  id: number
  chat_id: number
  /** `(hidden by a moderator)` if staff have hidden it */
  text: string
  /** The author, or 0 if their account was deleted */
  user_id: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Whether the caller has read it */
  read: boolean
  /** The first 100 who have read it, by their ids, and the caller */
  read_by: number[]
  message: ChatMessage
}

export interface SentFriendRequest {
  /** What was done, in words */
  message: string
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** With it, the request is answered or cancelled */
  friendship_id: number
  /** ISO 8601, UTC, three decimals */
  requested_at: string
  /** The same as `requested_at` */
  created_at: string
  status: "pending" | "accepted"
}

export interface ServerTime {
  /** ISO 8601, UTC, three decimals */
  server_time: string
}

export interface Session {
  /** The id of the session */
  id: number
  /** Whether this request was sent with the token of this session */
  current: boolean
  /** When the user signed in */
  created_at: string
  /** When the token was last used; updated at most once an hour */
  last_used_at: string
  /** When the session ends, unless it is used before */
  expires_at: string
}

export interface SessionList {
  sessions: Session[]
}

export interface SessionsSignInInput {
  /** The id of the game */
  game_id: number
  /** The game's API token */
  game_token?: string
  /** Email or username */
  email: string
  /** The password of the user */
  password: string
}

export interface SignInOverview {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** When the user last signed in, or else signed up */
  last_login: string
  /** How often the user has signed in; the sign-up does not count */
  number_of_logins: number
  /** The session token: send it with every request of the player */
  authentication_token: string
  /** Requests of this user so far */
  events_total: number
  /** Requests of this user in this calendar month, in UTC */
  events_current_month: number
  /** The number of game sessions; a request after 30 minutes without one starts a new session */
  game_sessions_total: number
  /** Game sessions that started in this calendar month, in UTC */
  game_sessions_current_month: number
  /** Whether this request created the account */
  is_new_user: boolean
  /** The latest 100, newest friendship first */
  friends: UserSummary[]
  /** Oldest first */
  groups: GroupSummary[]
  /** The latest 100; fewer where their metadata is long (`shown_metadata_bytes`), then `GET /game_rounds` has all of them */
  game_rounds: RoundWithTopRankings[]
  /** All of them, oldest first */
  game_user_attributes: UserAttribute[]
  /** The items that the user has bought */
  game_user_store_items: StoreItem[]
  /** The latest 100 pending ones that the user has sent */
  outgoing_friend_requests: FriendRequest[]
  /** The latest 100 pending ones that the user has received */
  incoming_friend_requests: FriendRequest[]
  /** The latest 25 */
  direct_chats: Chat[]
  /** The latest 25 */
  group_chats: Chat[]
  /** Invites that wait for an answer */
  group_invites: PendingGroupConnection[]
  /** The user's own join requests that wait for an answer */
  group_join_requests: PendingGroupConnection[]
}

export interface SignedInUser {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** When the user last signed in, or else signed up */
  last_login: string
  /** How often the user has signed in; the sign-up does not count */
  number_of_logins: number
  /** The session token: send it with every request of the player */
  authentication_token: string
  /** Requests of this user so far */
  events_total: number
  /** Requests of this user in this calendar month, in UTC */
  events_current_month: number
  /** The number of game sessions; a request after 30 minutes without one starts a new session */
  game_sessions_total: number
  /** Game sessions that started in this calendar month, in UTC */
  game_sessions_current_month: number
  /** Whether this request created the account */
  is_new_user: boolean
}

export interface StoreItem {
  /** The id of the item */
  id: number
  /** The name of the item */
  name: string
  /** What it costs now, in credits */
  cost: number
  /** A text about it; may be empty */
  description: string
  /** May be empty */
  category: string
  /** The web address of its icon, or null */
  icon_url: string | null
}

export interface StoreItemList {
  store_items: StoreItem[]
}

export interface StorePurchaseInput {
  /** The item to buy */
  store_item_id: number
}

export interface TicketPlayer {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** Whether they created the ticket */
  is_leader: boolean
  /** Whether they want to play */
  has_accepted: boolean
  /** Whether they have answered the ready check */
  is_ready: boolean
}

export interface UnreadCount {
  /** How many the caller has not read */
  unread_count: number
}

export interface UserAttribute {
  /** The id of the attribute */
  id: number
  /** Each user has a key once */
  key: string
  /** Always text */
  value: string
}

export interface UserAttributeList {
  /** Oldest first */
  game_user_attributes: UserAttribute[]
}

export interface UserEventData {
  user: PublicUser
}

export interface UserOverview {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
  /** When the user last signed in, or else signed up */
  last_login: string
  /** How often the user has signed in; the sign-up does not count */
  number_of_logins: number
  /** The session token; null when a service key acts */
  authentication_token?: string | null
  /** Requests of this user so far */
  events_total?: number
  /** Requests of this user in this calendar month, in UTC */
  events_current_month?: number
  /** The number of game sessions; a request after 30 minutes without one starts a new session */
  game_sessions_total?: number
  /** Game sessions that started in this calendar month, in UTC */
  game_sessions_current_month?: number
  /** The latest 100, newest friendship first */
  friends?: UserSummary[]
  /** Oldest first */
  groups?: GroupSummary[]
  /** The latest 100; fewer where their metadata is long (`shown_metadata_bytes`), then `GET /game_rounds` has all of them */
  game_rounds?: RoundWithTopRankings[]
  /** All of them, oldest first */
  game_user_attributes?: UserAttribute[]
  /** The items that the user has bought */
  game_user_store_items?: StoreItem[]
  /** The latest 100 pending ones that the user has sent */
  outgoing_friend_requests?: FriendRequest[]
  /** The latest 100 pending ones that the user has received */
  incoming_friend_requests?: FriendRequest[]
  /** The latest 25 */
  direct_chats?: Chat[]
  /** The latest 25 */
  group_chats?: Chat[]
  /** Invites that wait for an answer */
  group_invites?: PendingGroupConnection[]
  /** The user's own join requests that wait for an answer */
  group_join_requests?: PendingGroupConnection[]
  /** Always false here: only a request that creates an account answers true */
  is_new_user: boolean
  /** Only of a player who has played rated rounds */
  ratings?: Rating[]
}

export interface UserSummary {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** The system email: `_appid_{game_id}_{email}`; empty where `display_email` is */
  email: string
  /** The user's own email; empty for a guest without one, and for other players unless the game shares addresses */
  display_email: string
  /** What the user can spend in the store */
  credits: number
  /** The score of the user in the whole game */
  score: number
}

export interface Warning {
  /** The id of the warning */
  id: number
  /** As staff wrote it */
  reason: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface WarningList {
  /** Whether the user may not write messages */
  is_muted: boolean
  /** Null: forever, or not muted */
  muted_until: string | null
  warnings: Warning[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface WebhookTestEventData {
  webhook_id: number
}

export interface WrittenChat {
  id: number
  /** The user who started the chat, or 0 if their data was erased; of a group chat, the group */
  creator_id: number
  creator_type: "User" | "Group"
  /** Null: it is not the chat of a group */
  group_id: number | null
  /** Of a group, the 100 longest-standing members. The authors of the messages are always among them */
  participants: UserSummary[]
  /** The latest 25, newest first, without those of authors whom the caller has blocked; fewer where many are long (`shown_messages_bytes`), then `GET /messages/page/1` has all of them */
  messages: ChatMessage[]
  chat: Chat
  /** The same as `participants` */
  chat_users: UserSummary[]
}

export interface Operations {
  /** Check the id and token of a game, and read its variables */
  'games.verify': { input: {
      /** The id of the game */
      game_id: number
      /** The game's API token */
      game_token: string
      /** Add sample items to the store if it never had an item; ignored under the preset `server_authoritative` */
      seed_store?: boolean
    }; answer: Game }
  /** The server's clock */
  'games.serverTime': { input: NoFields; answer: ServerTime }
  /** The caller's sessions, oldest first */
  'sessions.list': { input: {
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: SessionList }
  /** Sign out */
  'sessions.signOut': { input: {
      /** End every session of the user */
      all?: boolean
    }; answer: Confirmation }
  /** Sign in */
  'sessions.signIn': { input: SessionsSignInInput; answer: SignInOverview }
  /** End one of the caller's sessions */
  'sessions.end': { input: {
      /** The id of one of the sessions of the signed-in user */
      id: number
    }; answer: Confirmation }
  /** Sign up */
  'accounts.signUp': { input: AccountsSignUpInput; answer: SignedInUser }
  /** Sign in as the guest of a device, creating the guest the first time */
  'accounts.guest': { input: AccountsGuestInput; answer: SignedInUser }
  /** Delete the caller's account */
  'accounts.delete': { input: {
      /** The id of the signed-in user */
      id: number
    }; answer: Confirmation }
  /** Change the caller's name or email; give a guest a password */
  'accounts.change': { input: {
      /** The id of the signed-in user */
      id: number
    } & AccountsChangeInput; answer: OwnUser }
  /** A user of the game: everything about the caller, or what others may see about another user */
  'users.get': { input: {
      /** The id of a user of the game */
      id: number
      /** Send false to leave out the lists, for a faster answer */
      with_full_data?: boolean
    }; answer: UserOverview }
  /** Change the caller's password */
  'accounts.changePassword': { input: {
      /** The id of the signed-in user */
      id: number
    } & AccountsChangePasswordInput; answer: OwnUser }
  /** Send a mail with a link to choose a new password */
  'passwords.forgot': { input: {
      /** The id of the game */
      id: number
      /** The game's API token */
      game_token?: string
      /** The email address of the account */
      email: string
    }; answer: PasswordResetRequested }
  /** Choose a new password with the token from the mail */
  'passwords.reset': { input: PasswordsResetInput; answer: Confirmation }
  /** Whether the caller's email address is verified */
  'emailVerification.get': { input: {
      /** The id of the signed-in user */
      id: number
    }; answer: EmailVerification }
  /** Send a mail with a link that verifies the caller's email address */
  'emailVerification.send': { input: {
      /** The id of the signed-in user */
      id: number
    }; answer: Confirmation }
  /** Add to the caller's score */
  'scores.add': { input: {
      /** The id of the signed-in user */
      id: number
    } & ScoresAddInput; answer: OwnUser }
  /** Set the caller's score */
  'scores.set': { input: {
      /** The id of the signed-in user */
      id: number
    } & ScoresSetInput; answer: OwnUser }
  /** A user's attributes */
  'attributes.list': { input: {
      /** The id of a user of the game */
      id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: UserAttributeList }
  /** Add or replace the caller's attributes */
  'attributes.set': { input: {
      /** The id of the signed-in user */
      id: number
    } & AttributesSetInput; answer: UserAttributeList }
  /** Remove the caller's attributes by their keys */
  'attributes.remove': { input: {
      /** The id of the signed-in user */
      id: number
      /** The key of one attribute */
      game_user_attribute_key?: string
      /** The keys of several attributes */
      game_user_attribute_keys?: string[]
      /** The same as game_user_attribute_key */
      key?: string
    }; answer: UserAttributeList }
  /** Add to the caller's credits */
  'credits.add': { input: {
      /** The id of the signed-in user */
      id: number
    } & CreditsAddInput; answer: OwnUser }
  /** Set the caller's credits */
  'credits.set': { input: {
      /** The id of the signed-in user */
      id: number
    } & CreditsSetInput; answer: OwnUser }
  /** The items in the game's store */
  'store.items': { input: {
      /** The id of the game */
      game_id: number
      /** The game's API token */
      game_token: string
    }; answer: StoreItemList }
  /** The items that a user has bought */
  'store.purchases': { input: {
      /** The id of a user of the game */
      id: number
    }; answer: OwnedStoreItems }
  /** Buy an item with credits */
  'store.purchase': { input: {
      /** The id of the signed-in user */
      id: number
    } & StorePurchaseInput; answer: OwnedStoreItems }
  /** Revoke a purchase and refund its price */
  'store.refund': { input: {
      /** The id of the signed-in user */
      id: number
      /** The item to give back */
      store_item_id: number
      /** false: revoke it without a refund */
      reimburse?: boolean
    }; answer: OwnedStoreItems }
  /** The users whom the caller has blocked, most recent first */
  'blocks.list': { input: {
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: BlockList }
  /** Block a user, by username or user_id */
  'blocks.create': { input: BlocksCreateInput; answer: BlockConfirmation }
  /** Unblock a user */
  'blocks.remove': { input: {
      /** The id of the blocked user */
      user_id: number
    }; answer: Confirmation }
  /** The caller's friends and pending friend requests, newest first */
  'friends.overview': { input: {
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: FriendOverview }
  /** Send a friend request */
  'friends.request': { input: FriendsRequestInput; answer: SentFriendRequest }
  /** Accept or decline a friend request */
  'friends.answer': { input: {
      /** The id of the friend request: its `friendship_id` */
      id: number
    } & FriendsAnswerInput; answer: Confirmation }
  /** Cancel a friend request */
  'friends.cancel': { input: {
      /** The id of the friend request: its `friendship_id` */
      id: number
    }; answer: Confirmation }
  /** End a friendship */
  'friends.remove': { input: {
      /** The friend */
      user_id: number
    }; answer: Confirmation }
  /** The friends of the caller or of another user in the game, newest friendship first */
  'friends.list': { input: {
      /** Whose friends; without it, those of the caller */
      user_id?: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: FriendList }
  /** The pending friend requests that the caller sent, newest first */
  'friends.outgoing': { input: {
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: OutgoingFriendRequestList }
  /** The pending friend requests that the caller received, newest first */
  'friends.incoming': { input: {
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: IncomingFriendRequestList }
  /** What friends see of the caller */
  'presence.get': { input: NoFields; answer: OwnPresence }
  /** Change what friends see of the caller */
  'presence.change': { input: PresenceChangeInput; answer: OwnPresence }
  /** Add a score of the caller to a leaderboard */
  'leaderboards.addEntry': { input: {
      /** The id of the signed-in user */
      id: number
    } & LeaderboardsAddEntryInput; answer: OwnUserWithEntry }
  /** Delete the caller's entries on one leaderboard, or on all */
  'leaderboards.clearEntries': { input: {
      /** The id of the signed-in user */
      id: number
    } & LeaderboardsClearEntriesInput; answer: OwnUser }
  /** A user's leaderboard entries, best first */
  'leaderboards.entriesOfUser': { input: {
      /** The id of a user of the game */
      id: number
      /** Only entries on this leaderboard */
      leaderboard_name?: string
      /** On each leaderboard only what counts: the best, the latest or the sum, as the leaderboard has it */
      one_per_user?: boolean
      /** How many entries: at most 100; more counts as 100 */
      limit?: number
      /** The number of a season; without it, the running one */
      season?: number
      /** The group, on a leaderboard of groups; the caller must be a member */
      group_id?: number
    }; answer: LeaderboardEntriesOfUser }
  /** A leaderboard, best first */
  'leaderboards.entries': { input: {
      /** The id of the game of the signed-in user */
      id: number
      /** The name of the leaderboard */
      leaderboard_name: string
      /** Only the entry that counts for each user: the best, the latest or the sum, as the leaderboard has it */
      one_per_user?: boolean
      /** How many entries: at most 100; more counts as 100 */
      limit?: number
      /** The number of the page, of `limit` entries */
      page?: number
      /** The list begins at this place, instead of at a page */
      from_rank?: number
      /** The number of a season; without it, the running one */
      season?: number
      /** Only the caller and their friends, with ranks among them */
      friends_only?: boolean
      /** Only members of this group, with ranks among them, or the own leaderboard of the group if it has one; the caller must be a member */
      group_id?: number
    }; answer: LeaderboardEntryList }
  /** A user's rank on a leaderboard */
  'leaderboards.rank': { input: {
      /** The id of the game of the signed-in user */
      id: number
      /** The name of the leaderboard */
      name: string
      /** Whose rank; that of the caller if it is not sent */
      user_id?: number
      /** The number of a season; without it, the running one */
      season?: number
      /** Only the caller and their friends, with ranks among them */
      friends_only?: boolean
      /** Only members of this group, with ranks among them, or the own leaderboard of the group if it has one; the caller must be a member */
      group_id?: number
    }; answer: LeaderboardRank }
  /** The entries ranked next to that of a user, best first */
  'leaderboards.around': { input: {
      /** The id of the game of the signed-in user */
      id: number
      /** The name of the leaderboard */
      name: string
      /** Whose rank; that of the caller if it is not sent */
      user_id?: number
      /** How many entries, with that of the user; more than 100 counts as 100 */
      limit?: number
      /** The number of a season; without it, the running one */
      season?: number
      /** Only the caller and their friends, with ranks among them */
      friends_only?: boolean
      /** Only members of this group, with ranks among them, or the own leaderboard of the group if it has one; the caller must be a member */
      group_id?: number
    }; answer: RankedLeaderboardEntryList }
  /** The multiplayer rounds that the caller can join, is invited to or has joined, the newest first */
  'multiplayerRounds.list': { input: {
      /** Only rounds that can be joined: must be true */
      open?: boolean
      /** Only rounds with a free seat to which the caller is invited */
      invited?: boolean
      /** Only rounds in which the caller has a seat, also full ones */
      joined?: boolean
      /** Only rounds of this type */
      game_type?: string
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: OpenMultiplayerRoundList }
  /** Create a multiplayer round with rules, without a game round */
  'multiplayerRounds.create': { input: MultiplayerRoundsCreateInput; answer: MultiplayerRound }
  /** A multiplayer round with its master and one page of its rankings, best first */
  'multiplayerRounds.get': { input: {
      /** The id of the multiplayer round */
      id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: MultiplayerRound }
  /** A page of a leaderboard from any rank on */
  'leaderboards.entriesFromRank': { input: {
      /** The id of the game of the signed-in user */
      id: number
      /** The name of the leaderboard */
      name: string
      /** The rank of the first entry; behind the last one the list is empty */
      from_rank?: number
      /** How many entries: at most 100; more counts as 100 */
      limit?: number
      /** The number of a season; without it, the running one */
      season?: number
      /** Only the caller and their friends, with ranks among them */
      friends_only?: boolean
      /** Only members of this group, with ranks among them, or the own leaderboard of the group if it has one; the caller must be a member */
      group_id?: number
    }; answer: RankedLeaderboardPage }
  /** The settings and the seasons of a leaderboard */
  'leaderboards.seasons': { input: {
      /** The id of the game of the signed-in user */
      id: number
      /** The name of the leaderboard */
      name: string
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: LeaderboardSeasonPage }
  /** Take a game round out of a multiplayer round */
  'multiplayerRounds.removeEntry': { input: {
      /** The id of the multiplayer round */
      id: number
      /** The id of the game round */
      round_id: number
    }; answer: Confirmation }
  /** Take a seat in the multiplayer round with a code */
  'multiplayerRounds.joinByCode': { input: MultiplayerRoundsJoinByCodeInput; answer: MultiplayerRound }
  /** Take a seat in a multiplayer round with rules */
  'multiplayerRounds.join': { input: {
      /** The id of the multiplayer round */
      id: number
    } & MultiplayerRoundsJoinInput; answer: MultiplayerRound }
  /** Leave a multiplayer round with rules */
  'multiplayerRounds.leave': { input: {
      /** The id of the multiplayer round */
      id: number
    }; answer: Confirmation }
  /** Remove a player from a multiplayer round with rules */
  'multiplayerRounds.kick': { input: {
      /** The id of the multiplayer round */
      id: number
      /** The id of the player */
      user_id: number
    }; answer: Confirmation }
  /** Invite players to a multiplayer round with rules */
  'multiplayerRounds.invite': { input: {
      /** The id of the multiplayer round */
      id: number
    } & MultiplayerRoundsInviteInput; answer: RoundInvites }
  /** Finish a multiplayer round */
  'multiplayerRounds.finish': { input: {
      /** The id of the multiplayer round */
      id: number
    }; answer: MultiplayerRound }
  /** The caller's tickets that have not ended, and those to which they are invited */
  'matchmaking.listTickets': { input: NoFields; answer: MatchmakingTicketList }
  /** Look for opponents, alone or with a party of friends */
  'matchmaking.createTicket': { input: MatchmakingCreateTicketInput; answer: MatchmakingTicket }
  /** What has become of a ticket */
  'matchmaking.getTicket': { input: {
      /** The id of the ticket */
      id: number
    }; answer: MatchmakingTicket }
  /** Give up a ticket, or decline an invitation */
  'matchmaking.cancelTicket': { input: {
      /** The id of the ticket */
      id: number
    }; answer: MatchmakingTicket }
  /** Accept the invitation to a party */
  'matchmaking.acceptTicket': { input: {
      /** The id of the ticket */
      id: number
    }; answer: MatchmakingTicket }
  /** Answer a ready check */
  'matchmaking.ready': { input: {
      /** The id of the ticket */
      id: number
    }; answer: MatchmakingTicket }
  /** Add a game round */
  'rounds.create': { input: RoundsCreateInput; answer: RoundWithRankings }
  /** A user's game rounds, newest first */
  'rounds.list': { input: {
      /** Whose rounds */
      user_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
      /** Only rounds that were created before the one with this id */
      before_id?: number
      /** Only rounds of this type */
      game_type?: string
      /** Only rounds that started at this time or later */
      from?: string
      /** Only rounds that started at this time or earlier */
      to?: string
      /** Only multiplayer rounds that this user also played in */
      opponent_id?: number
    }; answer: RoundList }
  /** A game round, with the rankings of its multiplayer round */
  'rounds.get': { input: {
      /** The id of the game round */
      id: number
    }; answer: RoundWithRankings }
  /** Change a game round */
  'rounds.change': { input: {
      /** The id of the game round */
      id: number
    } & RoundsChangeInput; answer: RoundWithRankings }
  /** Delete a game round */
  'rounds.delete': { input: {
      /** The id of the game round */
      id: number
    }; answer: Confirmation }
  /** The ratings of a player, one for each game type */
  'ratings.get': { input: {
      /** Whose ratings; those of the caller if it is not sent */
      user_id?: number
    }; answer: RatingList }
  /** How rounds have changed the ratings of a player, the latest first */
  'ratings.history': { input: {
      /** Whose ratings; those of the caller if it is not sent */
      user_id?: number
      /** Only of this game type */
      game_type?: string
      /** The `next` of the page before */
      before?: number
      /** How many: at most 100; more counts as 100 */
      limit?: number
    }; answer: RatingHistory }
  /** The players with the best ratings in a game type, best first */
  'ratings.leaderboard': { input: {
      /** Of which game type */
      game_type: string
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: RatingLeaderboard }
  /** Create a group */
  'groups.create': { input: GroupsCreateInput; answer: Group }
  /** Searchable groups and those that the caller is a member of or invited to, oldest first */
  'groups.list': { input: {
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
      /** Finds groups by the beginnings of words of the name. All words of the query must be in the name; of more than eight, the longest count. */
      query?: string
      /** Only groups that this user is a member of */
      user_id?: number
      /** Include members, admins, join requests and invites */
      with_full_data?: boolean
    }; answer: GroupList }
  /** The groups that the caller is a member of, oldest first */
  'groups.mine': { input: {
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
      /** Include members, admins, join requests and invites */
      with_full_data?: boolean
    }; answer: GroupList }
  /** The caller's pending invites to groups, newest first */
  'groups.myInvites': { input: {
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: GroupInviteList }
  /** A group's pending invites, oldest first */
  'groups.invites': { input: {
      /** The id of the group */
      id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: GroupInviteList }
  /** A group's pending join requests, oldest first */
  'groups.joinRequests': { input: {
      /** The id of the group */
      id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: GroupJoinRequestList }
  /** A group with its members; `with_full_data=false` leaves them out */
  'groups.get': { input: {
      /** The id of the group */
      id: number
      /** Include members, admins, join requests and invites */
      with_full_data?: boolean
    }; answer: GroupOrSummary }
  /** Change a group */
  'groups.change': { input: {
      /** The id of the group */
      id: number
    } & GroupsChangeInput; answer: Group }
  /** Delete a group with its chat, attributes and connections */
  'groups.delete': { input: {
      /** The id of the group */
      id: number
    }; answer: Confirmation }
  /** Ask to join a group, or invite a user to it */
  'groups.connect': { input: GroupsConnectInput; answer: GroupConnection }
  /** Accept or decline an invite or a join request */
  'groups.answer': { input: {
      /** The id of the invite or join request */
      id: number
    } & GroupsAnswerInput; answer: AnsweredGroupConnection }
  /** Cancel a pending join request or invite */
  'groups.cancel': { input: {
      /** The id of the join request or invite */
      id: number
    }; answer: Confirmation }
  /** Leave a group */
  'groups.leave': { input: {
      /** The id of the group */
      id: number
    }; answer: Confirmation }
  /** Remove a member from a group */
  'groups.removeMember': { input: {
      /** The id of the member */
      id: number
    } & GroupsRemoveMemberInput; answer: Confirmation }
  /** Make a member an admin */
  'groups.addAdmin': { input: {
      /** The id of the group */
      id: number
    } & GroupsAddAdminInput; answer: Confirmation }
  /** Remove the admin role from a member */
  'groups.removeAdmin': { input: {
      /** The id of the group */
      id: number
      /** The id of the admin */
      user_id: number
    }; answer: Confirmation }
  /** The attributes of a group */
  'groupAttributes.list': { input: {
      /** The id of the group */
      id: number
      /** The number of the page; without it and `per_page`, all are listed */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: GroupAttributeList }
  /** Remove attributes of a group */
  'groupAttributes.remove': { input: {
      /** The id of the group */
      id: number
      /** The key of an attribute to remove */
      key?: string
      /** The keys of the attributes to remove */
      keys?: string[]
      /** The user whose attributes are removed, instead of keys; 0: users whose data was erased */
      creator_id?: number
    }; answer: GroupAttributeRemoval }
  /** Add attributes to a group */
  'groupAttributes.add': { input: {
      /** The id of the group */
      id: number
    } & GroupAttributesAddInput; answer: GroupAttributeList }
  /** Change the value of an attribute of a group */
  'groupAttributes.change': { input: {
      /** The id of the group */
      id: number
    } & GroupAttributesChangeInput; answer: GroupAttribute }
  /** Send a message to players or to a group */
  'chats.write': { input: ChatsWriteInput; answer: WrittenChat }
  /** The caller's chats, latest activity first, 25 of each kind per page */
  'chats.list': { input: {
      /** The number of the page, from 1 */
      page: number
    }; answer: ChatList }
  /** Leave a chat */
  'chats.leave': { input: {
      /** The id of the chat */
      id: number
    }; answer: Confirmation }
  /** Send a message to a chat */
  'messages.post': { input: MessagesPostInput; answer: SentChatMessage }
  /** The messages of a chat, newest first, 25 per page */
  'messages.list': { input: {
      /** The number of the page, from 1 */
      page: number
      /** The chat */
      chat_id: number
    }; answer: ChatMessageList }
  /** Mark a message as read */
  'messages.markAsRead': { input: {
      /** The id of the message */
      id: number
    }; answer: Confirmation }
  /** Report a player, a message or a group */
  'reports.create': { input: ReportsCreateInput; answer: ReportConfirmation }
  /** The warnings of the signed-in user, newest first */
  'moderation.warnings': { input: {
      /** The id of the signed-in user */
      id: number
      /** Only entries with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: WarningList }
  /** The caller's notifications, newest first */
  'notifications.list': { input: {
      /** The `next` of the last answer: what is older. Without it, the newest */
      before?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: NotificationList }
  /** Mark all notifications as read */
  'notifications.markAllAsRead': { input: NoFields; answer: UnreadCount }
  /** Mark a notification as read */
  'notifications.markAsRead': { input: {
      /** The id of the notification */
      id: number
    }; answer: UnreadCount }
  /** The events after a cursor, or the next ones */
  'events.list': { input: {
      /** The `cursor` of the last answer, or the `id` of an event. Without it, events begin now */
      after?: string
      /** For how many seconds to wait if there are no events */
      wait?: number
      /** Only these types, separated by commas. Without it, all that are always recorded: see docs/events.md */
      types?: string
    }; answer: EventList }
  /** Export everything stored about the caller's account */
  'accounts.export': { input: {
      /** The id of the signed-in user */
      id: number
    }; answer: AccountExport }
}

export interface EventDataByType {
  /** A player has sent a friend request. */
  'friend_request.received': FriendRequestReceivedEventData
  /** A friend request was accepted: the two are friends now. */
  'friend_request.accepted': FriendRequestEventData
  /** A friend request was declined. */
  'friend_request.declined': FriendRequestEventData
  /** A friend request was withdrawn by the player who sent it. */
  'friend_request.withdrawn': FriendRequestEventData
  /** A friend has come online. */
  'friend.online': FriendOnlineEventData
  /** A friend has gone offline: no stream for 10 seconds, and no request for a minute. */
  'friend.offline': FriendOfflineEventData
  /** One of two friends has ended the friendship, perhaps by blocking the other. */
  'friendship.ended': UserEventData
  /** A player was invited to a group. */
  'group_invitation.received': GroupInvitationReceivedEventData
  /** An invitation was withdrawn. */
  'group_invitation.withdrawn': GroupConnectionEventData
  /** An invitation was declined. */
  'group_invitation.declined': GroupConnectionEventData
  /** A player has asked to join a group. */
  'group_join_request.received': GroupConnectionEventData
  /** A request to join a group was accepted. */
  'group_join_request.accepted': GroupConnectionEventData
  /** A request to join a group was declined. */
  'group_join_request.declined': GroupConnectionEventData
  /** A request to join a group was withdrawn by the player who sent it. */
  'group_join_request.withdrawn': GroupConnectionEventData
  /** A player has become a member of a group. */
  'group_member.joined': GroupMemberEventData
  /** A member has left a group, or has deleted their account. */
  'group_member.left': GroupMemberEventData
  /** A member was removed from a group by an admin. */
  'group_member.removed': GroupMemberEventData
  /** A member has become an admin of a group, perhaps because the last other admin has left. */
  'group_member.promoted': GroupMemberEventData
  /** The name or the settings of a group have changed. */
  'group.changed': GroupEventData
  /** A group was deleted, perhaps because its last member has left. */
  'group.deleted': GroupEventData
  /** A message was posted in a chat. */
  'message.posted': MessagePostedEventData
  /** A message was read. */
  'message.read': MessageReadEventData
  /** Attributes of a group were added, changed or removed. */
  'group_attributes.changed': GroupAttributesChangedEventData
  /** A game round was added to a multiplayer round. */
  'multiplayer_entry.added': MultiplayerEntryEventData
  /** A game round of a multiplayer round was changed, such as its score. */
  'multiplayer_entry.changed': MultiplayerEntryEventData
  /** A game round was deleted, or taken out of its multiplayer round. */
  'multiplayer_entry.removed': MultiplayerEntryEventData
  /** A player has bought an item. */
  'purchase.made': PurchaseEventData
  /** A purchase was taken back. The price is 0 if it was not reimbursed. */
  'purchase.refunded': PurchaseEventData
  /** A player's credits have changed. */
  'credits.changed': CreditsChangedEventData
  /** A player's score was added to, or set. */
  'score.changed': UserEventData
  /** The operator or the server of the game has something to say. */
  'announcement.posted': AnnouncementPostedEventData
  /** A player has taken a seat in a multiplayer round with rules. */
  'multiplayer_round.player_joined': MultiplayerRoundPlayerJoinedEventData
  /** A player has left a multiplayer round with rules, was removed by its master, or has deleted their account. */
  'multiplayer_round.player_left': MultiplayerRoundPlayerLeftEventData
  /** A player was invited to a multiplayer round with rules. */
  'multiplayer_round.invited': MultiplayerRoundInvitedEventData
  /** A multiplayer round is finished: its entries and places stay as they are. */
  'multiplayer_round.finished': MultiplayerRoundFinishedEventData
  /** The prize of a player for a season was paid. */
  'leaderboard.prize_won': LeaderboardPrizeWonEventData
  /** A friend wants to look for opponents together with a player. */
  'match.invited': MatchInvitedEventData
  /** Matchmaking has found opponents, and all of them must say that they are ready. */
  'match.ready_check': MatchReadyCheckEventData
  /** Matchmaking has found opponents: there is a multiplayer round in which each of them has a seat. */
  'match.found': MatchFoundEventData
  /** A rated round has finished, and so the rating of a player has changed. */
  'rating.changed': RatingChangedEventData
  /** Staff have hidden a message: show it without its text, or not at all. */
  'message.hidden': MessageHiddenEventData
  /** Staff have warned a player. */
  'moderation.warned': ModerationWarnedEventData
  /** A player was muted: they may not write messages, set a status, create or rename groups, or invite to groups and multiplayer rounds. */
  'moderation.muted': SanctionEventData
  /** A player is no longer muted. There is none when a mute ends by itself. */
  'moderation.unmuted': EndedSanctionEventData
  /** A player was banned: the server refuses all requests with their tokens. */
  'moderation.banned': SanctionEventData
  /** A player may play again. There is none when a ban ends by itself. */
  'moderation.unbanned': EndedSanctionEventData
  /** Staff have approved a score that waited for review: it counts now. */
  'score.approved': ReviewedScoreEventData
  /** Staff have rejected a score that waited for review: it never counts. */
  'score.rejected': ReviewedScoreEventData
  /** The game's own code has something to say. */
  'game.event': GameEventEventData
  /** An operator has sent a test event to a webhook. */
  'webhook.test': WebhookTestEventData
}

export type RefusalCode = 'invalid_input' | 'malformed_body' | 'body_too_large' | 'unknown_route' | 'method_not_allowed' | 'upgrade_required' | 'request_timeout' | 'bad_request' | 'bad_address' | 'address_too_long' | 'idempotency_key_reused' | 'not_the_server' | 'not_signed_in' | 'not_your_account' | 'not_the_system' | 'not_staff' | 'csrf_token_missing' | 'role_too_low' | 'needs_all_games' | 'staff_not_found' | 'invitation_not_found' | 'last_owner' | 'second_factor_needed' | 'wrong_code' | 'second_factor_required' | 'second_factor_exists' | 'too_many_staff_tokens' | 'name_not_confirmed' | 'note_not_found' | 'not_your_note' | 'backup_folder_missing' | 'backup_folder_unusable' | 'backup_running' | 'backup_not_found' | 'game_export_running' | 'game_has_players' | 'staff_token_not_found' | 'wrong_metrics_key' | 'banned' | 'muted' | 'not_banned' | 'not_muted' | 'word_not_allowed' | 'reporting_oneself' | 'already_reported' | 'too_many_reports' | 'report_not_found' | 'report_closed' | 'action_not_possible' | 'refused_by_game' | 'game_code_slow' | 'game_code_failed' | 'game_task_not_failed' | 'round_finished' | 'only_for_the_master' | 'round_full' | 'round_not_joinable' | 'wrong_round_code' | 'kicked_from_round' | 'round_without_rules' | 'no_seat_in_round' | 'kicking_oneself' | 'wrong_game_type' | 'too_many_entries_in_round' | 'too_many_round_invites' | 'too_many_open_rounds' | 'matched_round' | 'entries_not_ended' | 'score_not_allowed' | 'too_many_held_scores' | 'score_rule_not_found' | 'too_many_score_rules' | 'held_score_not_found' | 'season_not_found' | 'season_being_paid' | 'leaderboard_of_groups' | 'not_a_leaderboard_of_groups' | 'prize_ranks_overlap' | 'season_has_entries' | 'leaderboard_settings_not_found' | 'too_many_leaderboard_settings' | 'matchmaking_not_offered' | 'matchmaking_not_found' | 'too_many_matchmaking_types' | 'ticket_not_found' | 'ticket_ended' | 'already_in_matchmaking' | 'party_too_large' | 'party_of_strangers' | 'attributes_refused' | 'ready_check_missed' | 'no_ready_check' | 'rated_game_type_not_found' | 'too_many_rated_game_types' | 'route_closed' | 'server_attribute' | 'other_game' | 'too_many_attempts' | 'export_running' | 'too_many_requests' | 'busy' | 'overloaded' | 'database_unavailable' | 'disk_full' | 'read_too_slow' | 'stopping' | 'internal' | 'game_not_found' | 'game_disabled' | 'user_not_found' | 'username_unknown' | 'username_taken' | 'email_taken' | 'wrong_credentials' | 'wrong_password' | 'service_key_name_taken' | 'service_key_not_found' | 'wrong_reset_token' | 'email_not_verified' | 'email_already_verified' | 'no_email' | 'wrong_verification_token' | 'invalid_address' | 'session_not_found' | 'out_of_range' | 'attribute_not_found' | 'too_many_attributes' | 'attributes_too_large' | 'item_not_found' | 'item_not_purchased' | 'item_already_purchased' | 'not_enough_credits' | 'blocking_oneself' | 'not_blocked' | 'user_blocked' | 'too_many_blocks' | 'befriending_oneself' | 'already_friends' | 'friend_request_pending' | 'friend_request_not_received' | 'friend_request_not_sent' | 'not_friends' | 'too_many_leaderboard_entries' | 'leaderboard_entries_too_large' | 'too_many_leaderboards' | 'not_on_leaderboard' | 'leaderboard_entry_not_found' | 'round_not_found' | 'not_your_round' | 'multiplayer_round_not_found' | 'not_the_master' | 'group_not_found' | 'not_group_admin' | 'not_group_member' | 'user_not_in_group' | 'group_full' | 'too_many_groups' | 'group_has_more_members' | 'group_invite_only' | 'removed_from_group' | 'already_connected' | 'too_many_pending' | 'too_many_join_requests' | 'connection_not_found' | 'connection_answered' | 'last_group_admin' | 'group_attribute_forbidden' | 'group_attribute_exists' | 'group_attribute_not_found' | 'too_many_group_attributes' | 'group_attributes_too_large' | 'group_share_too_large' | 'notification_not_found' | 'announcement_not_found' | 'too_many_announcements' | 'cursor_too_old' | 'too_many_streams' | 'webhook_not_found' | 'webhook_url_refused' | 'too_many_webhooks' | 'delivery_not_found' | 'chat_partner_unknown' | 'chat_not_found' | 'chat_empty' | 'chat_of_group' | 'too_many_chats' | 'message_not_found' | 'message_already_read'

