// Written by `npm run generate`. Change the schemas of the routes, not this file.


type With<T, K extends keyof T> = T & { [P in K]-?: NonNullable<T[P]> }

type NoFields = Record<string, never>

export interface AcceptedAnnouncement {
  /** With it, it can be cancelled. Null: it was posted at once */
  id: number | null
  /** When it is posted, or was */
  at: string
}

export interface ActivityPeriod {
  /** The day, or the first day of the week or month */
  day: string
  /** Players who signed up, with guests */
  sign_ups: number
  /** Different players who sent a request, signed up or played */
  active: number
}

export interface AdminGame {
  id: number
  name: string
  description: string
  enabled: boolean
  ranking_order: "descending" | "ascending"
  share_player_emails: boolean
  requires_verified_email: boolean
  permissions: Permissions
}

export interface AdminGamesChangeInput {
  /** The name of the game */
  name?: string
  /** What the game is about */
  description?: string
  /** false: requests of players and of service keys are refused */
  enabled?: boolean
  /** `ascending`: the lowest score is the best, as in a race */
  ranking_order?: "descending" | "ascending"
  /** Whether players see the email addresses of others */
  share_player_emails?: boolean
  /** Whether sign-ins to accounts with an unverified email address are refused */
  requires_verified_email?: boolean
  permissions?: Permissions
  /** Variables to add, or to give a new value */
  variables?: NewGameVariable[]
  /** The keys of variables to remove */
  removed_variables?: string[]
}

export interface AdminGamesCreateInput {
  /** The name of the game */
  name: string
  /** What the game is about */
  description?: string
}

export interface AdminGroupsRenameInput {
  /** The new name; other groups may have the same */
  name: string
}

export interface AdminGroupsSetAttributeInput {
  /** The key of the attribute */
  key: string
  /** Its new value */
  value: string
}

export interface AdminHeldScoresRejectPlayerInput {
  /** The player */
  user_id: number
  /** true: also delete all entries of the player on the leaderboards of the rejected scores: those of the running season if it has seasons, and not on leaderboards of groups */
  clear_leaderboards?: boolean
  /** true: also ban the player, which needs `reason` */
  ban?: boolean
  /** Why. The player reads it */
  reason?: string
  /** Until when. Without it: forever */
  until?: string
}

export interface AdminLeaderboardsChangeSettingsInput {
  /** Which score is the best; without it, as in the settings of the game */
  order?: "highest" | "lowest"
  /** What counts of a player: the best entry, the latest, or the sum of all. No entry is deleted. Of equal scores, the earlier is ahead */
  counts?: "best" | "latest" | "sum"
  /** `game`: one leaderboard for all players. `each_group`: each group has its own, which only its members see */
  one_for?: "game" | "each_group"
  /** `none`, `day`, `week` (from Monday), `month`, or a cron expression of five fields: at these times a season ends and the next begins */
  period?: string
  /** The IANA time zone in which days begin */
  time_zone?: string
  /** Paid once to each player with these ranks when a season ends, as they are then. Players who are banned or deleted get none, and nobody moves up for them */
  prizes?: Array<{
    /** The first rank that wins it */
    from_rank: number
    /** The last rank that wins it */
    to_rank: number
    /** Credits for each of them */
    credits?: number
    /** An item of the store for each of them */
    store_item_id?: number
  }>
}

export interface AdminMatchmakingChangeInput {
  /** 0: everyone plays for themselves */
  teams?: number
  /** Players of a team */
  team_size?: number
  /** Without teams: fewest players of a match */
  min_players?: number
  /** Without teams: most players of a match */
  max_players?: number
  /** Without teams: when a match has enough players but is not full, how long its oldest ticket waits before it starts anyway */
  fill_seconds?: number
  /** How far apart the ratings of a match may be, at first */
  distance?: number
  /** By how much that grows for each second that a ticket waits */
  distance_per_second?: number
  /** From this distance on a ticket is matched with anyone, however far apart */
  anyone_from_distance?: number
  /** After so many seconds, players of different regions may meet. Null: never */
  mix_regions_after?: number | null
  /** How long players have to say that they are ready. 0: nobody is asked */
  ready_seconds?: number
  /** So many seconds after a match was made, its round finishes by itself, if nobody has finished it before. Null: never */
  close_after_seconds?: number | null
  /** Whether tickets may have attributes, which players choose freely: two who agree on one meet nobody else. `refused` is for game types that are ranked */
  attributes?: "allowed" | "refused"
}

export interface AdminMeBeginSecondFactorInput {
  /** The password that you sign in with now */
  current_password: string
}

export interface AdminMeChangeInput {
  /** The password that you sign in with now */
  current_password: string
  /** As others see it, and the audit log */
  name?: string
  /** To sign in with */
  password?: string
  /** The code that your authenticator app shows, or a recovery code */
  code?: string
}

export interface AdminMeConfirmSecondFactorInput {
  /** The code that your authenticator app shows, or a recovery code */
  code: string
}

export interface AdminPlayersAddNoteInput {
  /** What others should know */
  text: string
}

export interface AdminPlayersAdjustCreditsInput {
  /** How many credits to add, or to take with a minus */
  add?: number
  /** How many credits there are to be, instead of `add` */
  set?: number
  /** Why: the audit log keeps it */
  reason: string
}

export interface AdminPlayersAdjustScoreInput {
  /** How many points to add, or to take with a minus */
  add?: number
  /** How many points there are to be, instead of `add` */
  set?: number
  /** Why: the audit log keeps it */
  reason: string
}

export interface AdminPlayersBanInput {
  /** Why. The player reads it */
  reason: string
  /** Until when. Without it: forever */
  until?: string
}

export interface AdminPlayersGrantItemInput {
  /** The id of the item */
  store_item_id: number
  /** Why: the audit log keeps it */
  reason?: string
}

export interface AdminPlayersMuteInput {
  /** Why. The player reads it */
  reason: string
  /** Until when. Without it: forever */
  until?: string
}

export interface AdminPlayersRenameInput {
  /** The new name */
  username: string
  /** Why: the audit log keeps it */
  reason?: string
}

export interface AdminPlayersSetAttributeInput {
  /** The key of the attribute */
  key: string
  /** Its new value */
  value: string
}

export interface AdminPlayersWarnInput {
  /** Why. The player reads it */
  reason: string
}

export interface AdminRatedGameTypesChangeInput {
  /** Whether rounds that finish are rated */
  enabled?: boolean
  /** The skill that players begin with */
  mu?: number
  /** How uncertain that is: the larger, the more the first rounds change */
  sigma?: number
  /** How much chance there is in a round: the larger, the less a single round changes */
  beta?: number
  /** How much uncertainty each round adds; with 0, ratings settle for good */
  tau?: number
  /** How many players of a round must have a score for it to be rated */
  min_scores?: number
}

export interface AdminReportsResolveInput {
  /** `hide_message`: players see `(hidden by a moderator)` instead of its text. `rename`: the player or group gets a neutral name. `warn`, `mute`, `ban`: the player, which needs `reason` */
  actions: Array<"hide_message" | "rename" | "warn" | "mute" | "ban">
  /** Why. The player reads it */
  reason?: string
  /** Until when. Without it: forever */
  until?: string
}

export interface AdminScoreRulesSetInput {
  /** What the rule is about */
  kind: "leaderboard" | "game_type"
  /** The name of the leaderboard or game type */
  name: string
  /** The smallest score that is allowed. Null: any */
  minimum?: number | null
  /** The largest score that is allowed. Null: any */
  maximum?: number | null
  /** By how much a score may be better than what counts for the player there now, in the running season. A first score is not compared. Where scores are added up, each score itself must not be larger than this, also the first. Null: any */
  largest_step?: number | null
  /** How many scores one player may add there in a minute; a minute begins with its first score. Null: any */
  most_per_minute?: number | null
  /** A score needs an entry of the player in a multiplayer round with rules and at least one other player that was finished within the last hour, and after their last score there. For a game type, it must be a round of this type, and entries of a multiplayer round need none */
  needs_finished_round?: boolean
  /** `refuse`: the score is refused. `review`: only its player sees it until staff approve it */
  outcome: "refuse" | "review"
}

export interface AdminServiceKeysCreateInput {
  /** A name that no other key of the game has: printable ASCII without spaces */
  name: string
  /** ISO 8601, in the future; without it the key does not expire */
  expires_at?: string
}

export interface AdminSessionsStartInput {
  email: string
  /** The password that you sign in with now */
  password: string
  /** The code that your authenticator app shows, or a recovery code */
  code?: string
}

export interface AdminStaffChangeInput {
  /** `viewer` sees everything but changes nothing, `support` helps players, `admin` changes games, `owner` also decides who is staff */
  role?: "viewer" | "support" | "admin" | "owner"
  /** Only these games. Null: all games, also those that are created later */
  game_ids?: number[] | null
  /** Whether they may not sign in any more */
  is_disabled?: boolean
}

export interface AdminStaffInviteInput {
  /** `viewer` sees everything but changes nothing, `support` helps players, `admin` changes games, `owner` also decides who is staff */
  role: "viewer" | "support" | "admin" | "owner"
  /** Only these games. Null: all games, also those that are created later */
  game_ids?: number[] | null
}

export interface AdminStaffJoinInput {
  /** The token of the invitation */
  token: string
  /** As others see it, and the audit log */
  name: string
  email: string
  /** To sign in with */
  password: string
}

export interface AdminStoreAddInput {
  /** The name of the item */
  name: string
  /** What it costs, in credits */
  cost: number
  /** A text about it */
  description?: string
  /** Any word by which the game sorts its items */
  category?: string
  /** The web address of its icon */
  icon_url?: string
}

export interface AdminStoreChangeInput {
  /** The name of the item */
  name?: string
  /** What it costs, in credits */
  cost?: number
  /** A text about it */
  description?: string
  /** Any word by which the game sorts its items */
  category?: string
  /** The web address of its icon; null removes it */
  icon_url?: string | null
}

export interface AdminTestPlayersSignInInput {
  /** Which of the test players of the game */
  number: number
}

export interface AdminTokensCreateInput {
  /** The password that you sign in with now */
  current_password: string
  /** What it is for */
  name: string
  /** `viewer` sees everything but changes nothing, `support` helps players, `admin` changes games, `owner` also decides who is staff */
  role: "viewer" | "support" | "admin" | "owner"
  /** Only these games. Null: all games, also those that are created later */
  game_ids?: number[] | null
  /** In the future; without it the token does not expire */
  expires_at?: string
}

export interface AdminWebhooksChangeInput {
  /** With https, and of a public address */
  url?: string
  /** Only these types of events: see docs/events.md. Empty: all that are always recorded, and none of those that are recorded only while someone asks for them */
  types?: string[]
}

export interface AdminWebhooksCreateInput {
  /** With https, and of a public address */
  url: string
  /** Only these types of events: see docs/events.md. Empty: all that are always recorded, and none of those that are recorded only while someone asks for them */
  types?: string[]
}

export interface AdminWebhooksRedeliverSinceInput {
  /** Events that happened then or later */
  since: string
}

export interface AdminWordFilterChangeInput {
  /** Each is found as a whole word, in any case, also with full-width letters, look-alikes of other scripts, accents or strokes, invisible characters, or a blank or sign between all letters. With an asterisk at its beginning or end it is also found inside of other words */
  words: string[]
  /** `refuse`: new names of players and groups, types of groups and statuses with such a word are refused. What exists stays */
  names: "off" | "refuse"
  /** `refuse`: messages with such a word are refused. `mask`: each of its characters becomes an asterisk */
  messages: "off" | "refuse" | "mask"
}

export interface AudienceByPreset {
  /** Under this preset */
  casual: "both" | "players" | "service_keys" | "none"
  /** Under this preset */
  competitive: "both" | "players" | "service_keys" | "none"
  /** Under this preset */
  server_authoritative: "both" | "players" | "service_keys" | "none"
}

export interface AuditEntry {
  /** The id of the entry */
  id: number
  /** ISO 8601, UTC, three decimals */
  at: string
  actor_kind: "session" | "token" | "system" | "cli"
  /** The member of the staff. Null: the system key or a command */
  actor_id: number | null
  /** Their name at that time */
  actor_name: string
  /** Where the request came from. Empty: the machine of the server */
  address: string
  /** As in the log of the server */
  request_id: string
  /** Null: it concerns the whole server */
  game_id: number | null
  /** The operation */
  action: string
  /** What kind of thing was changed */
  target: string
  /** Which one */
  target_id: number | null
  old_values: Record<string, unknown>
  new_values: Record<string, unknown>
}

export interface AuditPage {
  entries: AuditEntry[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface Backup {
  name: string
  bytes: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface BackupList {
  /** Whether the setting BACKUP_DIR names a folder */
  is_configured: boolean
  /** BACKUP_DIR */
  folder: string
  /** BACKUP_EVERY_HOURS */
  every_hours: number
  /** BACKUP_KEEP: older ones are deleted */
  kept: number
  /** Null: none is planned */
  next_at: string | null
  /** Why the folder cannot be read. Null: it can, or it is new */
  problem: string | null
  /** The last backup. Null: there was none yet */
  run: {
    /** `waiting`: one of the processes of the server begins within a minute */
    status: "waiting" | "running" | "done" | "failed"
    /** ISO 8601, UTC, three decimals */
    started_at: string
    /** Null: it has not ended */
    ended_at: string | null
    /** Written so far */
    bytes: number
    /** Null: it has not begun */
    file: string | null
    /** Why it failed. Null: it did not */
    problem: string | null
  } | null
  /** The newest first */
  backups: Backup[]
}

export interface ClearedLeaderboard {
  /** Whether none are left */
  is_empty: boolean
}

export interface Confirmation {
  /** What was done, in words */
  message: string
}

export interface CreatedGame {
  id: number
  name: string
  description: string
  /** With it, apps identify the game */
  token: string
}

export interface CreatedServiceKey {
  id: number
  name: string
  token: string
}

export interface CreatedStaffInvitation {
  id: number
  token: string
  /** ISO 8601, UTC, three decimals */
  expires_at: string
}

export interface CreatedStaffToken {
  id: number
  name: string
  token: string
}

export interface CreditsInCirculation {
  /** A day in UTC */
  day: string
  /** What all players had at the end of the day */
  credits: number
}

export interface CreditsOfDay {
  /** A day in UTC */
  day: string
  /** Null: all other reasons */
  reason: string | null
  /** What players got */
  earned: number
  /** What was taken from players */
  spent: number
}

export interface DatabaseHealth {
  engine: "sqlite" | "postgres"
  is_reachable: boolean
  answered_in_ms: number
  /** ISO 8601, UTC, three decimals */
  checked_at: string
  /** Null: it could not be read */
  version: string | null
  /** The size of the database. Null: it could not be read */
  bytes: number | null
  /** The size of the write-ahead log of SQLite. Null: PostgreSQL */
  log_bytes: number | null
  /** From all programs. Null: SQLite */
  connections: number | null
  /** Null: SQLite */
  max_connections: number | null
  /** Connected standby servers. Null: SQLite */
  replicas: number | null
  /** Of the slowest one. Null: there is none, or it is not known */
  replica_lag_seconds: number | null
  /** Transactions or requests that wait for the database */
  waiting: number
}

export interface DeletedRatedGameType {
  /** Whether nothing is left */
  is_deleted: boolean
}

export interface DemoData {
  /** How many players were added */
  players: number
  game_rounds: number
  groups: number
  /** With requests that are not answered yet */
  friendships: number
  messages: number
  purchases: number
  /** One of the players */
  username: string
  /** With it, all players but the guests can sign in */
  players_password: string
}

export interface DiskHealth {
  /** Whether writes are refused */
  is_full: boolean
  /** On the disk of the SQLite database. Null: it is not known */
  free_bytes: number | null
  /** Below it writes are refused: MIN_FREE_MB */
  min_free_bytes: number
  /** In BACKUP_DIR. Null: it is not set or cannot be read */
  backup_free_bytes: number | null
}

export interface EarlierReport {
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

export interface GameCodeError {
  id: number
  hook: string
  message: string
  stack: string
  /** Empty: no request has caused it */
  request_id: string
  /** ISO 8601, UTC, three decimals */
  at: string
}

export interface GameCodeErrors {
  errors: GameCodeError[]
}

export interface GameCodeFile {
  /** `game`, or `games/` with the id or name of a game */
  code: string
  hooks: GameHook[]
  /** Tasks to be run, at most 1000 */
  waiting: number
  /** Tasks that were given up in the last week, at most 1000 */
  failed: number
}

export interface GameCodeFiles {
  files: GameCodeFile[]
}

export interface GameHook {
  kind: "before" | "after" | "route" | "event" | "job"
  /** As in the log */
  hook: string
  name: string
  /** Since the start of this process, as all that follow */
  calls: number
  /** Requests that it has refused */
  refused: number
  /** Calls in which it has thrown an error */
  failed: number
  /** Calls that were ended because they took too long */
  slow: number
  mean_ms: number
  longest_ms: number
  /** Null: no clock starts it */
  next_run_at: string | null
  last_run: GameTask | null
}

export interface GameList {
  games: ListedGame[]
}

export interface GameOverview {
  /** A day in UTC */
  from: string
  /** A day in UTC */
  to: string
  /** The figures have all that happened until then, but not those of `traffic`. Null: they are being counted for the first time */
  counted_at: string | null
  /** Players that the game has */
  players: number
  /** Credits that all players have */
  credits: number
  totals: KeyFigures
  previous: KeyFigures
  days: ActivityPeriod[]
  /** From Monday, with those that begin before `from` */
  weeks: ActivityPeriod[]
  /** With those that begin before `from` */
  months: ActivityPeriod[]
  rounds: RoundsOfDay[]
  retention: RetentionCohort[]
  credits_by_reason: CreditsOfDay[]
  circulation: CreditsInCirculation[]
  top_players: TopPlayers
  /** Of the last 24 hours */
  traffic: TrafficPeriod[]
}

export interface GameSettings {
  id: number
  name: string
  description: string
  enabled: boolean
  ranking_order: "descending" | "ascending"
  share_player_emails: boolean
  requires_verified_email: boolean
  permissions: Permissions
  /** What apps of the game read */
  game_variables: GameVariable[]
}

export interface GameTask {
  id: number
  kind: "event" | "job"
  /** The type of the event, or the name of the job */
  name: string
  state: "waiting" | "done" | "failed"
  attempts: number
  /** Of the last attempt; null if there was none */
  problem: string | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** When it runs, or runs again; null when it has ended */
  due_at: string | null
  /** Of the last attempt; null if there was none */
  started_at: string | null
  /** Null: it has not ended */
  ended_at: string | null
}

export interface GameTasks {
  tasks: GameTask[]
  /** To be sent as `before`; null: no more */
  next: number | null
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

export interface HeldScore {
  /** The id of the score while it waits */
  id: number
  user: PlayerName
  /** The master of a multiplayer round who has sent it for this player. Null: it came from the player, or from a server of the game */
  sender_id: number | null
  kind: "leaderboard" | "game_type"
  /** Of the leaderboard or game type */
  name: string
  /** On a leaderboard of groups. Null: on another one, or in a round */
  group_id: number | null
  /** The round that has the score. Null: an entry of a leaderboard */
  game_round_id: number | null
  score: number
  /** What the game has stored with an entry of a leaderboard */
  extra_attributes: string
  /** The limit that it breaks */
  broken: "minimum" | "maximum" | "largest_step" | "most_per_minute" | "needs_finished_round"
  /** What the limit was then. Null: it has no number */
  allowed: number | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface HeldScorePage {
  held_scores: HeldScore[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface ItemSales {
  /** The id of the item */
  store_item_id: number
  /** How often it was bought */
  sold: number
  /** How often its price was refunded */
  refunded: number
  /** Credits that players paid, minus refunds */
  credits: number
  last_30_days: SaleSums
}

export interface KeyFigures {
  /** Players who signed up, with guests */
  sign_ups: number
  /** Active players of a day, on average */
  active_per_day: number
  /** Game rounds that were created */
  rounds: number
  /** What players got */
  credits_earned: number
  /** What was taken from players */
  credits_spent: number
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

export interface LeaderboardSettings {
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
  /** Which score is the best; null: as in the settings of the game */
  order: "highest" | "lowest" | null
}

export interface LedgerEntry {
  id: number
  /** ISO 8601, UTC, three decimals */
  at: string
  change: number
  balance_after: number
  /** `added`, `set`, `purchase`, `refund` or `staff` */
  reason: string
  /** What it was for */
  reference: string | null
  /** Who of the staff. Null: nobody, or the system key */
  staff_id: number | null
  /** Their name now */
  staff_name: string | null
  /** Why, in the words of the staff */
  note: string | null
}

export interface LedgerPage {
  entries: LedgerEntry[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface ListedGame {
  id: number
  name: string
  description: string
  enabled: boolean
  ranking_order: "descending" | "ascending"
  share_player_emails: boolean
  requires_verified_email: boolean
  permissions: Permissions
  /** How many accounts it has */
  players: number
}

export interface ListedMatchmakingType {
  /** The game type */
  game_type: string
  /** 0: everyone plays for themselves */
  teams: number
  /** Players of a team */
  team_size: number
  /** Without teams: fewest players of a match */
  min_players: number
  /** Without teams: most players of a match */
  max_players: number
  /** Without teams: when a match has enough players but is not full, how long its oldest ticket waits before it starts anyway */
  fill_seconds: number
  /** How far apart the ratings of a match may be, at first */
  distance: number
  /** By how much that grows for each second that a ticket waits */
  distance_per_second: number
  /** From this distance on a ticket is matched with anyone, however far apart */
  anyone_from_distance: number
  /** After so many seconds, players of different regions may meet. Null: never */
  mix_regions_after: number | null
  /** How long players have to say that they are ready. 0: nobody is asked */
  ready_seconds: number
  /** So many seconds after a match was made, its round finishes by itself, if nobody has finished it before. Null: never */
  close_after_seconds: number | null
  /** Whether tickets may have attributes, which players choose freely: two who agree on one meet nobody else. `refused` is for game types that are ranked */
  attributes: "allowed" | "refused"
  /** How long tickets have waited lately. Null: none was matched yet */
  recent_wait_seconds: number | null
  /** ISO 8601, UTC, three decimals */
  changed_at: string
  /** How many tickets wait now, among 10000 of the whole server that have not ended */
  waiting_tickets: number
}

export interface ListedMultiplayerRound {
  /** The id of the multiplayer round */
  id: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
  master: PlayerName | null
  /** How many game rounds it has; more than 1000 count as 1000 */
  entries: number
  /** `full`: all seats are taken. `finished`: its places stay as they are, also where only its time is over */
  state: "open" | "full" | "finished"
  /** The type of all its game rounds; null: the round has no rules */
  game_type: string | null
  /** How many seats it has; null: the round has no rules */
  max_players: number | null
  /** How many seats are taken; null: the round has no rules */
  player_count: number | null
  /** Who may take a seat without an invitation; null: the round has no rules */
  who_may_join: "anyone" | "invited" | "friends" | "group" | "code" | null
  /** When the round ends by itself; null: never */
  closes_at: string | null
  /** When it was finished; null: it is not */
  finished_at: string | null
  /** The best first */
  best: ManagedRanking[]
}

export interface ListedPlayer {
  /** The id of the player */
  id: number
  /** The name that others see */
  username: string
  /** Null for a guest without one, and for staff with the role viewer */
  email: string | null
  /** Whether the account has no password */
  is_guest: boolean
  /** The score of the player */
  score: number
  /** What the player can spend */
  credits: number
  /** When the player signed up */
  created_at: string
  /** When the last request came, up to a minute ago, or the last sign-in */
  last_seen_at: string
  /** Null: the player is not banned. The year 9999: forever */
  banned_until: string | null
  /** Null: the player is not muted. The year 9999: forever */
  muted_until: string | null
}

export interface ManagedChat {
  /** The id of the chat */
  id: number
  /** Whose chat it is; null: it is one between players */
  group: {
    id: number
    name: string
    member_count: number
  } | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: it has no messages */
  last_message_at: string | null
  /** The first five; of the chat of a group none */
  participants: PlayerName[]
}

export interface ManagedChatMessages {
  /** The id of the chat */
  id: number
  /** Whose chat it is; null: it is one between players */
  group: {
    id: number
    name: string
    member_count: number
  } | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: it has no messages */
  last_message_at: string | null
  /** At most 100; of the chat of a group none */
  participants: PlayerName[]
  messages: ManagedMessage[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface ManagedChatPage {
  chats: ManagedChat[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface ManagedGroup {
  id: number
  name: string
  group_type: string
  can_auto_join: boolean
  is_invite_only: boolean
  max_group_size: number
  searchable: boolean
  member_count: number
  admins_only_can_create_attributes: boolean
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface ManagedGroupAttribute {
  id: number
  key: string
  value: string
  /** The user who added it; 0: staff did, or their data was erased */
  creator_id: number
  /** Null: there is no such account */
  creator_username: string | null
  /** Whether every member may change it */
  others_can_edit: boolean
}

export interface ManagedGroupAttributePage {
  attributes: ManagedGroupAttribute[]
  /** How many attributes the group has */
  total: number
}

export interface ManagedGroupConnection {
  /** The id of the connection */
  id: number
  /** The user who would join */
  user_id: number
  /** The name that others see */
  username: string
  /** The user who sent it */
  inviter_id: number
  /** Null: the account was deleted */
  inviter_username: string | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface ManagedGroupConnectionPage {
  pending: ManagedGroupConnection[]
}

export interface ManagedGroupDetails {
  id: number
  name: string
  group_type: string
  can_auto_join: boolean
  is_invite_only: boolean
  max_group_size: number
  searchable: boolean
  member_count: number
  admins_only_can_create_attributes: boolean
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** How many attributes it has */
  attribute_count: number
  /** Its chat; null: nobody has written yet */
  chat_id: number | null
}

export interface ManagedGroupMember {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
  /** Whether they are an admin of the group */
  is_admin: boolean
  /** ISO 8601, UTC, three decimals */
  joined_at: string
}

export interface ManagedGroupMemberPage {
  members: ManagedGroupMember[]
  /** How many members the group has */
  total: number
}

export interface ManagedGroupPage {
  groups: ManagedGroup[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface ManagedLeaderboard {
  /** As the game has named it */
  name: string
  /** How many players have entries; more than 1000 count as 1000 */
  players: number
  /** When a new season begins, as in its settings; `none`: it has no seasons */
  period: string
  /** What counts of the entries of a player */
  counts: "best" | "latest" | "sum"
  /** `each_group`: every group has one of its own */
  one_for: "game" | "each_group"
}

export interface ManagedLeaderboardEntry {
  /** The id of the entry */
  id: number
  /** Null among the entries of one player */
  rank: number | null
  /** The id of the user */
  user_id: number
  /** The name that others see */
  username: string
  score: number
  /** What the game has stored with it */
  extra_attributes: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** How many entries this player has on the leaderboard */
  entries: number | null
}

export interface ManagedLeaderboardEntryPage {
  /** How many players have entries; more than 10001 count as 10001 */
  players: number
  entries: ManagedLeaderboardEntry[]
}

export interface ManagedLeaderboardPage {
  leaderboards: ManagedLeaderboard[]
  /** To be sent as `after` for the next page */
  next: string | null
}

export interface ManagedMessage {
  /** The id of the message */
  id: number
  text: string
  author: PlayerName | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Whether staff have hidden it: players do not see its text */
  is_hidden: boolean
}

export interface ManagedMultiplayerRound {
  /** The id of the multiplayer round */
  id: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
  master: PlayerName | null
  /** How many game rounds it has; more than 1000 count as 1000 */
  entries: number
  /** `full`: all seats are taken. `finished`: its places stay as they are, also where only its time is over */
  state: "open" | "full" | "finished"
  /** The type of all its game rounds; null: the round has no rules */
  game_type: string | null
  /** How many seats it has; null: the round has no rules */
  max_players: number | null
  /** How many seats are taken; null: the round has no rules */
  player_count: number | null
  /** Who may take a seat without an invitation; null: the round has no rules */
  who_may_join: "anyone" | "invited" | "friends" | "group" | "code" | null
  /** When the round ends by itself; null: never */
  closes_at: string | null
  /** When it was finished; null: it is not */
  finished_at: string | null
  /** The first 100 who have a seat, in the order in which they joined; none in a round without rules */
  seats: ManagedRoundSeat[]
  rankings: ManagedRanking[]
}

export interface ManagedMultiplayerRoundPage {
  multiplayer_rounds: ListedMultiplayerRound[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface ManagedRanking {
  /** The id of the game round */
  id: number
  /** Null: it has no score */
  place: number | null
  score: number | null
  /** When it started */
  start_time: string
  /** When it ended, or null */
  end_time: string | null
  user: PlayerName
}

export interface ManagedRating {
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
  user: PlayerName
}

export interface ManagedRatingPage {
  ranking: ManagedRating[]
}

export interface ManagedRound {
  /** The id of the game round */
  id: number
  user: PlayerName
  /** As the game has named it */
  game_type: string
  /** When it started */
  start_time: string
  /** When it ended, or null */
  end_time: string | null
  /** Null: it has none */
  score: number | null
  /** What the client sent; of a round among several players, only the round itself shows the place */
  place: number | null
  /** Null: it is part of no multiplayer round */
  multiplayer_game_round_id: number | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** ISO 8601, UTC, three decimals */
  updated_at: string
}

export interface ManagedRoundDetails {
  /** The id of the game round */
  id: number
  user: PlayerName
  /** As the game has named it */
  game_type: string
  /** When it started */
  start_time: string
  /** When it ended, or null */
  end_time: string | null
  /** Null: it has none */
  score: number | null
  /** What the client sent; of a round among several players, only the round itself shows the place */
  place: number | null
  /** Null: it is part of no multiplayer round */
  multiplayer_game_round_id: number | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** ISO 8601, UTC, three decimals */
  updated_at: string
  /** Whatever the game has stored with it */
  metadata: Record<string, unknown> | null
}

export interface ManagedRoundPage {
  rounds: ManagedRound[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface ManagedRoundSeat {
  user: PlayerName
  /** Null: the round has no teams */
  team: number | null
  /** ISO 8601, UTC, three decimals */
  joined_at: string
}

export interface ManagedStoreItem {
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
  /** When it was withdrawn; null while it is on sale */
  withdrawn_at: string | null
}

export interface ManagedStoreItemList {
  store_items: ManagedStoreItem[]
}

export interface MatchmakingType {
  /** The game type */
  game_type: string
  /** 0: everyone plays for themselves */
  teams: number
  /** Players of a team */
  team_size: number
  /** Without teams: fewest players of a match */
  min_players: number
  /** Without teams: most players of a match */
  max_players: number
  /** Without teams: when a match has enough players but is not full, how long its oldest ticket waits before it starts anyway */
  fill_seconds: number
  /** How far apart the ratings of a match may be, at first */
  distance: number
  /** By how much that grows for each second that a ticket waits */
  distance_per_second: number
  /** From this distance on a ticket is matched with anyone, however far apart */
  anyone_from_distance: number
  /** After so many seconds, players of different regions may meet. Null: never */
  mix_regions_after: number | null
  /** How long players have to say that they are ready. 0: nobody is asked */
  ready_seconds: number
  /** So many seconds after a match was made, its round finishes by itself, if nobody has finished it before. Null: never */
  close_after_seconds: number | null
  /** Whether tickets may have attributes, which players choose freely: two who agree on one meet nobody else. `refused` is for game types that are ranked */
  attributes: "allowed" | "refused"
  /** How long tickets have waited lately. Null: none was matched yet */
  recent_wait_seconds: number | null
  /** ISO 8601, UTC, three decimals */
  changed_at: string
}

export interface MatchmakingTypeList {
  matchmaking: ListedMatchmakingType[]
}

export interface MigrationState {
  name: string
  /** Null: it is still to come */
  applied_at: string | null
  /** false: a newer version of the server has applied it */
  is_known: boolean
}

export interface ModerationState {
  /** The id of the player */
  id: number
  username: string
  is_banned: boolean
  /** Null: forever, or not banned */
  banned_until: string | null
  ban_reason: string | null
  is_muted: boolean
  /** Null: forever, or not muted */
  muted_until: string | null
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

export interface NewGameVariable {
  /** The name of the variable */
  key: string
  /** Any text, which apps read */
  value: string
}

export interface OtherPlayer {
  id: number
  username: string
  /** ISO 8601, UTC, three decimals */
  since: string
}

export interface OwnStaffAccount {
  staff: StaffMember
  /** To be sent in the header x-csrf-token with every write of this session */
  csrf_token: string | null
  /** Whether this server requires a second factor of everybody */
  second_factor_required: boolean
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

export interface PermissionChange {
  /** As in `permissions.routes` */
  route: string
  summary: string
  feature: string
  /** Who may call it now */
  before: "both" | "players" | "service_keys" | "none"
  /** Who could call it then */
  after: "both" | "players" | "service_keys" | "none"
}

export interface PermissionFeature {
  /** As in the reference of the API */
  name: string
  /** What is prevented by closing its writes to players. Empty: it has none */
  prevents: string
  routes: PermissionRoute[]
}

export interface PermissionGrid {
  preset: "casual" | "competitive" | "server_authoritative"
  /** Empty: no attribute is protected */
  server_attribute_prefix: string
  presets: PermissionPreset[]
  features: PermissionFeature[]
  /** Null: nothing was proposed */
  proposed: {
    changes: PermissionChange[]
    /** Which one would protect attributes */
    server_attribute_prefix: string
  } | null
}

export interface PermissionPreset {
  name: "casual" | "competitive" | "server_authoritative"
  /** What it is good for */
  prevents: string
  /** Empty: it protects no attribute */
  server_attribute_prefix: string
  /** How many routes it closes to players */
  closed_to_players: number
  /** How many routes have another audience now than under this preset */
  differences: number
}

export interface PermissionRoute {
  /** As in `permissions.routes` */
  name: string
  summary: string
  is_write: boolean
  /** Who may call it now */
  audience: "both" | "players" | "service_keys" | "none"
  /** Whether it differs from the preset of the game */
  is_custom: boolean
  of_presets: AudienceByPreset
}

/** Who may call which routes of the game */
export interface Permissions {
  /** `casual`: players may call every route; `competitive`: scores, credits, refunds, leaderboards and rounds are left to the server of the game; `server_authoritative`: so is every write, except for those of the own account */
  preset: "casual" | "competitive" | "server_authoritative"
  /** By method and path, such as `POST /users/:id/add_score`; overrides the preset. Addresses that do the same, such as the four of a refund, share one rule and are shown under one name */
  routes?: Record<string, "both" | "players" | "service_keys" | "none">
  /** Attributes of users and groups whose key begins with it, in any case and after any blanks, can be written only with a service key. Without it, `server_` in the presets `competitive` and `server_authoritative`, and none in `casual` */
  server_attribute_prefix?: string
}

export interface PlayerAttributes {
  attributes: Array<{
    id: number
    key: string
    value: string
  }>
}

export interface PlayerBalance {
  /** The score of the player now */
  score: number
  /** The credits of the player now */
  credits: number
}

export interface PlayerBlocks {
  blocks: OtherPlayer[]
}

export interface PlayerExport {
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
  /** What staff have noted about the player */
  staff_notes: Array<Record<string, unknown>>
}

export interface PlayerFriends {
  friends: OtherPlayer[]
}

export interface PlayerGroups {
  groups: Array<{
    id: number
    name: string
    group_type: string
    member_count: number
    is_admin: boolean
    /** ISO 8601, UTC, three decimals */
    joined_at: string | null
  }>
}

export interface PlayerItems {
  items: Array<{
    /** The id of the item */
    id: number
    name: string
    category: string
    /** What it costs now */
    cost: number
    /** What the player has paid */
    price: number
    /** ISO 8601, UTC, three decimals */
    bought_at: string
    /** No longer on sale */
    is_withdrawn: boolean
  }>
}

export interface PlayerLeaderboardEntries {
  entries: Array<{
    id: number
    leaderboard_name: string
    score: number
    /** ISO 8601, UTC, three decimals */
    created_at: string
  }>
}

export interface PlayerName {
  /** The id of the user */
  id: number
  /** The name that others see */
  username: string
}

export interface PlayerPage {
  players: ListedPlayer[]
  /** To be sent as `after` for the next page */
  next: string | null
}

export interface PlayerProfile {
  /** The id of the player */
  id: number
  /** The name that others see */
  username: string
  /** Null for a guest without one, and for staff with the role viewer */
  email: string | null
  /** Whether the account has no password */
  is_guest: boolean
  /** The score of the player */
  score: number
  /** What the player can spend */
  credits: number
  /** When the player signed up */
  created_at: string
  /** When the last request came, up to a minute ago, or the last sign-in */
  last_seen_at: string
  /** Null: the player is not banned. The year 9999: forever */
  banned_until: string | null
  /** Null: the player is not muted. The year 9999: forever */
  muted_until: string | null
  /** The id of the game */
  game_id: number
  /** Whether there is an email address */
  has_email: boolean
  /** Null: the email address is not verified */
  email_verified_at: string | null
  /** The last sign-in, or else the sign-up */
  last_login: string
  /** Without the sign-up */
  number_of_logins: number
  /** Also if the player hides it */
  is_online: boolean
  /** Null: the player is not banned */
  ban_reason: string | null
  counts: {
    /** How many attributes; 1001 means more than 1000 */
    attributes: number
    /** How many items of the store; 1001 means more than 1000 */
    items: number
    /** How many friends; 1001 means more than 1000 */
    friends: number
    /** How many players they block; 1001 means more than 1000 */
    blocks: number
    /** How many groups; 1001 means more than 1000 */
    groups: number
    /** How many game rounds; 1001 means more than 1000 */
    rounds: number
    /** How many leaderboards they are on; 1001 means more than 1000 */
    leaderboards: number
    /** How many sessions; 1001 means more than 1000 */
    sessions: number
    /** How many notes of staff; 1001 means more than 1000 */
    notes: number
  }
}

export interface PlayerRounds {
  rounds: Array<{
    id: number
    game_type: string
    start_time: string
    end_time: string | null
    score: number | null
    multiplayer_game_round_id: number | null
    /** ISO 8601, UTC, three decimals */
    created_at: string
  }>
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface PlayerSanctions {
  player: ModerationState
  sanctions: Sanction[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface PlayerSessions {
  sessions: Array<{
    id: number
    /** ISO 8601, UTC, three decimals */
    created_at: string
    /** Within an hour */
    last_used_at: string
    /** ISO 8601, UTC, three decimals */
    expires_at: string
  }>
}

export interface RateLimited {
  limit: string
  count: number
}

export interface RatedGameType {
  /** As rounds have it */
  game_type: string
  /** Whether rounds that finish are rated */
  enabled: boolean
  /** The skill that players begin with */
  mu: number
  /** How uncertain that is: the larger, the more the first rounds change */
  sigma: number
  /** How much chance there is in a round: the larger, the less a single round changes */
  beta: number
  /** How much uncertainty each round adds; with 0, ratings settle for good */
  tau: number
  /** How many players of a round must have a score for it to be rated */
  min_scores: number
  /** How many rounds were rated so far */
  rated_rounds: number
  /** ISO 8601, UTC, three decimals */
  changed_at: string
}

export interface RatedGameTypeList {
  rated_game_types: RatedGameType[]
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

export interface RatingHistory {
  rating_changes: RatingChange[]
  /** To be sent as `before` for the next page; null on the last one */
  next: number | null
}

export interface RatingList {
  ratings: Rating[]
}

export interface RecoveryCodes {
  recovery_codes: string[]
}

export interface RejectedPlayer {
  /** How many scores */
  rejected: number
  /** On which leaderboards entries were deleted */
  cleared_leaderboards: string[]
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

export interface ReportDetails {
  report: Report
  /** The reported message with ten before and ten after it, oldest first. Empty: it is not about a message, or the message was deleted */
  messages: ReportedMessage[]
  group: ReportedGroup | null
  player: ReportedPlayer | null
  /** The last 20 of this player */
  sanctions: Sanction[]
  /** The last 20 other reports about this player */
  earlier_reports: EarlierReport[]
}

export interface ReportPage {
  reports: Report[]
  /** To be sent as `before` for the next page */
  next: number | null
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

/** Null: it is not about a group, or the group was deleted */
export interface ReportedGroup {
  id: number
  name: string
  member_count: number
}

export interface ReportedMessage {
  id: number
  chat_id: number
  /** Null: it is not the chat of a group */
  group_id: number | null
  /** Null: the account was deleted */
  user_id: number | null
  username: string | null
  /** Also if it is hidden */
  text: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: players see it */
  hidden_at: string | null
}

/** Who is reported. Null: nobody, or a deleted account */
export interface ReportedPlayer {
  /** The id of the player */
  id: number
  username: string
  is_banned: boolean
  /** Null: forever, or not banned */
  banned_until: string | null
  ban_reason: string | null
  is_muted: boolean
  /** Null: forever, or not muted */
  muted_until: string | null
}

export interface RetainedPlayers {
  /** How many days after the day of the sign-up */
  after_days: number
  /** How many of them were active on that day. Null: it is not over for all of them */
  players: number | null
}

export interface RetentionCohort {
  /** The day of the sign-ups, or the Monday of their week */
  day: string
  /** How many signed up */
  sign_ups: number
  retained: RetainedPlayers[]
}

export interface RotatedGameToken {
  id: number
  token: string
}

export interface RoundsOfDay {
  /** A day in UTC */
  day: string
  /** Null: all other types */
  game_type: string | null
  /** How many were created */
  rounds: number
}

export interface RouteDuration {
  method: string
  route: string
  requests: number
  /** Answered with a status of 500 or more */
  failed: number
  mean_ms: number
  /** The 95th percentile, estimated from a histogram */
  p95_ms: number
  total_seconds: number
}

export interface SaleSums {
  /** How often it was bought */
  sold: number
  /** How often its price was refunded */
  refunded: number
  /** Credits that players paid, minus refunds */
  credits: number
}

export interface SalesOfDay {
  /** In UTC */
  day: string
  /** How often it was bought */
  sold: number
  /** How often its price was refunded */
  refunded: number
  /** Credits that players paid, minus refunds */
  credits: number
}

export interface Sanction {
  /** The id of the sanction */
  id: number
  /** The player */
  user_id: number
  /** As the player is called now */
  username: string | null
  kind: "warn" | "mute" | "ban"
  /** The player is told it */
  reason: string
  /** Null: forever, or a warning, which has no end */
  until: string | null
  /** Whether the mute or ban is in force */
  is_in_force: boolean
  /** Who decided it */
  created_by: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Who ended it before its time, or replaced it */
  ended_by: string | null
  /** Null: nobody has ended it */
  ended_at: string | null
}

export interface SanctionPage {
  sanctions: Sanction[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface ScheduledAnnouncement {
  id: number
  /** Null: not for a single player */
  user_id: number | null
  /** Null: not for a group */
  group_id: number | null
  text: string
  /** When it is posted, within a minute */
  at: string
}

export interface ScheduledAnnouncementList {
  announcements: ScheduledAnnouncement[]
}

export interface ScoreRule {
  /** The id of the rule */
  id: number
  kind: "leaderboard" | "game_type"
  /** Of the leaderboard or game type */
  name: string
  /** The smallest score that is allowed. Null: any */
  minimum: number | null
  /** The largest score that is allowed. Null: any */
  maximum: number | null
  /** By how much a score may be better than what counts for the player there now, in the running season. A first score is not compared. Where scores are added up, each score itself must not be larger than this, also the first. Null: any */
  largest_step: number | null
  /** How many scores one player may add there in a minute; a minute begins with its first score. Null: any */
  most_per_minute: number | null
  /** A score needs an entry of the player in a multiplayer round with rules and at least one other player that was finished within the last hour, and after their last score there. For a game type, it must be a round of this type, and entries of a multiplayer round need none */
  needs_finished_round: boolean
  outcome: "refuse" | "review"
  /** ISO 8601, UTC, three decimals */
  changed_at: string
}

export interface ScoreRuleList {
  score_rules: ScoreRule[]
}

export interface SecondFactor {
  secret: string
  url: string
}

export interface ServerError {
  /** ISO 8601, UTC, three decimals */
  at: string
  /** Of the process */
  pid: number
  /** As in the log of the server */
  request_id: string
  method: string
  /** Empty: no route has this address */
  route: string
  status: number
  code: string
  /** Without addresses and tokens */
  message: string
  /** How often it happened in a row */
  times: number
}

export interface ServerProcess {
  pid: number
  /** The name of the machine */
  host: string
  /** ISO 8601, UTC, three decimals */
  started_at: string
  memory_bytes: number
  /** The 99th percentile of the last 15 to 30 seconds */
  event_loop_delay_ms: number
  /** Not answered yet */
  active_requests: number
  /** Answered with 503 because too many were in progress */
  rejected_requests: number
}

export interface ServerStatus {
  /** Of Playkeep */
  version: string
  node_version: string
  platform: string
  processes: ServerProcess[]
  database: DatabaseHealth
  disk: DiskHealth
  migrations: MigrationState[]
  /** The slowest, and those that take the most time altogether */
  routes: RouteDuration[]
  /** Requests answered with 429, by the rate limit that was reached */
  rate_limited: RateLimited[]
  /** The newest first */
  errors: ServerError[]
}

export interface ServiceKey {
  id: number
  name: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: it does not expire */
  expires_at: string | null
  /** Null: it was never used. Written with some delay */
  last_used_at: string | null
}

export interface ServiceKeyList {
  service_keys: ServiceKey[]
}

export interface SignedInStaff {
  staff: StaffMember
  /** To be sent in the header x-csrf-token with every write of this session */
  csrf_token: string
}

export interface SignedInTestPlayer {
  /** Which of the test players of the game */
  number: number
  /** The id of the user */
  user_id: number
  username: string
  /** Whether this request created the account */
  is_new_user: boolean
  /** Of a session of the test player */
  authentication_token: string
  /** When that session ends */
  expires_at: string
}

export interface StaffInvitation {
  /** The id of the invitation */
  id: number
  /** `viewer` sees everything but changes nothing, `support` helps players, `admin` changes games, `owner` also decides who is staff */
  role: "viewer" | "support" | "admin" | "owner"
  /** Only these games. Null: all games, also those that are created later */
  game_ids: number[] | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** ISO 8601, UTC, three decimals */
  expires_at: string
}

export interface StaffInvitationList {
  invitations: StaffInvitation[]
}

export interface StaffList {
  staff: StaffMember[]
}

export interface StaffMember {
  /** The id of the member of the staff */
  id: number
  /** As the audit log shows it */
  name: string
  /** To sign in with */
  email: string
  /** `viewer` sees everything but changes nothing, `support` helps players, `admin` changes games, `owner` also decides who is staff */
  role: "viewer" | "support" | "admin" | "owner"
  /** Only these games. Null: all games, also those that are created later */
  game_ids: number[] | null
  /** Whether signing in needs a code */
  second_factor: boolean
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: never */
  last_seen_at: string | null
  /** Since then they cannot sign in. Null: they can */
  disabled_at: string | null
}

export interface StaffNote {
  /** The id of the note */
  id: number
  /** Null: the system key, or somebody who has left the staff */
  author_id: number | null
  /** Their name at that time */
  author_name: string
  text: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface StaffNotePage {
  notes: StaffNote[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface StaffSession {
  /** The id of the session */
  id: number
  /** Whether it is the one that asks */
  current: boolean
  /** Where it was started */
  address: string
  /** What the browser called itself */
  user_agent: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** ISO 8601, UTC, three decimals */
  expires_at: string
}

export interface StaffSessionList {
  sessions: StaffSession[]
}

export interface StaffToken {
  /** The id of the API token */
  id: number
  /** What it is for */
  name: string
  role: "viewer" | "support" | "admin" | "owner"
  /** Only these games. Null: all games, also those that are created later */
  game_ids: number[] | null
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: it does not expire */
  expires_at: string | null
}

export interface StaffTokenList {
  tokens: StaffToken[]
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

export interface StoreSale {
  /** The id of the change of credits */
  id: number
  kind: "purchase" | "refund"
  user: PlayerName
  /** The id of the item */
  store_item_id: number
  /** Its name now */
  item_name: string | null
  /** What was paid or refunded */
  credits: number
  /** ISO 8601, UTC, three decimals */
  at: string
}

export interface StoreSalePage {
  sales: StoreSale[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface StoreSales {
  items: ItemSales[]
  /** The oldest first; the last one is today */
  days: SalesOfDay[]
}

export interface TestDelivery {
  id: number
}

export interface TestPlayer {
  /** Which of the test players of the game */
  number: number
  /** The id of the user */
  user_id: number
  username: string
  /** ISO 8601, UTC, three decimals */
  created_at: string
}

export interface TestPlayerList {
  test_players: TestPlayer[]
}

export interface Timeline {
  entries: TimelineEntry[]
  /** To be sent as `after` for the next page */
  next: string | null
}

export interface TimelineEntry {
  kind: "signed_up" | "signed_in" | "round" | "credits" | "sanction" | "note" | "change"
  /** Of entries of the same kind */
  id: number
  /** ISO 8601, UTC, three decimals */
  at: string
  /** What there is to know, different for each kind */
  details: Record<string, unknown>
}

export interface TopPlayer {
  /** The id of the player */
  id: number
  /** The name that others see */
  username: string
  /** What the player can spend */
  credits: number
  /** The score of the player */
  score: number
}

export interface TopPlayers {
  /** At most ten, the highest score first */
  by_score: TopPlayer[]
  /** At most ten, the most credits first */
  by_credits: TopPlayer[]
}

export interface TrafficPeriod {
  /** The beginning of five minutes */
  at: string
  /** Requests of players and of sign-ins, without those that wait for events */
  requests: number
  /** Answered with 4xx */
  refusals: number
  /** Answered with 5xx */
  failures: number
  /** Half of the requests took at most so many milliseconds, rounded up to steps such as 5, 10 and 20 */
  half_within_ms: number | null
  /** 95 % of the requests took at most so many milliseconds, rounded up to steps such as 5, 10 and 20 */
  most_within_ms: number | null
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

export interface Webhook {
  id: number
  game_id: number
  /** Without its path for staff below `admin` */
  url: string
  /** Of events. Empty: all that are always recorded */
  types: string[]
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: it is not paused */
  paused_at: string | null
  /** `operator`; `failing`: it has failed for three days; `restored`: the database was restored from a backup; or null: it is not paused */
  pause_reason: "operator" | "failing" | "restored" | null
  /** Null: the last delivery was accepted */
  failing_since: string | null
  /** Until then, deliveries are signed with the previous secret, too. Null: there is none */
  previous_secret_until: string | null
}

export interface WebhookDelivery {
  id: number
  /** As in the header `webhook-id` */
  event_id: string
  /** Of the event */
  type: string
  /** `undelivered`: 24 hours have passed without success */
  status: "pending" | "delivered" | "undelivered"
  attempts: number
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: it is not sent again */
  next_attempt_at: string | null
  /** Null: it is still pending */
  ended_at: string | null
  /** Of the last attempt; null if there was no answer */
  response_status: number | null
  /** Of the last attempt: `status` (not 2xx), `redirect`, `timeout`, `connection`, or `refused_url` if the URL leads to an address that is not public; null if there was none */
  problem: "status" | "redirect" | "timeout" | "connection" | "refused_url" | null
}

export interface WebhookDeliveryList {
  deliveries: WebhookDelivery[]
}

export interface WebhookList {
  webhooks: Webhook[]
}

export interface WebhookWithSecret {
  id: number
  game_id: number
  /** Without its path for staff below `admin` */
  url: string
  /** Of events. Empty: all that are always recorded */
  types: string[]
  /** ISO 8601, UTC, three decimals */
  created_at: string
  /** Null: it is not paused */
  paused_at: string | null
  /** `operator`; `failing`: it has failed for three days; `restored`: the database was restored from a backup; or null: it is not paused */
  pause_reason: "operator" | "failing" | "restored" | null
  /** Null: the last delivery was accepted */
  failing_since: string | null
  /** Until then, deliveries are signed with the previous secret, too. Null: there is none */
  previous_secret_until: string | null
  /** Begins with `whsec_` */
  secret: string
}

export interface WonPrize {
  /** The id of the user */
  user_id: number
  /** The name that others see */
  username: string
  /** 1 is the best */
  rank: number
  /** 0: none */
  credits: number
  /** Null: none */
  store_item_id: number | null
  /** `refused`: the player was banned, or would have had more credits than a player can have */
  state: "waiting" | "paid" | "refused"
  /** Null: not yet, or refused */
  paid_at: string | null
}

export interface WonPrizePage {
  prizes: WonPrize[]
}

export interface WordFilter {
  /** Each is found as a whole word, in any case, also with full-width letters, look-alikes of other scripts, accents or strokes, invisible characters, or a blank or sign between all letters. With an asterisk at its beginning or end it is also found inside of other words */
  words: string[]
  /** `refuse`: new names of players and groups, types of groups and statuses with such a word are refused. What exists stays */
  names: "off" | "refuse"
  /** `refuse`: messages with such a word are refused. `mask`: each of its characters becomes an asterisk */
  messages: "off" | "refuse" | "mask"
  /** Null: never */
  changed_at: string | null
}

export interface Operations {
  /** Sign in to the dashboard */
  'admin.sessions.start': { input: AdminSessionsStartInput; answer: SignedInStaff }
  /** Where you are signed in */
  'admin.sessions.list': { input: NoFields; answer: StaffSessionList }
  /** Sign out */
  'admin.sessions.signOut': { input: NoFields; answer: Confirmation }
  /** Use an invitation */
  'admin.staff.join': { input: AdminStaffJoinInput; answer: SignedInStaff }
  /** End one of your sessions */
  'admin.sessions.end': { input: {
      /** The id of one of your sessions */
      id: number
    }; answer: Confirmation }
  /** Who is signed in */
  'admin.me.get': { input: NoFields; answer: OwnStaffAccount }
  /** Change your name or your password */
  'admin.me.change': { input: AdminMeChangeInput; answer: StaffMember }
  /** Begin to set up a second factor */
  'admin.me.beginSecondFactor': { input: AdminMeBeginSecondFactorInput; answer: SecondFactor }
  /** Confirm the second factor */
  'admin.me.confirmSecondFactor': { input: AdminMeConfirmSecondFactorInput; answer: RecoveryCodes }
  /** Remove the second factor */
  'admin.me.removeSecondFactor': { input: {
      /** The password that you sign in with now */
      current_password: string
      /** The code that your authenticator app shows, or a recovery code */
      code?: string
    }; answer: Confirmation }
  /** Everyone who may sign in to the dashboard */
  'admin.staff.list': { input: NoFields; answer: StaffList }
  /** Change what a member of the staff may do */
  'admin.staff.change': { input: {
      /** The id of the member of the staff */
      id: number
    } & AdminStaffChangeInput; answer: StaffMember }
  /** Remove a member of the staff */
  'admin.staff.remove': { input: {
      /** The id of the member of the staff */
      id: number
    }; answer: Confirmation }
  /** Invitations that can still be used */
  'admin.staff.invitations': { input: NoFields; answer: StaffInvitationList }
  /** Invite somebody to the staff */
  'admin.staff.invite': { input: AdminStaffInviteInput; answer: CreatedStaffInvitation }
  /** Withdraw an invitation */
  'admin.staff.withdrawInvitation': { input: {
      /** The id of the invitation */
      id: number
    }; answer: Confirmation }
  /** Your API tokens */
  'admin.tokens.list': { input: NoFields; answer: StaffTokenList }
  /** Create an API token */
  'admin.tokens.create': { input: AdminTokensCreateInput; answer: CreatedStaffToken }
  /** Revoke one of your API tokens */
  'admin.tokens.revoke': { input: {
      /** The id of one of your API tokens */
      id: number
    }; answer: Confirmation }
  /** Who changed what on the whole server */
  'admin.audit.list': { input: {
      /** Only entries with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
      /** Only actions that begin with this */
      action?: string
      /** Only this kind of thing */
      target?: string
      /** Only this thing; needs `target` */
      target_id?: number
      /** Only by this member of the staff */
      actor_id?: number
    }; answer: AuditPage }
  /** Who changed what in a game */
  'admin.games.audit': { input: {
      /** The id of the game */
      id: number
      /** Only entries with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
      /** Only actions that begin with this */
      action?: string
      /** Only this kind of thing */
      target?: string
      /** Only this thing; needs `target` */
      target_id?: number
      /** Only by this member of the staff */
      actor_id?: number
    }; answer: AuditPage }
  /** List all games */
  'admin.games.list': { input: NoFields; answer: GameList }
  /** Create a game */
  'admin.games.create': { input: AdminGamesCreateInput; answer: CreatedGame }
  /** The settings of a game, with its variables */
  'admin.games.get': { input: {
      /** The id of the game */
      id: number
    }; answer: GameSettings }
  /** Change a game; fields that are not sent stay the same */
  'admin.games.change': { input: {
      /** The id of the game */
      id: number
    } & AdminGamesChangeInput; answer: AdminGame }
  /** Give a game a new token; the old one stops working */
  'admin.games.rotateToken': { input: {
      /** The id of the game */
      id: number
    }; answer: RotatedGameToken }
  /** Find players of a game */
  'admin.players.list': { input: {
      /** The id of the game */
      id: number
      /** The beginning of a name, in any case; or an id; or, with an @ in it, the beginning of an email address, which needs the role support. Email addresses are listed in their own order, without filters */
      search?: string
      /** `name` if something is searched for, otherwise `joined` */
      sort?: "joined" | "name" | "score" | "credits" | "last_seen"
      /** Names are ascending unless this is sent, everything else is descending */
      direction?: "ascending" | "descending"
      /** True: only banned players. False: only others */
      banned?: boolean
      /** True: only guests. False: only others */
      guests?: boolean
      /** Only with this score or more */
      min_score?: number
      /** Only with this many credits or more */
      min_credits?: number
      /** Only who was there since then */
      seen_since?: string
      /** The `next` of the page before */
      after?: string
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: PlayerPage }
  /** A player as staff see them */
  'admin.players.get': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    }; answer: PlayerProfile }
  /** Delete a player */
  'admin.players.delete': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The name of the player, to be sure that it is the right one */
      username: string
    }; answer: Confirmation }
  /** The attributes of a player */
  'admin.players.attributes': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: PlayerAttributes }
  /** Set an attribute of a player */
  'admin.players.setAttribute': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersSetAttributeInput; answer: Confirmation }
  /** Remove an attribute of a player */
  'admin.players.removeAttribute': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The key of the attribute */
      key: string
    }; answer: Confirmation }
  /** Where a player is signed in */
  'admin.players.sessions': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: PlayerSessions }
  /** End all sessions of a player */
  'admin.players.endSessions': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    }; answer: Confirmation }
  /** Every change of the credits of a player */
  'admin.players.ledger': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The `next` of the page before */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: LedgerPage }
  /** The game rounds of a player */
  'admin.players.rounds': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The `next` of the page before */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: PlayerRounds }
  /** The items of the store that a player has */
  'admin.players.items': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: PlayerItems }
  /** Give a player an item of the store free of charge */
  'admin.players.grantItem': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersGrantItemInput; answer: Confirmation }
  /** The friends of a player */
  'admin.players.friends': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: PlayerFriends }
  /** The players whom a player blocks */
  'admin.players.blocks': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: PlayerBlocks }
  /** The groups of a player */
  'admin.players.groups': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: PlayerGroups }
  /** The leaderboard entries of a player */
  'admin.players.leaderboardEntries': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: PlayerLeaderboardEntries }
  /** The ratings of a player, one for each game type */
  'admin.players.ratings': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    }; answer: RatingList }
  /** How rounds have changed the ratings of a player */
  'admin.players.ratingHistory': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The `next` of the page before */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
      /** Only of this game type */
      game_type?: string
    }; answer: RatingHistory }
  /** What happened to a player, and what they did */
  'admin.players.timeline': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The `next` of the page before */
      after?: string
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: Timeline }
  /** What staff have noted about a player */
  'admin.players.notes': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The `next` of the page before */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: StaffNotePage }
  /** Add a note about a player */
  'admin.players.addNote': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersAddNoteInput; answer: StaffNote }
  /** Delete a note about a player */
  'admin.players.deleteNote': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The id of the note */
      note_id: number
    }; answer: Confirmation }
  /** Change the score of a player */
  'admin.players.adjustScore': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersAdjustScoreInput; answer: PlayerBalance }
  /** Change the credits of a player */
  'admin.players.adjustCredits': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersAdjustCreditsInput; answer: PlayerBalance }
  /** Take an item from a player */
  'admin.players.revokeItem': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The id of the item */
      item_id: number
      /** Whether the price is paid back */
      refund?: boolean
      /** Why: the audit log keeps it */
      reason?: string
    }; answer: Confirmation }
  /** Give a player another username */
  'admin.players.rename': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersRenameInput; answer: Confirmation }
  /** End a session of a player */
  'admin.players.endSession': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** The id of the session */
      session_id: number
    }; answer: Confirmation }
  /** Send a player a link to choose a new password */
  'admin.players.sendPasswordMail': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    }; answer: Confirmation }
  /** Export everything stored about a player */
  'admin.players.export': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    }; answer: PlayerExport }
  /** Who may call which routes of a game, and what each preset prevents */
  'admin.games.permissions': { input: {
      /** The id of the game */
      id: number
      /** `casual`: players may call every route; `competitive`: scores, credits, refunds, leaderboards and rounds are left to the server of the game; `server_authoritative`: so is every write, except for those of the own account */
      preset?: "casual" | "competitive" | "server_authoritative"
      /** By method and path, such as `POST /users/:id/add_score`; overrides the preset. Addresses that do the same, such as the four of a refund, share one rule and are shown under one name */
      routes?: Record<string, "both" | "players" | "service_keys" | "none">
      /** Attributes of users and groups whose key begins with it, in any case and after any blanks, can be written only with a service key. Without it, `server_` in the presets `competitive` and `server_authoritative`, and none in `casual` */
      server_attribute_prefix?: string
    }; answer: PermissionGrid }
  /** The statistics of a game */
  'admin.statistics.overview': { input: {
      /** The id of the game */
      id: number
      /** The first day, from 2000-01-01 on. Without it: 30 days in all */
      from?: string
      /** The last day, from 2000-01-01 on. Without it: today */
      to?: string
      /** Whether `retention` has a row for the sign-ups of each day, or of each week */
      cohorts?: "day" | "week"
    }; answer: GameOverview }
  /** What happens in a game, as server-sent events */
  'admin.events.stream': { input: {
      /** The id of the game */
      id: number
      /** The `cursor` of the last answer, or the `id` of an event. Without it, events begin now */
      after?: string
      /** Only these types, separated by commas. Without it, all that are always recorded: see docs/events.md */
      types?: string
      /** Only what this player did, or what is about them */
      user_id?: number
    }; answer: string }
  /** Fill a game without players with a month of invented data */
  'admin.demoData.fill': { input: {
      /** The id of the game */
      id: number
    }; answer: DemoData }
  /** A game's service keys, without their tokens */
  'admin.serviceKeys.list': { input: {
      /** The id of the game */
      id: number
    }; answer: ServiceKeyList }
  /** Create a service key, with which the game's own server acts for its users */
  'admin.serviceKeys.create': { input: {
      /** The id of the game */
      id: number
    } & AdminServiceKeysCreateInput; answer: CreatedServiceKey }
  /** Revoke a service key */
  'admin.serviceKeys.revoke': { input: {
      /** The id of the service key */
      id: number
    }; answer: Confirmation }
  /** The groups of a game, the newest first */
  'admin.groups.list': { input: {
      /** The id of the game */
      id: number
      /** Beginnings of words of the name; all of them must be in it */
      query?: string
      /** Only groups with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: ManagedGroupPage }
  /** A group of a game */
  'admin.groups.get': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
    }; answer: ManagedGroupDetails }
  /** Give a group another name */
  'admin.groups.rename': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
    } & AdminGroupsRenameInput; answer: ManagedGroup }
  /** Delete a group with its chat, attributes and connections */
  'admin.groups.delete': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
      /** The name of the group, exactly */
      name: string
    }; answer: Confirmation }
  /** The members of a group, the longest-standing first */
  'admin.groups.members': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: ManagedGroupMemberPage }
  /** The pending invites or join requests of a group, the oldest first */
  'admin.groups.pending': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
      /** Which of both */
      kind: "invite" | "join_request"
    }; answer: ManagedGroupConnectionPage }
  /** The attributes of a group, the oldest first */
  'admin.groups.attributes': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: ManagedGroupAttributePage }
  /** Add or change an attribute of a group */
  'admin.groups.setAttribute': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
    } & AdminGroupsSetAttributeInput; answer: Confirmation }
  /** Remove an attribute of a group */
  'admin.groups.removeAttribute': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
      /** The key of the attribute */
      key: string
    }; answer: Confirmation }
  /** Remove a member from a group */
  'admin.groups.removeMember': { input: {
      /** The id of the game */
      id: number
      /** The id of the group */
      group_id: number
      /** The id of the member */
      user_id: number
    }; answer: Confirmation }
  /** The game rounds of a game, the newest first */
  'admin.rounds.list': { input: {
      /** The id of the game */
      id: number
      /** Only rounds of this user */
      user_id?: number
      /** Only rounds of this type */
      game_type?: string
      /** Only rounds with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: ManagedRoundPage }
  /** A game round with its metadata */
  'admin.rounds.get': { input: {
      /** The id of the game */
      id: number
      /** The id of the game round */
      round_id: number
    }; answer: ManagedRoundDetails }
  /** Delete a game round */
  'admin.rounds.delete': { input: {
      /** The id of the game */
      id: number
      /** The id of the game round */
      round_id: number
    }; answer: Confirmation }
  /** The multiplayer rounds of a game, the newest first */
  'admin.multiplayerRounds.list': { input: {
      /** The id of the game */
      id: number
      /** Only rounds with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: ManagedMultiplayerRoundPage }
  /** A multiplayer round with one page of its rankings, the best first */
  'admin.multiplayerRounds.get': { input: {
      /** The id of the game */
      id: number
      /** The id of the multiplayer round */
      round_id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: ManagedMultiplayerRound }
  /** The leaderboards of a game, by name */
  'admin.leaderboards.list': { input: {
      /** The id of the game */
      id: number
      /** Only names that come after this one */
      after?: string
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: ManagedLeaderboardPage }
  /** One page of a leaderboard, the best first */
  'admin.leaderboards.get': { input: {
      /** The id of the game */
      id: number
      /** The name of the leaderboard */
      leaderboard_name: string
      /** Only entries of this user */
      user_id?: number
      /** The number of a season; without it, the running one */
      season?: number
      /** The group whose entries are wanted, on a leaderboard of groups; without it, there are none */
      group_id?: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: ManagedLeaderboardEntryPage }
  /** Remove all entries of a leaderboard */
  'admin.leaderboards.clear': { input: {
      /** The id of the game */
      id: number
      /** The name of the leaderboard */
      leaderboard_name: string
    }; answer: ClearedLeaderboard }
  /** Remove an entry from a leaderboard */
  'admin.leaderboards.removeEntry': { input: {
      /** The id of the game */
      id: number
      /** The id of the entry */
      entry_id: number
    }; answer: Confirmation }
  /** The rules for scores of a game */
  'admin.scoreRules.list': { input: {
      /** The id of the game */
      id: number
    }; answer: ScoreRuleList }
  /** Set the rule for scores on a leaderboard, or of a game type */
  'admin.scoreRules.set': { input: {
      /** The id of the game */
      id: number
    } & AdminScoreRulesSetInput; answer: ScoreRule }
  /** Delete the rule for scores on a leaderboard, or of a game type */
  'admin.scoreRules.delete': { input: {
      /** The id of the game */
      id: number
      /** What the rule is about */
      kind: "leaderboard" | "game_type"
      /** The name of the leaderboard or game type */
      name: string
    }; answer: Confirmation }
  /** The scores that wait for review */
  'admin.heldScores.list': { input: {
      /** The id of the game */
      id: number
      /** Only entries with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
      /** Only those of this player */
      user_id?: number
    }; answer: HeldScorePage }
  /** Approve a score: it counts */
  'admin.heldScores.approve': { input: {
      /** The id of the game */
      id: number
      /** The id of the score while it waits */
      held_score_id: number
    }; answer: Confirmation }
  /** Reject a score: it never counts */
  'admin.heldScores.reject': { input: {
      /** The id of the game */
      id: number
      /** The id of the score while it waits */
      held_score_id: number
    }; answer: Confirmation }
  /** Reject every score of a player that waits, and ban them if wanted */
  'admin.heldScores.rejectPlayer': { input: {
      /** The id of the game */
      id: number
    } & AdminHeldScoresRejectPlayerInput; answer: RejectedPlayer }
  /** The settings of a leaderboard */
  'admin.leaderboards.getSettings': { input: {
      /** The id of the game */
      id: number
      /** The name of the leaderboard */
      name: string
    }; answer: LeaderboardSettings }
  /** Change the settings of a leaderboard */
  'admin.leaderboards.changeSettings': { input: {
      /** The id of the game */
      id: number
      /** The name of the leaderboard */
      name: string
    } & AdminLeaderboardsChangeSettingsInput; answer: LeaderboardSettings }
  /** Remove the settings of a leaderboard */
  'admin.leaderboards.removeSettings': { input: {
      /** The id of the game */
      id: number
      /** The name of the leaderboard */
      name: string
    }; answer: Confirmation }
  /** The settings and the seasons of a leaderboard */
  'admin.leaderboards.seasons': { input: {
      /** The id of the game */
      id: number
      /** The name of the leaderboard */
      name: string
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: LeaderboardSeasonPage }
  /** Who has won what in a season */
  'admin.leaderboards.prizes': { input: {
      /** The id of the game */
      id: number
      /** The name of the leaderboard */
      name: string
      /** The number of the season */
      season: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: WonPrizePage }
  /** For which game types of a game players are matched, and how */
  'admin.matchmaking.list': { input: {
      /** The id of the game */
      id: number
    }; answer: MatchmakingTypeList }
  /** Offer matchmaking for a game type, or change how it works */
  'admin.matchmaking.change': { input: {
      /** The id of the game */
      id: number
      /** The game type, as game rounds have it */
      game_type: string
    } & AdminMatchmakingChangeInput; answer: MatchmakingType }
  /** End matchmaking for a game type */
  'admin.matchmaking.remove': { input: {
      /** The id of the game */
      id: number
      /** The game type, as game rounds have it */
      game_type: string
    }; answer: Confirmation }
  /** The game types of a game that are rated, by name */
  'admin.ratedGameTypes.list': { input: {
      /** The id of the game */
      id: number
    }; answer: RatedGameTypeList }
  /** Rate the rounds of a game type, or change how they are rated */
  'admin.ratedGameTypes.change': { input: {
      /** The id of the game */
      id: number
      /** The game type, as rounds have it */
      game_type: string
    } & AdminRatedGameTypesChangeInput; answer: RatedGameType }
  /** Rate a game type no more, and delete its ratings and their history */
  'admin.ratedGameTypes.delete': { input: {
      /** The id of the game */
      id: number
      /** The game type, as rounds have it */
      game_type: string
    }; answer: DeletedRatedGameType }
  /** The players with the best ratings in a game type, best first */
  'admin.ratings.list': { input: {
      /** The id of the game */
      id: number
      /** Of which game type */
      game_type: string
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: ManagedRatingPage }
  /** The chats of a game, the latest activity first */
  'admin.chats.list': { input: {
      /** The id of the game */
      id: number
      /** Only chats of this user, and of their groups */
      user_id?: number
      /** The `next` of the page before */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: ManagedChatPage }
  /** A chat with its messages, the newest first */
  'admin.chats.read': { input: {
      /** The id of the game */
      id: number
      /** The id of the chat */
      chat_id: number
      /** Only messages with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: ManagedChatMessages }
  /** Every store item of a game, including withdrawn ones */
  'admin.store.list': { input: {
      /** The id of the game */
      id: number
    }; answer: ManagedStoreItemList }
  /** Add an item to a game's store */
  'admin.store.add': { input: {
      /** The id of the game */
      id: number
    } & AdminStoreAddInput; answer: StoreItem }
  /** Change a store item; fields that are not sent stay */
  'admin.store.change': { input: {
      /** The id of the store item */
      id: number
    } & AdminStoreChangeInput; answer: StoreItem }
  /** Withdraw an item from the store; players who own it keep it */
  'admin.store.withdraw': { input: {
      /** The id of the store item */
      id: number
    }; answer: Confirmation }
  /** What players have reported */
  'admin.reports.list': { input: {
      /** The id of the game */
      id: number
      /** Only entries with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
      /** Only those in this state */
      state?: "open" | "resolved" | "dismissed"
      /** Only about such things */
      kind?: "player" | "message" | "group"
    }; answer: ReportPage }
  /** A report, with what staff need to decide */
  'admin.reports.get': { input: {
      /** The id of the game */
      id: number
      /** The id of the report */
      report_id: number
    }; answer: ReportDetails }
  /** Dismiss a report: no action */
  'admin.reports.dismiss': { input: {
      /** The id of the game */
      id: number
      /** The id of the report */
      report_id: number
    }; answer: ReportDetails }
  /** Resolve a report, by actions or without */
  'admin.reports.resolve': { input: {
      /** The id of the game */
      id: number
      /** The id of the report */
      report_id: number
    } & AdminReportsResolveInput; answer: ReportDetails }
  /** Hide a message */
  'admin.messages.hide': { input: {
      /** The id of the game */
      id: number
      /** The id of the message */
      message_id: number
    }; answer: Confirmation }
  /** Show a hidden message again */
  'admin.messages.unhide': { input: {
      /** The id of the game */
      id: number
      /** The id of the message */
      message_id: number
    }; answer: Confirmation }
  /** The warnings, mutes and bans of a game */
  'admin.sanctions.list': { input: {
      /** The id of the game */
      id: number
      /** Only entries with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
      /** Only of this kind */
      kind?: "warn" | "mute" | "ban"
      /** Only mutes and bans that hold now */
      in_force?: boolean
    }; answer: SanctionPage }
  /** What was decided about a player */
  'admin.players.sanctions': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
      /** Only entries with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: PlayerSanctions }
  /** Ban a player */
  'admin.players.ban': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersBanInput; answer: Sanction }
  /** End the ban of a player */
  'admin.players.unban': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    }; answer: Confirmation }
  /** Mute a player */
  'admin.players.mute': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersMuteInput; answer: Sanction }
  /** End the mute of a player */
  'admin.players.unmute': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    }; answer: Confirmation }
  /** Warn a player */
  'admin.players.warn': { input: {
      /** The id of the game */
      id: number
      /** The id of the player */
      user_id: number
    } & AdminPlayersWarnInput; answer: Sanction }
  /** The words that players of a game may not use */
  'admin.wordFilter.get': { input: {
      /** The id of the game */
      id: number
    }; answer: WordFilter }
  /** Change the words that players of a game may not use */
  'admin.wordFilter.change': { input: {
      /** The id of the game */
      id: number
    } & AdminWordFilterChangeInput; answer: WordFilter }
  /** How often items were sold, and for how many credits */
  'admin.store.sales': { input: {
      /** The id of the game */
      id: number
      /** Only this item */
      store_item_id?: number
    }; answer: StoreSales }
  /** Purchases and refunds in the store of a game, the newest first */
  'admin.store.purchases': { input: {
      /** The id of the game */
      id: number
      /** Only this item */
      store_item_id?: number
      /** Only entries with a smaller id */
      before?: number
      /** At most 100; more counts as 100 */
      limit?: number
    }; answer: StoreSalePage }
  /** The scheduled announcements of a game, the next ones first */
  'admin.announcements.list': { input: {
      /** The id of the game */
      id: number
      /** The number of the page */
      page?: number
      /** How many on a page: at most 100; more counts as 100 */
      per_page?: number
    }; answer: ScheduledAnnouncementList }
  /** Send an announcement to a player, a group or the whole game */
  'admin.announcements.send': { input: {
      /** The id of the game */
      id: number
    } & NewAnnouncement; answer: AcceptedAnnouncement }
  /** Cancel a scheduled announcement */
  'admin.announcements.cancel': { input: {
      /** The id of the scheduled announcement */
      id: number
    }; answer: Confirmation }
  /** A game's webhooks, without their secrets */
  'admin.webhooks.list': { input: {
      /** The id of the game */
      id: number
    }; answer: WebhookList }
  /** Create a webhook: a URL to which the events of a game are sent */
  'admin.webhooks.create': { input: {
      /** The id of the game */
      id: number
    } & AdminWebhooksCreateInput; answer: WebhookWithSecret }
  /** A webhook, without its secret */
  'admin.webhooks.get': { input: {
      /** The id of the webhook */
      id: number
    }; answer: Webhook }
  /** Change the URL or the types of a webhook */
  'admin.webhooks.change': { input: {
      /** The id of the webhook */
      id: number
    } & AdminWebhooksChangeInput; answer: Webhook }
  /** Delete a webhook and its deliveries */
  'admin.webhooks.delete': { input: {
      /** The id of the webhook */
      id: number
    }; answer: Confirmation }
  /** Pause a webhook */
  'admin.webhooks.pause': { input: {
      /** The id of the webhook */
      id: number
    }; answer: Webhook }
  /** Resume a webhook that was paused */
  'admin.webhooks.resume': { input: {
      /** The id of the webhook */
      id: number
    }; answer: Webhook }
  /** Give a webhook a new secret */
  'admin.webhooks.rotateSecret': { input: {
      /** The id of the webhook */
      id: number
    }; answer: WebhookWithSecret }
  /** The deliveries of a webhook, the newest first */
  'admin.webhooks.deliveries': { input: {
      /** The id of the webhook */
      id: number
      /** Only those with this status */
      status?: "pending" | "delivered" | "undelivered"
      /** The `id` of the last delivery of the page before */
      before?: number
    }; answer: WebhookDeliveryList }
  /** Send a test event to a webhook */
  'admin.webhooks.test': { input: {
      /** The id of the webhook */
      id: number
    }; answer: TestDelivery }
  /** Send all events since a time once more to a webhook, whether they were delivered or not */
  'admin.webhooks.redeliverSince': { input: {
      /** The id of the webhook */
      id: number
    } & AdminWebhooksRedeliverSinceInput; answer: Confirmation }
  /** Send an event once more, whether it was delivered or not */
  'admin.webhooks.redeliver': { input: {
      /** The id of the delivery */
      id: number
    }; answer: Confirmation }
  /** The test players of a game */
  'admin.testPlayers.list': { input: {
      /** The id of the game */
      id: number
    }; answer: TestPlayerList }
  /** Sign in as a test player */
  'admin.testPlayers.signIn': { input: {
      /** The id of the game */
      id: number
    } & AdminTestPlayersSignInInput; answer: SignedInTestPlayer }
  /** The backups of the whole server, and how the last one went */
  'admin.backups.list': { input: NoFields; answer: BackupList }
  /** Make a backup of the whole server now */
  'admin.backups.create': { input: NoFields; answer: Confirmation }
  /** Download a backup of the whole server */
  'admin.backups.download': { input: {
      /** The name of the file, as it is listed */
      name: string
    }; answer: string }
  /** Download a game with all its players */
  'admin.games.export': { input: {
      /** The id of the game */
      id: number
    }; answer: string }
  /** The studio's own code in this server */
  'admin.gameCode.show': { input: NoFields; answer: GameCodeFiles }
  /** What a file of game code has run and still has to run, the newest first */
  'admin.gameCode.tasks': { input: {
      /** The `code` of a file */
      code: string
      /** Only those in this state */
      state?: "waiting" | "done" | "failed"
      /** The `next` of the page before */
      before?: number
    }; answer: GameTasks }
  /** Run a task that has failed again */
  'admin.gameCode.retry': { input: {
      /** The id of the task */
      id: number
    }; answer: Confirmation }
  /** The latest errors of a file of game code, the newest first */
  'admin.gameCode.errors': { input: {
      /** The `code` of a file */
      code: string
    }; answer: GameCodeErrors }
  /** How the server and its database are doing */
  'admin.server.get': { input: NoFields; answer: ServerStatus }
}

interface Address {
  method: string
  path: string
  keyed: boolean
}

export const addresses: Record<keyof Operations, Address> = {
  'admin.sessions.start': {"method":"POST","path":"/admin/api/sessions","keyed":false},
  'admin.sessions.list': {"method":"GET","path":"/admin/api/sessions","keyed":false},
  'admin.sessions.signOut': {"method":"DELETE","path":"/admin/api/sessions","keyed":true},
  'admin.staff.join': {"method":"POST","path":"/admin/api/staff_invitations/accept","keyed":false},
  'admin.sessions.end': {"method":"DELETE","path":"/admin/api/sessions/{id}","keyed":true},
  'admin.me.get': {"method":"GET","path":"/admin/api/me","keyed":false},
  'admin.me.change': {"method":"PUT","path":"/admin/api/me","keyed":false},
  'admin.me.beginSecondFactor': {"method":"POST","path":"/admin/api/me/second_factor","keyed":false},
  'admin.me.confirmSecondFactor': {"method":"PUT","path":"/admin/api/me/second_factor","keyed":false},
  'admin.me.removeSecondFactor': {"method":"DELETE","path":"/admin/api/me/second_factor","keyed":true},
  'admin.staff.list': {"method":"GET","path":"/admin/api/staff","keyed":false},
  'admin.staff.change': {"method":"PUT","path":"/admin/api/staff/{id}","keyed":true},
  'admin.staff.remove': {"method":"DELETE","path":"/admin/api/staff/{id}","keyed":true},
  'admin.staff.invitations': {"method":"GET","path":"/admin/api/staff_invitations","keyed":false},
  'admin.staff.invite': {"method":"POST","path":"/admin/api/staff_invitations","keyed":true},
  'admin.staff.withdrawInvitation': {"method":"DELETE","path":"/admin/api/staff_invitations/{id}","keyed":true},
  'admin.tokens.list': {"method":"GET","path":"/admin/api/tokens","keyed":false},
  'admin.tokens.create': {"method":"POST","path":"/admin/api/tokens","keyed":true},
  'admin.tokens.revoke': {"method":"DELETE","path":"/admin/api/tokens/{id}","keyed":true},
  'admin.audit.list': {"method":"GET","path":"/admin/api/audit_log","keyed":false},
  'admin.games.audit': {"method":"GET","path":"/admin/api/games/{id}/audit_log","keyed":false},
  'admin.games.list': {"method":"GET","path":"/admin/api/games","keyed":false},
  'admin.games.create': {"method":"POST","path":"/admin/api/games","keyed":true},
  'admin.games.get': {"method":"GET","path":"/admin/api/games/{id}","keyed":false},
  'admin.games.change': {"method":"PUT","path":"/admin/api/games/{id}","keyed":true},
  'admin.games.rotateToken': {"method":"POST","path":"/admin/api/games/{id}/rotate_token","keyed":true},
  'admin.players.list': {"method":"GET","path":"/admin/api/games/{id}/players","keyed":false},
  'admin.players.get': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}","keyed":false},
  'admin.players.delete': {"method":"DELETE","path":"/admin/api/games/{id}/players/{user_id}","keyed":true},
  'admin.players.attributes': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/attributes","keyed":false},
  'admin.players.setAttribute': {"method":"PUT","path":"/admin/api/games/{id}/players/{user_id}/attributes","keyed":true},
  'admin.players.removeAttribute': {"method":"DELETE","path":"/admin/api/games/{id}/players/{user_id}/attributes","keyed":true},
  'admin.players.sessions': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/sessions","keyed":false},
  'admin.players.endSessions': {"method":"DELETE","path":"/admin/api/games/{id}/players/{user_id}/sessions","keyed":true},
  'admin.players.ledger': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/ledger","keyed":false},
  'admin.players.rounds': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/rounds","keyed":false},
  'admin.players.items': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/items","keyed":false},
  'admin.players.grantItem': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/items","keyed":true},
  'admin.players.friends': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/friends","keyed":false},
  'admin.players.blocks': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/blocks","keyed":false},
  'admin.players.groups': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/groups","keyed":false},
  'admin.players.leaderboardEntries': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/leaderboard_entries","keyed":false},
  'admin.players.ratings': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/ratings","keyed":false},
  'admin.players.ratingHistory': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/rating_history","keyed":false},
  'admin.players.timeline': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/timeline","keyed":false},
  'admin.players.notes': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/notes","keyed":false},
  'admin.players.addNote': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/notes","keyed":true},
  'admin.players.deleteNote': {"method":"DELETE","path":"/admin/api/games/{id}/players/{user_id}/notes/{note_id}","keyed":true},
  'admin.players.adjustScore': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/score","keyed":true},
  'admin.players.adjustCredits': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/credits","keyed":true},
  'admin.players.revokeItem': {"method":"DELETE","path":"/admin/api/games/{id}/players/{user_id}/items/{item_id}","keyed":true},
  'admin.players.rename': {"method":"PUT","path":"/admin/api/games/{id}/players/{user_id}/username","keyed":true},
  'admin.players.endSession': {"method":"DELETE","path":"/admin/api/games/{id}/players/{user_id}/sessions/{session_id}","keyed":true},
  'admin.players.sendPasswordMail': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/password_mail","keyed":true},
  'admin.players.export': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/export","keyed":false},
  'admin.games.permissions': {"method":"GET","path":"/admin/api/games/{id}/permissions","keyed":false},
  'admin.statistics.overview': {"method":"GET","path":"/admin/api/games/{id}/statistics/overview","keyed":false},
  'admin.events.stream': {"method":"GET","path":"/admin/api/games/{id}/events","keyed":false},
  'admin.demoData.fill': {"method":"POST","path":"/admin/api/games/{id}/demo_data","keyed":true},
  'admin.serviceKeys.list': {"method":"GET","path":"/admin/api/games/{id}/service_keys","keyed":false},
  'admin.serviceKeys.create': {"method":"POST","path":"/admin/api/games/{id}/service_keys","keyed":true},
  'admin.serviceKeys.revoke': {"method":"DELETE","path":"/admin/api/service_keys/{id}","keyed":true},
  'admin.groups.list': {"method":"GET","path":"/admin/api/games/{id}/groups","keyed":false},
  'admin.groups.get': {"method":"GET","path":"/admin/api/games/{id}/groups/{group_id}","keyed":false},
  'admin.groups.rename': {"method":"PUT","path":"/admin/api/games/{id}/groups/{group_id}","keyed":true},
  'admin.groups.delete': {"method":"DELETE","path":"/admin/api/games/{id}/groups/{group_id}","keyed":true},
  'admin.groups.members': {"method":"GET","path":"/admin/api/games/{id}/groups/{group_id}/members","keyed":false},
  'admin.groups.pending': {"method":"GET","path":"/admin/api/games/{id}/groups/{group_id}/pending","keyed":false},
  'admin.groups.attributes': {"method":"GET","path":"/admin/api/games/{id}/groups/{group_id}/attributes","keyed":false},
  'admin.groups.setAttribute': {"method":"PUT","path":"/admin/api/games/{id}/groups/{group_id}/attributes","keyed":true},
  'admin.groups.removeAttribute': {"method":"DELETE","path":"/admin/api/games/{id}/groups/{group_id}/attributes","keyed":true},
  'admin.groups.removeMember': {"method":"DELETE","path":"/admin/api/games/{id}/groups/{group_id}/members/{user_id}","keyed":true},
  'admin.rounds.list': {"method":"GET","path":"/admin/api/games/{id}/rounds","keyed":false},
  'admin.rounds.get': {"method":"GET","path":"/admin/api/games/{id}/rounds/{round_id}","keyed":false},
  'admin.rounds.delete': {"method":"DELETE","path":"/admin/api/games/{id}/rounds/{round_id}","keyed":true},
  'admin.multiplayerRounds.list': {"method":"GET","path":"/admin/api/games/{id}/multiplayer_rounds","keyed":false},
  'admin.multiplayerRounds.get': {"method":"GET","path":"/admin/api/games/{id}/multiplayer_rounds/{round_id}","keyed":false},
  'admin.leaderboards.list': {"method":"GET","path":"/admin/api/games/{id}/leaderboards","keyed":false},
  'admin.leaderboards.get': {"method":"GET","path":"/admin/api/games/{id}/leaderboard_entries","keyed":false},
  'admin.leaderboards.clear': {"method":"DELETE","path":"/admin/api/games/{id}/leaderboard_entries","keyed":false},
  'admin.leaderboards.removeEntry': {"method":"DELETE","path":"/admin/api/games/{id}/leaderboard_entries/{entry_id}","keyed":true},
  'admin.scoreRules.list': {"method":"GET","path":"/admin/api/games/{id}/score_rules","keyed":false},
  'admin.scoreRules.set': {"method":"PUT","path":"/admin/api/games/{id}/score_rules","keyed":true},
  'admin.scoreRules.delete': {"method":"DELETE","path":"/admin/api/games/{id}/score_rules","keyed":true},
  'admin.heldScores.list': {"method":"GET","path":"/admin/api/games/{id}/held_scores","keyed":false},
  'admin.heldScores.approve': {"method":"POST","path":"/admin/api/games/{id}/held_scores/{held_score_id}/approve","keyed":true},
  'admin.heldScores.reject': {"method":"POST","path":"/admin/api/games/{id}/held_scores/{held_score_id}/reject","keyed":true},
  'admin.heldScores.rejectPlayer': {"method":"POST","path":"/admin/api/games/{id}/held_scores/reject_player","keyed":true},
  'admin.leaderboards.getSettings': {"method":"GET","path":"/admin/api/games/{id}/leaderboards/{name}/settings","keyed":false},
  'admin.leaderboards.changeSettings': {"method":"PUT","path":"/admin/api/games/{id}/leaderboards/{name}/settings","keyed":true},
  'admin.leaderboards.removeSettings': {"method":"DELETE","path":"/admin/api/games/{id}/leaderboards/{name}/settings","keyed":true},
  'admin.leaderboards.seasons': {"method":"GET","path":"/admin/api/games/{id}/leaderboards/{name}/seasons","keyed":false},
  'admin.leaderboards.prizes': {"method":"GET","path":"/admin/api/games/{id}/leaderboards/{name}/seasons/{season}/prizes","keyed":false},
  'admin.matchmaking.list': {"method":"GET","path":"/admin/api/games/{id}/matchmaking","keyed":false},
  'admin.matchmaking.change': {"method":"PUT","path":"/admin/api/games/{id}/matchmaking/{game_type}","keyed":true},
  'admin.matchmaking.remove': {"method":"DELETE","path":"/admin/api/games/{id}/matchmaking/{game_type}","keyed":true},
  'admin.ratedGameTypes.list': {"method":"GET","path":"/admin/api/games/{id}/rated_game_types","keyed":false},
  'admin.ratedGameTypes.change': {"method":"PUT","path":"/admin/api/games/{id}/rated_game_types/{game_type}","keyed":true},
  'admin.ratedGameTypes.delete': {"method":"DELETE","path":"/admin/api/games/{id}/rated_game_types/{game_type}","keyed":false},
  'admin.ratings.list': {"method":"GET","path":"/admin/api/games/{id}/ratings","keyed":false},
  'admin.chats.list': {"method":"GET","path":"/admin/api/games/{id}/chats","keyed":false},
  'admin.chats.read': {"method":"GET","path":"/admin/api/games/{id}/chats/{chat_id}","keyed":false},
  'admin.store.list': {"method":"GET","path":"/admin/api/games/{id}/store_items","keyed":false},
  'admin.store.add': {"method":"POST","path":"/admin/api/games/{id}/store_items","keyed":true},
  'admin.store.change': {"method":"PUT","path":"/admin/api/store_items/{id}","keyed":true},
  'admin.store.withdraw': {"method":"DELETE","path":"/admin/api/store_items/{id}","keyed":true},
  'admin.reports.list': {"method":"GET","path":"/admin/api/games/{id}/reports","keyed":false},
  'admin.reports.get': {"method":"GET","path":"/admin/api/games/{id}/reports/{report_id}","keyed":false},
  'admin.reports.dismiss': {"method":"POST","path":"/admin/api/games/{id}/reports/{report_id}/dismiss","keyed":true},
  'admin.reports.resolve': {"method":"POST","path":"/admin/api/games/{id}/reports/{report_id}/resolve","keyed":true},
  'admin.messages.hide': {"method":"POST","path":"/admin/api/games/{id}/messages/{message_id}/hide","keyed":true},
  'admin.messages.unhide': {"method":"POST","path":"/admin/api/games/{id}/messages/{message_id}/unhide","keyed":true},
  'admin.sanctions.list': {"method":"GET","path":"/admin/api/games/{id}/sanctions","keyed":false},
  'admin.players.sanctions': {"method":"GET","path":"/admin/api/games/{id}/players/{user_id}/sanctions","keyed":false},
  'admin.players.ban': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/ban","keyed":true},
  'admin.players.unban': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/unban","keyed":true},
  'admin.players.mute': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/mute","keyed":true},
  'admin.players.unmute': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/unmute","keyed":true},
  'admin.players.warn': {"method":"POST","path":"/admin/api/games/{id}/players/{user_id}/warn","keyed":true},
  'admin.wordFilter.get': {"method":"GET","path":"/admin/api/games/{id}/word_filter","keyed":false},
  'admin.wordFilter.change': {"method":"PUT","path":"/admin/api/games/{id}/word_filter","keyed":true},
  'admin.store.sales': {"method":"GET","path":"/admin/api/games/{id}/store_items/sales","keyed":false},
  'admin.store.purchases': {"method":"GET","path":"/admin/api/games/{id}/store_items/purchases","keyed":false},
  'admin.announcements.list': {"method":"GET","path":"/admin/api/games/{id}/announcements","keyed":false},
  'admin.announcements.send': {"method":"POST","path":"/admin/api/games/{id}/announcements","keyed":true},
  'admin.announcements.cancel': {"method":"DELETE","path":"/admin/api/announcements/{id}","keyed":true},
  'admin.webhooks.list': {"method":"GET","path":"/admin/api/games/{id}/webhooks","keyed":false},
  'admin.webhooks.create': {"method":"POST","path":"/admin/api/games/{id}/webhooks","keyed":true},
  'admin.webhooks.get': {"method":"GET","path":"/admin/api/webhooks/{id}","keyed":false},
  'admin.webhooks.change': {"method":"PUT","path":"/admin/api/webhooks/{id}","keyed":true},
  'admin.webhooks.delete': {"method":"DELETE","path":"/admin/api/webhooks/{id}","keyed":true},
  'admin.webhooks.pause': {"method":"POST","path":"/admin/api/webhooks/{id}/pause","keyed":true},
  'admin.webhooks.resume': {"method":"POST","path":"/admin/api/webhooks/{id}/resume","keyed":true},
  'admin.webhooks.rotateSecret': {"method":"POST","path":"/admin/api/webhooks/{id}/rotate_secret","keyed":true},
  'admin.webhooks.deliveries': {"method":"GET","path":"/admin/api/webhooks/{id}/deliveries","keyed":false},
  'admin.webhooks.test': {"method":"POST","path":"/admin/api/webhooks/{id}/test","keyed":true},
  'admin.webhooks.redeliverSince': {"method":"POST","path":"/admin/api/webhooks/{id}/redeliver","keyed":true},
  'admin.webhooks.redeliver': {"method":"POST","path":"/admin/api/webhook_deliveries/{id}/redeliver","keyed":true},
  'admin.testPlayers.list': {"method":"GET","path":"/admin/api/games/{id}/test_players","keyed":false},
  'admin.testPlayers.signIn': {"method":"POST","path":"/admin/api/games/{id}/test_players","keyed":false},
  'admin.backups.list': {"method":"GET","path":"/admin/api/backups","keyed":false},
  'admin.backups.create': {"method":"POST","path":"/admin/api/backups","keyed":false},
  'admin.backups.download': {"method":"GET","path":"/admin/api/backups/{name}","keyed":false},
  'admin.games.export': {"method":"GET","path":"/admin/api/games/{id}/export","keyed":false},
  'admin.gameCode.show': {"method":"GET","path":"/admin/api/game_code","keyed":false},
  'admin.gameCode.tasks': {"method":"GET","path":"/admin/api/game_code/tasks","keyed":false},
  'admin.gameCode.retry': {"method":"POST","path":"/admin/api/game_code/tasks/{id}/retry","keyed":true},
  'admin.gameCode.errors': {"method":"GET","path":"/admin/api/game_code/errors","keyed":false},
  'admin.server.get': {"method":"GET","path":"/admin/api/server","keyed":false},
}

