import { Id, Text, Time } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'
import { MultiplayerRound, WHO_MAY_JOIN } from '../round-views/schema.ts'

const LEAST_PLAYERS = 2

/** The rules of a multiplayer round. If any of them is sent, the round has rules. */
export const Rules = T.Object({
  max_players: T.Optional(
    T.Integer({
      minimum: LEAST_PLAYERS,
      maximum: limits.round_players.value,
      description: 'How many seats the multiplayer round has',
      examples: [4],
    }),
  ),
  entries_per_player: T.Optional(
    T.Integer({
      minimum: 1,
      maximum: limits.round_entries_of_player.value,
      description: 'Most game rounds of one player in the multiplayer round',
      examples: [1],
    }),
  ),
  who_may_join: T.Optional(
    T.Enum([...WHO_MAY_JOIN], {
      description:
        'Who may take a seat without an invitation: anyone, only invited players, friends of the master, members of the group `group_id`, or players who know the code. Anyone, if it is not sent',
      examples: ['anyone'],
    }),
  ),
  group_id: T.Optional(
    T.Integer({
      ...Id,
      description: 'With `who_may_join=group`: a group that the caller is a member of',
    }),
  ),
  closes_at: T.Optional(
    T.String({
      ...Time,
      description:
        'When the multiplayer round ends by itself: from then on nothing in it changes, and it is finished soon after',
      examples: ['2099-01-02T03:04:05Z'],
    }),
  ),
  invited_user_ids: T.Optional(
    T.Array(T.Integer({ ...Id, description: 'The id of a user' }), {
      maxItems: limits.round_invites_at_once.value,
      description: 'Players who are invited',
      examples: [[2, 3]],
    }),
  ),
})

export const REFUSALS_OF_RULES = [
  'too_many_open_rounds',
  'group_not_found',
  'not_group_member',
  'user_not_found',
  'user_blocked',
  'kicked_from_round',
  'too_many_round_invites',
  'muted',
  'word_not_allowed',
  'other_game',
] as const

export const createLobbySchema = {
  operation: 'multiplayerRounds.create',
  rate: ['rounds'],
  rate_with: { invited_user_ids: 'messages' },
  summary: 'Create a multiplayer round with rules, without a game round',
  description:
    'For a lobby: the caller is its master and has a seat; others join with `POST /multiplayer_game_rounds/{id}/join` or with their first game round. A round with a code needs join, unless the player is invited.',
  body: T.Object({
    game_type: Text(limits.game_type_characters.value, {
      description: 'The type of all game rounds of the multiplayer round',
      examples: ['race'],
    }),
    ...Rules.properties,
  }),
  response: { 201: MultiplayerRound },
  refuses: [...REFUSALS_OF_RULES, 'multiplayer_round_not_found', 'read_too_slow'],
  statuses: { group_not_found: 422, user_not_found: 422, other_game: 422 },
} as const
