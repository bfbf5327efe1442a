import { IdOf, Message, PathId, Text } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'
import { MultiplayerRound } from '../round-views/schema.ts'

const Code = Text(limits.round_code_characters.value, {
  description:
    'The six letters that a player of the round sees; upper and lower case do not matter',
  examples: ['KXWPTA'],
})

const REFUSALS = [
  'multiplayer_round_not_found',
  'other_game',
  'round_finished',
  'round_without_rules',
] as const

const REFUSALS_OF_JOINING = [
  ...REFUSALS,
  'round_full',
  'round_not_joinable',
  'wrong_round_code',
  'kicked_from_round',
  'matched_round',
  'too_many_open_rounds',
  'user_not_found',
  'read_too_slow',
] as const

export const joinRoundSchema = {
  operation: 'multiplayerRounds.join',
  rate: ['round_codes'],
  summary: 'Take a seat in a multiplayer round with rules',
  description:
    'An invited player always may; others as `who_may_join` says. Whoever has a seat keeps it.',
  params: IdOf('the multiplayer round'),
  body: T.Object({ code: T.Optional(Code) }),
  response: { 200: MultiplayerRound },
  refuses: REFUSALS_OF_JOINING,
} as const

export const joinRoundByCodeSchema = {
  operation: 'multiplayerRounds.joinByCode',
  rate: ['round_codes'],
  summary: 'Take a seat in the multiplayer round with a code',
  description: 'For rounds with `who_may_join=code`. Codes are not guessed: attempts are limited.',
  body: T.Object({ code: Code }),
  response: { 200: MultiplayerRound },
  refuses: REFUSALS_OF_JOINING,
} as const

export const leaveRoundSchema = {
  operation: 'multiplayerRounds.leave',
  access: 'competitive',
  summary: 'Leave a multiplayer round with rules',
  description:
    "The caller's game rounds are taken out of it and stay theirs. If the master leaves, the player who has had a seat the longest becomes the master; when the last player leaves, the round is finished.",
  params: IdOf('the multiplayer round'),
  response: { 200: Message },
  refuses: [...REFUSALS, 'no_seat_in_round'],
} as const

export const kickPlayerSchema = {
  operation: 'multiplayerRounds.kick',
  access: 'competitive',
  summary: 'Remove a player from a multiplayer round with rules',
  description:
    'Only the master may. The game rounds of the player are taken out of it, and the player cannot come back. An invited player loses the invitation. Nobody can be removed from a round that matchmaking made.',
  params: T.Object({
    ...IdOf('the multiplayer round').properties,
    user_id: T.Integer({ ...PathId, description: 'The id of the player', examples: [2] }),
  }),
  response: { 200: Message },
  refuses: [
    ...REFUSALS,
    'only_for_the_master',
    'kicking_oneself',
    'no_seat_in_round',
    'matched_round',
  ],
} as const
