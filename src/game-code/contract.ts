// Written by `npm run generate`. Change the schemas of the routes, not this file.


type With<T, K extends keyof T> = T & { [P in K]-?: NonNullable<T[P]> }

type NoFields = Record<string, never>

export interface AcceptedAnnouncement {
  /** With it, it can be cancelled. Null: it was posted at once */
  id: number | null
  /** When it is posted, or was */
  at: string
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

export interface EndedSanctionEventData {
  user: PublicUser
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

export interface LeaderboardPrizeWonEventData {
  leaderboard_name: string
  season: number
  rank: number
  /** 0 if the prize is only an item */
  credits: number
  /** null if there is none; named also if the player already had it */
  store_item_id: number | null
}

export interface LeaderboardSeasonEndedEventData {
  leaderboard_name: string
  season: number
  /** ISO 8601, UTC, three decimals */
  starts_at: string
  /** ISO 8601, UTC, three decimals */
  ends_at: string
  /** How many players win a prize */
  winners: number
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

export interface NewAnnouncement {
  /** What players read */
  text: string
  /** To this player only */
  user_id?: number
  /** To the members of this group only; not together with `user_id` */
  group_id?: number
  /** When it is posted, within a minute. Without it, now */
  at?: string
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

export interface OwnPresence {
  /** Empty: none */
  status: string
  /** Whether the caller seems to be offline */
  invisible: boolean
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

export interface PlayerDeletedEventData {
  user_id: number
}

export interface PlayerOfMatch {
  id: number
  username: string
  team: number | null
}

export interface PlayerSignedUpEventData {
  is_guest: boolean
  user: PublicUser
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

export interface ReportCreatedEventData {
  id: number
  kind: "player" | "message" | "group"
  /** The player, message or group */
  target_id: number
  reason: string
  user?: PublicUser
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

export interface RoundInvites {
  /** How many were not invited before and have no seat */
  invited: number
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

export interface ScoreHeldEventData {
  /** Of the score while it waits for review */
  id: number
  kind: "leaderboard" | "game_type"
  /** Of the leaderboard or game type */
  name: string
  /** null for an entry of a leaderboard; otherwise the round that has the score */
  game_round_id: number | null
  score: number
  user: PublicUser
  broken: "maximum" | "minimum" | "largest_step" | "most_per_minute" | "needs_finished_round"
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
  /** Block a user, by username or user_id */
  'blocks.create': { input: BlocksCreateInput; answer: BlockConfirmation }
  /** Unblock a user */
  'blocks.remove': { input: {
      /** The id of the blocked user */
      user_id: number
    }; answer: Confirmation }
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
  /** Create a multiplayer round with rules, without a game round */
  'multiplayerRounds.create': { input: MultiplayerRoundsCreateInput; answer: MultiplayerRound }
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
  /** Look for opponents, alone or with a party of friends */
  'matchmaking.createTicket': { input: MatchmakingCreateTicketInput; answer: MatchmakingTicket }
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
  /** Create a group */
  'groups.create': { input: GroupsCreateInput; answer: Group }
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
  /** Leave a chat */
  'chats.leave': { input: {
      /** The id of the chat */
      id: number
    }; answer: Confirmation }
  /** Send a message to a chat */
  'messages.post': { input: MessagesPostInput; answer: SentChatMessage }
  /** Mark a message as read */
  'messages.markAsRead': { input: {
      /** The id of the message */
      id: number
    }; answer: Confirmation }
  /** Report a player, a message or a group */
  'reports.create': { input: ReportsCreateInput; answer: ReportConfirmation }
  /** Mark all notifications as read */
  'notifications.markAllAsRead': { input: NoFields; answer: UnreadCount }
  /** Mark a notification as read */
  'notifications.markAsRead': { input: {
      /** The id of the notification */
      id: number
    }; answer: UnreadCount }
  /** Send an announcement to a player, a group or the whole game */
  'announcements.send': { input: NewAnnouncement; answer: AcceptedAnnouncement }
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
  /** A player has signed up, or a guest has come for the first time. */
  'player.signed_up': PlayerSignedUpEventData
  /** A guest has set a password: the account is a full one now. */
  'player.upgraded': UserEventData
  /** An account was deleted. Delete what you have stored about this player. */
  'player.deleted': PlayerDeletedEventData
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
  /** A season of a leaderboard has ended. */
  'leaderboard.season_ended': LeaderboardSeasonEndedEventData
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
  /** A player has reported a player, a message or a group. */
  'report.created': ReportCreatedEventData
  /** A score breaks a rule of its leaderboard or game type, and waits for review. */
  'score.held': ScoreHeldEventData
  /** Staff have approved a score that waited for review: it counts now. */
  'score.approved': ReviewedScoreEventData
  /** Staff have rejected a score that waited for review: it never counts. */
  'score.rejected': ReviewedScoreEventData
  /** The game's own code has something to say. */
  'game.event': GameEventEventData
  /** An operator has sent a test event to a webhook. */
  'webhook.test': WebhookTestEventData
}

export const operation_names: readonly string[] = [
  'sessions.signOut',
  'sessions.end',
  'accounts.signUp',
  'accounts.guest',
  'accounts.delete',
  'accounts.change',
  'accounts.changePassword',
  'passwords.forgot',
  'passwords.reset',
  'emailVerification.send',
  'scores.add',
  'scores.set',
  'attributes.set',
  'attributes.remove',
  'credits.add',
  'credits.set',
  'store.purchase',
  'store.refund',
  'blocks.create',
  'blocks.remove',
  'friends.request',
  'friends.answer',
  'friends.cancel',
  'friends.remove',
  'presence.change',
  'leaderboards.addEntry',
  'leaderboards.clearEntries',
  'multiplayerRounds.removeEntry',
  'multiplayerRounds.create',
  'multiplayerRounds.joinByCode',
  'multiplayerRounds.join',
  'multiplayerRounds.leave',
  'multiplayerRounds.kick',
  'multiplayerRounds.invite',
  'multiplayerRounds.finish',
  'matchmaking.createTicket',
  'matchmaking.cancelTicket',
  'matchmaking.acceptTicket',
  'matchmaking.ready',
  'rounds.create',
  'rounds.change',
  'rounds.delete',
  'groups.create',
  'groups.change',
  'groups.delete',
  'groups.connect',
  'groups.answer',
  'groups.cancel',
  'groups.leave',
  'groups.removeMember',
  'groups.addAdmin',
  'groups.removeAdmin',
  'groupAttributes.remove',
  'groupAttributes.add',
  'groupAttributes.change',
  'chats.write',
  'chats.leave',
  'messages.post',
  'messages.markAsRead',
  'reports.create',
  'notifications.markAllAsRead',
  'notifications.markAsRead',
  'announcements.send',
  'sessions.signIn',
]

