import { Id, IdOf, Nullable, OneOf, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const ofTicket = IdOf('the ticket')

const TicketPlayer = T.Object(
  {
    id: T.Integer({ description: 'The id of the user', examples: [1] }),
    username: T.String({ description: 'The name that others see', examples: ['ana'] }),
    is_leader: T.Boolean({ description: 'Whether they created the ticket', examples: [true] }),
    has_accepted: T.Boolean({ description: 'Whether they want to play', examples: [true] }),
    is_ready: T.Boolean({
      description: 'Whether they have answered the ready check',
      examples: [false],
    }),
  },
  { title: 'TicketPlayer' },
)

const STATES =
  '`inviting`: not all of the party have accepted. `waiting`: opponents are looked for. `ready_check`: all must say that they are ready. `matched`: there is a round. `cancelled`: by one of the party, or because one was banned or deleted, or because the game ended this matchmaking. `expired`: nobody asked for it for 30 seconds, or somebody was not ready in time'

const Ticket = T.Object(
  {
    id: T.Integer({ description: 'The id of the ticket', examples: [1] }),
    game_type: T.String({ description: 'What they want to play', examples: ['duel'] }),
    state: T.Unsafe<'inviting' | 'waiting' | 'ready_check' | 'matched' | 'cancelled' | 'expired'>({
      ...OneOf('inviting', 'waiting', 'ready_check', 'matched', 'cancelled', 'expired'),
      description: STATES,
      examples: ['waiting'],
    }),
    region: T.String({ description: 'Empty: none was given', examples: ['eu'] }),
    attributes: T.Unsafe<Record<string, string | number | boolean>>({
      type: 'object',
      description: 'Only tickets with equal attributes are matched',
      additionalProperties: true,
      examples: [{ mode: 'ranked' }],
    }),
    players: T.Array(TicketPlayer, { description: 'The party, its leader first' }),
    waited_seconds: T.Number({
      description: 'Since all of the party have accepted',
      examples: [2.5],
    }),
    estimated_seconds: Nullable(
      T.Number({
        description:
          'How much longer it may take, as others have waited lately. Null: that is not known, or the ticket has ended',
        examples: [4],
      }),
    ),
    ready_until: Nullable(
      T.String({ ...Timestamp, description: 'When the ready check is over. Null: there is none' }),
    ),
    team: Nullable(
      T.Integer({ description: 'From 1. Null: no match, or no teams', examples: [1] }),
    ),
    multiplayer_game_round_id: Nullable(
      T.Integer({ description: 'The round of the match. Null: there is none yet', examples: [4] }),
    ),
    created_at: Timestamp,
  },
  { title: 'MatchmakingTicket' },
)

export const createTicketSchema = {
  operation: 'matchmaking.createTicket',
  rate: ['rounds'],
  summary: 'Look for opponents, alone or with a party of friends',
  description:
    'Ask for the ticket every few seconds: one that nobody asks for expires after 30 seconds. A player has one ticket at a time. A ticket counts as a new game round for the rate limits. When opponents are found, everyone gets the event `match.found`, and a seat in a multiplayer round with rules that only they are in (`who_may_join: invited`).',
  body: T.Object({
    game_type: Text(limits.game_type_characters.value, {
      description: 'What to play: one of the game types for which the game has matchmaking',
      examples: ['duel'],
    }),
    region: T.Optional(
      Text(limits.ticket_region_characters.value, {
        min: 0,
        description:
          'Where the player is, in words of the game. Tickets of different regions meet only if the settings allow it; tickets without a region meet each other',
        examples: ['eu'],
      }),
    ),
    attributes: T.Optional(
      T.Unsafe<Record<string, unknown>>({
        type: 'object',
        maxBytes: limits.ticket_attributes_bytes.value,
        expected: 'must be an object',
        description:
          'A small object of texts, numbers, true and false: only tickets with equal attributes are matched',
        examples: [{ mode: 'ranked' }],
      }),
    ),
    party_user_ids: T.Optional(
      T.Array(T.Integer({ ...Id, examples: undefined }), {
        maxItems: limits.match_players.value,
        description:
          'Friends to play with. They get the event `match.invited`, and the ticket waits when all have accepted',
      }),
    ),
  }),
  response: { 201: Ticket },
  refuses: [
    'matchmaking_not_offered',
    'already_in_matchmaking',
    'party_too_large',
    'party_of_strangers',
    'attributes_refused',
    'ready_check_missed',
  ],
} as const

export const listTicketsSchema = {
  operation: 'matchmaking.listTickets',
  summary: "The caller's tickets that have not ended, and those to which they are invited",
  description: 'The newest first, at most 20. This does not keep a ticket alive.',
  response: {
    200: T.Object({ tickets: T.Array(Ticket) }, { title: 'MatchmakingTicketList' }),
  },
} as const

export const pollTicketSchema = {
  operation: 'matchmaking.getTicket',
  summary: 'What has become of a ticket',
  description:
    'For those of its party. Asking keeps it alive: it expires 30 to 40 seconds after the last time. A ticket that has ended can be read for an hour.',
  params: ofTicket,
  response: { 200: Ticket },
  refuses: ['ticket_not_found'],
} as const

export const cancelTicketSchema = {
  operation: 'matchmaking.cancelTicket',
  summary: 'Give up a ticket, or decline an invitation',
  description:
    'Anyone of the party can, and the ticket ends for the whole party. In a ready check, the others wait for another match, with the time that they have waited already, and who cancels can create or accept the next ticket after 30 seconds.',
  params: ofTicket,
  response: { 200: Ticket },
  refuses: ['ticket_not_found', 'ticket_ended'],
} as const

export const acceptTicketSchema = {
  operation: 'matchmaking.acceptTicket',
  rate: ['rounds'],
  summary: 'Accept the invitation to a party',
  description:
    'The ticket waits when all have accepted. Accepting again changes nothing. Only friends of the player who created the ticket can accept.',
  params: ofTicket,
  response: { 200: Ticket },
  refuses: [
    'ticket_not_found',
    'ticket_ended',
    'already_in_matchmaking',
    'party_of_strangers',
    'ready_check_missed',
  ],
} as const

export const reportReadySchema = {
  operation: 'matchmaking.ready',
  summary: 'Answer a ready check',
  description:
    'The match is made when all of its players are ready. Who is not ready in time loses their ticket, and can create or accept the next one after 30 seconds; the others wait for another match, with the time that they have waited already.',
  params: ofTicket,
  response: { 200: Ticket },
  refuses: ['ticket_not_found', 'ticket_ended', 'no_ready_check'],
} as const
