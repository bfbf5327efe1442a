import { T } from '../../../http/typed-schema.ts'
import { IdParams } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Value = T.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] })

const Rows = (description: string) => T.Array(T.Record(T.String(), Value), { description })

export const showPersonalDataSchema = {
  trust: 'own',
  summary: "Everything that is kept about the caller's account",
  description: `Lists of rows by their columns, newest first, at most ${limits.exported_rows.value} of each kind; where there are more, \`is_complete\` is false and the operator of the server can give them all.`,
  params: IdParams,
  response: {
    200: T.Object({
      exported_at: T.String(),
      is_complete: T.Boolean(),
      account: Rows('Name, email, credits and score'),
      activity: Rows('Counters of requests and game sessions'),
      sessions: Rows('Where the user is signed in'),
      password_resets: Rows('Links for a new password that were asked for'),
      stored_answers: Rows('Answers that are kept for a day, for requests that are sent again'),
      attributes: Rows('Key-value attributes'),
      credit_ledger: Rows('Every change of credits'),
      purchases: Rows('Bought items'),
      game_rounds: Rows('Played rounds'),
      multiplayer_rounds_led: Rows('Multiplayer rounds whose master the user is'),
      leaderboard_entries: Rows('Entries on leaderboards'),
      leaderboard_bests: Rows('Which entry is the best, for either order'),
      friendships: Rows('Friends, and requests sent and received'),
      blocks: Rows('Whom the user has blocked'),
      group_connections: Rows('Groups that the user belongs to, or was asked into'),
      invites_sent: Rows('Whom the user has asked into groups'),
      groups_removed_from: Rows('Groups whose admin has removed the user'),
      group_attributes_made: Rows('Attributes that the user has added to groups'),
      chats: Rows('Chats that the user takes part in'),
      messages: Rows('Messages that the user has written'),
      messages_read: Rows('Messages that the user has read'),
    }),
  },
  refuses: ['not_your_account'],
} as const
