import { competitionRefusals } from './competition-refusals.ts'
import { gameCodeRefusals } from './game-code-refusals.ts'
import { limits } from './limits.ts'
import { moderationRefusals } from './moderation-refusals.ts'
import { staffRefusals } from './staff-refusals.ts'
import { formatThousands } from './thousands.ts'

const most = (name: keyof typeof limits) => formatThousands(limits[name].value)

/** Every refusal: its stable code, its status and its sentence. `docs/errors.md` is generated from this table. */
export const refusals = {
  // The request
  invalid_input: [422, 'The request is not valid.'],
  malformed_body: [
    400,
    'The request body could not be read: send JSON or a form, with the matching Content-Type.',
  ],
  body_too_large: [413, 'The request body is too large: send at most 1 MiB.'],
  unknown_route: [404, 'No endpoint has this address: see /docs for all endpoints.'],
  method_not_allowed: [
    405,
    'This address does not support this method: see /docs for the methods that it supports.',
  ],
  upgrade_required: [
    426,
    'This address is only for WebSockets: if your client has opened one, a proxy on the way does not pass it on.',
  ],
  request_timeout: [408, 'The request took too long to arrive: send it again.'],
  bad_request: [400, 'The request is not valid HTTP.'],
  bad_address: [400, 'The address cannot be read: check its percent-encoding.'],
  address_too_long: [431, 'The address or a header is too long: send long values in the body.'],
  idempotency_key_reused: [
    422,
    'This Idempotency-Key was used for a different request: send a new key with every new request.',
  ],
  // The caller
  not_the_server: [
    403,
    "Only the game's own server can do this: send the headers service-key-name, service-key-token and current-user-id instead of a player's token.",
  ],
  not_signed_in: [
    401,
    'Request missing user authentication token, or its session has ended: sign in and send the token in the header authentication-token.',
  ],
  not_your_account: [401, 'This account is not yours: use the id of the signed-in user.'],
  not_the_system: [
    401,
    'This endpoint needs the system key: send its name and token in the headers service-key-name and service-key-token.',
  ],
  ...staffRefusals,
  ...moderationRefusals,
  ...gameCodeRefusals,
  ...competitionRefusals,
  route_closed: [
    403,
    "The game has closed this route to this caller: it may be open only to the game's own server, only to players, or to nobody. Ask the game's developer.",
  ],
  server_attribute: [
    403,
    "Only the game's own server can write and remove attributes with this key: nothing was changed.",
  ],
  other_game: [401, 'The user, group, round or other object with this id belongs to another game.'],
  too_many_attempts: [
    429,
    'Too many failed attempts: wait for the time in the header Retry-After, then try again.',
  ],
  export_running: [
    429,
    'An export of this account is being sent already: read it to its end, then try again.',
  ],
  too_many_requests: [
    429,
    'Too many requests: wait for the time in the header Retry-After, then try again.',
  ],
  busy: [503, 'The server is busy: try again shortly.'],
  overloaded: [503, 'The server has too many requests at once: try again shortly.'],
  database_unavailable: [503, 'The database is not available: try again shortly.'],
  disk_full: [
    503,
    'The disk of the server is nearly full, so nothing can be saved: reading still works, try again later.',
  ],
  read_too_slow: [
    503,
    'This takes too long to read at the moment: ask for less of it, or try again later.',
  ],
  stopping: [503, 'The server is stopping: try again shortly.'],
  internal: [
    500,
    'Something went wrong on the server: its log has the details under the id in the header x-request-id.',
  ],
  // Games and accounts
  game_not_found: [404, 'No game has this game_id and game_token: check both.'],
  game_disabled: [402, 'This game is switched off: ask its developer.'],
  user_not_found: [404, 'No user has this id.'],
  username_unknown: [422, 'No user of this game has this username.'],
  // Clients search for these two sentences and for the beginning of not_signed_in: they stay as in GameFuse.
  username_taken: [422, 'Username has already been taken'],
  email_taken: [422, 'Email has already been taken'],
  wrong_credentials: [401, 'The email, username or password is wrong.'],
  wrong_password: [401, 'The current password is wrong.'],
  service_key_name_taken: [
    422,
    'The game already has a service key with this name: choose another name.',
  ],
  service_key_not_found: [404, 'No service key has this id.'],
  wrong_reset_token: [422, 'This link has been used or has expired: ask for a new one.'],
  email_not_verified: [
    403,
    'This game asks for a verified email address: open the link in the mail that was sent to it, then sign in again.',
  ],
  email_already_verified: [422, 'The email address of this account is already verified.'],
  no_email: [422, 'This account has no email address: add one with PUT /users/{id} first.'],
  wrong_verification_token: [
    422,
    'This link has been used, has expired, or belongs to an earlier email address: ask for a new one.',
  ],
  invalid_address: [403, 'This is not a valid email address: check it.'],
  session_not_found: [404, 'You have no session with this id.'],
  // Credits, scores, attributes
  out_of_range: [
    400,
    'The result would be out of range: credits must be from 0 to 9007199254740991, and scores from -9007199254740991 to 9007199254740991.',
  ],
  attribute_not_found: [400, 'The user has no attribute with this key: nothing was removed.'],
  too_many_attributes: [
    400,
    `The user would have more than ${most('attributes')} attributes: nothing was added.`,
  ],
  attributes_too_large: [
    400,
    'The attributes of the user would take more than 1 MiB: nothing was changed. Remove some first.',
  ],
  // Store
  item_not_found: [404, 'The store has no item with this id.'],
  item_not_purchased: [404, 'The user has not purchased this item.'],
  item_already_purchased: [403, 'The user has already purchased this item.'],
  not_enough_credits: [403, 'The user does not have enough credits for this item.'],
  // Blocks and friendships
  blocking_oneself: [422, 'You cannot block yourself.'],
  not_blocked: [422, 'You have not blocked this user.'],
  user_blocked: [422, 'You have blocked this user: unblock with DELETE /blocks/{user_id} first.'],
  too_many_blocks: [
    422,
    `You have blocked ${most('blocks')} users, which is the most: unblock some with DELETE /blocks/{user_id} first.`,
  ],
  befriending_oneself: [422, 'You cannot send a friend request to yourself.'],
  already_friends: [422, 'You are already friends with this user.'],
  friend_request_pending: [
    422,
    'You have already sent this user a friend request: wait for the answer, or cancel it.',
  ],
  friend_request_not_received: [
    422,
    'No pending friend request to you has this id: only its receiver can accept or decline it.',
  ],
  friend_request_not_sent: [
    422,
    'No pending friend request from you has this id: only its sender can cancel it.',
  ],
  not_friends: [422, 'You are not friends with this user.'],
  // Leaderboards
  too_many_leaderboard_entries: [
    400,
    `The player has ${most('leaderboard_entries_on_one')} entries on this leaderboard, or ${most('leaderboard_entries')} on all, which is the most: clear some with clear_my_leaderboard_entries first.`,
  ],
  leaderboard_entries_too_large: [
    400,
    "The names and extra attributes of the player's leaderboard entries would be larger than 8 MiB: clear some with clear_my_leaderboard_entries first.",
  ],
  too_many_leaderboards: [
    400,
    `The player has entries on ${most('leaderboards')} leaderboards, which is the most: clear one with clear_my_leaderboard_entries first.`,
  ],
  not_on_leaderboard: [404, 'The user has no entry on this leaderboard.'],
  leaderboard_entry_not_found: [404, 'No leaderboard entry of this game has this id.'],
  // Rounds
  round_not_found: [404, 'No game round has this id.'],
  not_your_round: [
    401,
    'This game round is not yours: only its owner can delete it, and only its owner or the master of its multiplayer round can change it or take it out: DELETE /multiplayer_game_rounds/{id}/game_rounds/{round_id}.',
  ],
  multiplayer_round_not_found: [404, 'No multiplayer round has this id.'],
  not_the_master: [
    422,
    'Only the master of a multiplayer round can add a game round for another user: send the multiplayer_game_round_id of a round that you are the master of, or your own id as game_user_id.',
  ],
  // Groups
  group_not_found: [404, 'No group has this id.'],
  not_group_admin: [422, 'Only an admin of the group can do this.'],
  not_group_member: [422, 'Only a member of the group can do this.'],
  user_not_in_group: [422, 'This user is not a member of the group.'],
  group_full: [422, 'Nobody else can join: the group is full.'],
  too_many_groups: [
    422,
    `This user would be a member of more than ${most('groups_of_player')} groups: leave one of them first.`,
  ],
  group_has_more_members: [422, 'max_group_size must not be less than the number of members.'],
  group_invite_only: [422, 'This group is invite only: ask one of its admins for an invite.'],
  removed_from_group: [
    422,
    'An admin removed this user from the group: they can return only with an invite from an admin.',
  ],
  already_connected: [
    422,
    'This user is already connected to the group: a member, invited, or waiting for an answer.',
  ],
  too_many_pending: [
    422,
    `This group has ${most('group_pending')} pending join requests, or pending invites, which is the most: some must be answered or cancelled first.`,
  ],
  too_many_join_requests: [
    422,
    `You have ${most('join_requests')} pending join requests, which is the most: cancel some with DELETE /group_connections/cancel/{id} first.`,
  ],
  connection_not_found: [
    422,
    'There is no pending connection with this id that you can answer or cancel: reload the group, or your own groups.',
  ],
  connection_answered: [422, 'This connection has already been answered differently.'],
  last_group_admin: [
    422,
    'This is the last admin of the group: make another member an admin first.',
  ],
  group_attribute_forbidden: [
    403,
    'You do not have permission to do this with the attributes of the group.',
  ],
  group_attribute_exists: [
    400,
    'The group already has an attribute with this key: change it with modify_attribute.',
  ],
  group_attribute_not_found: [404, 'The group has no attribute with this key.'],
  too_many_group_attributes: [
    400,
    `The group would have more than ${most('attributes')} attributes: nothing was added.`,
  ],
  group_attributes_too_large: [
    400,
    'The attributes of the group would take more than 4 MiB: nothing was changed. Remove some first.',
  ],
  group_share_too_large: [
    400,
    'The attributes that this member added to the group would take more than 1 MiB: nothing was changed. Remove some first.',
  ],
  // Events
  notification_not_found: [404, 'You have no notification with this id.'],
  announcement_not_found: [404, 'No scheduled announcement has this id.'],
  too_many_announcements: [
    422,
    `The game has ${most('waiting_announcements')} scheduled announcements, which is the limit: cancel some first.`,
  ],
  cursor_too_old: [
    410,
    'The events after this cursor are no longer known: load what you show again, and continue without a cursor.',
  ],
  too_many_streams: [
    429,
    'This player has as many open streams, sockets and waiting requests for events as are allowed: close one first.',
  ],
  // Webhooks
  webhook_not_found: [404, 'No webhook has this id.'],
  webhook_url_refused: [
    422,
    'The URL of a webhook must begin with https and lead to a public address.',
  ],
  too_many_webhooks: [
    422,
    `The game has ${most('webhooks_of_game')} webhooks, which is the limit: delete one first.`,
  ],
  delivery_not_found: [404, 'No delivery has this id: delivered ones are kept for a day.'],
  // Chats
  chat_partner_unknown: [
    422,
    'usernames must name other players of this game: at least one of them does not exist.',
  ],
  chat_not_found: [422, 'This chat does not exist, or you are not part of it.'],
  chat_empty: [
    422,
    'Nobody else is left in this chat: write to the players by their usernames, which starts a new chat.',
  ],
  chat_of_group: [422, 'This is the chat of a group: leave the group to leave its chat.'],
  too_many_chats: [
    422,
    `You are in ${most('chats')} chats that you have started, which is the most: leave some with DELETE /chats/{id}/membership first.`,
  ],
  message_not_found: [422, 'This message does not exist, or you are not part of its chat.'],
  message_already_read: [422, 'You have already marked this message as read.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type RefusalCode = keyof typeof refusals

/** A field of a request that is not valid. */
export interface InvalidField {
  field: string
  /** Completes a sentence that begins with the field, as in "must be a number". */
  problem: string
}

interface RefusalDetails {
  /** Replaces the sentence of the table where that would not be specific enough. */
  sentence?: string
  /** All that are not valid; the sentence names the first. */
  fields?: InvalidField[]
  retry_after_seconds?: number
  headers?: Record<string, string>
}

/** Thrown by a rule when the answer is no. `http/error-answers.ts` turns it into a status and a sentence. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly retry_after_seconds: number | undefined
  /** Of the answer, besides those of every refusal. */
  readonly headers: Record<string, string> | undefined
  readonly fields: InvalidField[]

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    // A refusal is an answer, not a bug: nobody needs its stack trace, which takes longer to collect than all the rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(details.sentence ?? refusals[code][1])
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refusal'
    this.code = code
    this.retry_after_seconds = details.retry_after_seconds
    this.headers = details.headers
    this.fields = details.fields ?? []
  }
}
