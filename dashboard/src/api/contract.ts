// Written by `npm run generate`. Change the schemas of the routes, not this file.


type With<T, K extends keyof T> = T & { [P in K]-?: NonNullable<T[P]> }

type NoFields = Record<string, never>

export interface AcceptedAnnouncement {
  /** With it, it can be cancelled. Null: it was posted at once */
  id: number | null
  /** When it is posted, or was */
  at: string
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
}

export interface AdminGamesCreateInput {
  /** The name of the game */
  name: string
  /** What the game is about */
  description?: string
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

export interface AdminPlayersBanInput {
  /** Why. The player reads it */
  reason: string
  /** Until when. Without it: for ever */
  until?: string
}

export interface AdminPlayersMuteInput {
  /** Why. The player reads it */
  reason: string
  /** Until when. Without it: for ever */
  until?: string
}

export interface AdminPlayersWarnInput {
  /** Why. The player reads it */
  reason: string
}

export interface AdminReportsResolveInput {
  /** `hide_message`: players see `(hidden by a moderator)` instead of its text. `rename`: the player or group gets a name that says nothing. `warn`, `mute`, `ban`: the player, which needs `reason` */
  actions: Array<"hide_message" | "rename" | "warn" | "mute" | "ban">
  /** Why. The player reads it */
  reason?: string
  /** Until when. Without it: for ever */
  until?: string
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
  /** The web address of its icon */
  icon_url?: string
}

export interface AdminTokensCreateInput {
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
  /** Each is found as a whole word, in any case, also with full-width letters, look-alikes of other scripts, invisible characters, or a blank or sign between all letters. With an asterisk at its beginning or end it is also found inside of other words */
  words: string[]
  /** `refuse`: new names of players and groups with such a word are refused. Names that exist stay */
  names: "off" | "refuse"
  /** `refuse`: messages with such a word are refused. `mask`: each of its characters becomes an asterisk */
  messages: "off" | "refuse" | "mask"
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
  /** With it, every player who is no guest can sign in */
  players_password: string
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

export interface GameList {
  games: ListedGame[]
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

export interface ModerationState {
  /** The id of the player */
  id: number
  username: string
  is_banned: boolean
  /** Null: for ever, or not banned */
  banned_until: string | null
  ban_reason: string | null
  is_muted: boolean
  /** Null: for ever, or not muted */
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

export interface OwnStaffAccount {
  staff: StaffMember
  /** To be sent in the header x-csrf-token with every write of this session */
  csrf_token: string | null
  /** Whether this server requires a second factor of everybody */
  second_factor_required: boolean
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

export interface PlayerSanctions {
  player: ModerationState
  sanctions: Sanction[]
  /** To be sent as `before` for the next page */
  next: number | null
}

export interface RecoveryCodes {
  recovery_codes: string[]
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
  /** Null: for ever, or not banned */
  banned_until: string | null
  ban_reason: string | null
  is_muted: boolean
  /** Null: for ever, or not muted */
  muted_until: string | null
}

export interface RotatedGameToken {
  id: number
  token: string
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
  /** Null: for ever, or a warning, which has no end */
  until: string | null
  /** Whether the mute or ban holds now */
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

export interface SecondFactor {
  secret: string
  url: string
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

export interface TestDelivery {
  id: number
}

export interface Webhook {
  id: number
  game_id: number
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

export interface WordFilter {
  /** Each is found as a whole word, in any case, also with full-width letters, look-alikes of other scripts, invisible characters, or a blank or sign between all letters. With an asterisk at its beginning or end it is also found inside of other words */
  words: string[]
  /** `refuse`: new names of players and groups with such a word are refused. Names that exist stay */
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
  /** Dismiss a report: nothing is wrong */
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
  'admin.games.change': {"method":"PUT","path":"/admin/api/games/{id}","keyed":true},
  'admin.games.rotateToken': {"method":"POST","path":"/admin/api/games/{id}/rotate_token","keyed":true},
  'admin.demoData.fill': {"method":"POST","path":"/admin/api/games/{id}/demo_data","keyed":true},
  'admin.serviceKeys.list': {"method":"GET","path":"/admin/api/games/{id}/service_keys","keyed":false},
  'admin.serviceKeys.create': {"method":"POST","path":"/admin/api/games/{id}/service_keys","keyed":true},
  'admin.serviceKeys.revoke': {"method":"DELETE","path":"/admin/api/service_keys/{id}","keyed":true},
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
}

