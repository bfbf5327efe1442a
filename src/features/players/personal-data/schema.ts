import { T } from '../../../http/typed-schema.ts'
import { OwnIdParams, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Value = T.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] })

const Rows = (description: string) => T.Array(T.Record(T.String(), Value), { description })

export const exportOwnDataSchema = {
  operation: 'accounts.export',
  rate: ['exports'],
  access: 'own_account',
  summary: "Export everything stored about the caller's account",
  description: `One list of database rows per kind, with at most ${limits.exported_rows.value} rows each. If there are more, \`is_complete\` is false, and the operator of the server can export them all.`,
  params: OwnIdParams,
  response: {
    200: T.Object(
      {
        exported_at: T.String({ ...Timestamp, description: 'When the export began' }),
        is_complete: T.Boolean({ description: 'Whether all rows are in it', examples: [true] }),
        account: Rows('Name, email, credits and score'),
        activity: Rows('Counters of requests and game sessions'),
        active_days: Rows('Days on which the user was active, of the last weeks'),
        sessions: Rows('Sessions in which the user is signed in'),
        password_resets: Rows('Links for a new password that were requested'),
        email_verifications: Rows('Links to verify the email address that were requested'),
        known_addresses: Rows('When the user signed in from addresses, which are stored as hashes'),
        stored_answers: Rows('Answers stored for a day, in case their requests are sent again'),
        attributes: Rows('Key-value attributes'),
        credit_ledger: Rows('Every change of credits'),
        purchases: Rows('Bought items'),
        game_rounds: Rows('Played rounds'),
        multiplayer_rounds_led: Rows('Multiplayer rounds that the user is the master of'),
        matchmaking_tickets: Rows(
          'Tickets with which the user looks for opponents, of the last hour',
        ),
        multiplayer_round_seats: Rows(
          'Multiplayer rounds in which the user has a seat, is invited, or was removed by the master',
        ),
        leaderboard_entries: Rows('Entries on leaderboards'),
        leaderboard_bests: Rows('What counts on each leaderboard, for both ranking orders'),
        leaderboard_usage: Rows('How many leaderboard entries the user has, and their size'),
        scores_under_review: Rows('Scores of the user that wait until staff decide'),
        scores_in_the_last_hour: Rows('How many scores the user has sent where a rule counts them'),
        leaderboard_prizes: Rows('Prizes that the user has won in seasons of leaderboards'),
        ratings: Rows('How good the user is at each game type'),
        rating_changes: Rows('How rounds have changed these ratings'),
        friendships: Rows('Friends, and requests sent and received'),
        presence: Rows('When the user was seen, and what they show to friends'),
        notifications: Rows('What is in the inbox of the user'),
        notifications_read: Rows('Up to which announcement to all the user has read'),
        announcements_waiting: Rows('Announcements to the user that will be posted later'),
        blocks: Rows('Users that the user has blocked'),
        group_connections: Rows('Memberships, join requests and invites of the user'),
        invites_sent: Rows('Group invites that the user has sent'),
        groups_removed_from: Rows('Groups that the user was removed from by an admin'),
        group_attributes_made: Rows('Attributes that the user has added to groups'),
        chats: Rows('Chats that the user takes part in'),
        messages: Rows('Messages that the user has written'),
        values_of_game_code: Rows("What the game's own code has stored about the user"),
        sanctions: Rows('Warnings, mutes and bans of the user'),
        reports_sent: Rows('Players, messages and groups that the user has reported'),
        messages_read: Rows('Messages that the user has read'),
        events: Rows(
          'Live events of the last days that the user caused, or that were for the user alone',
        ),
      },
      { title: 'AccountExport' },
    ),
  },
  refuses: ['not_your_account', 'export_running', 'busy'],
} as const
