import { type EventType, Id, NOBODY, OneWord, PublicUser, Rankings } from './event-data.ts'
import { Nullable, Timestamp } from './http/shapes.ts'
import { T } from './http/typed-schema.ts'

const THE_ROUND = 'The players who have a seat in the multiplayer round'

const players = T.Integer({ description: 'How many seats are taken now', examples: [3] })

/** The part of `event-types.ts` that is about rounds with rules, ratings, matchmaking and seasons. */
export const competitionEventTypes = {
  'multiplayer_round.player_joined': {
    meaning: 'A player has taken a seat in a multiplayer round with rules.',
    receivers: THE_ROUND,
    data: T.Object({ multiplayer_game_round_id: Id, players, user: PublicUser }),
  },
  'multiplayer_round.player_left': {
    meaning:
      'A player has left a multiplayer round with rules, was removed by its master, or has deleted their account.',
    receivers: `${THE_ROUND}, and the player who was removed`,
    data: T.Object({
      multiplayer_game_round_id: Id,
      players,
      reason: OneWord('left', 'kicked', 'deleted'),
      user: PublicUser,
    }),
  },
  'multiplayer_round.invited': {
    meaning: 'A player was invited to a multiplayer round with rules.',
    receivers: 'The invited player',
    data: T.Object({
      multiplayer_game_round_id: Id,
      game_type: T.String({ examples: ['race'] }),
      user: PublicUser,
    }),
  },
  'multiplayer_round.finished': {
    meaning: 'A multiplayer round is finished: its entries and places stay as they are.',
    receivers: 'The players who have a game round or a seat in the multiplayer round',
    data: T.Object({ multiplayer_game_round_id: Id, rankings: Rankings }),
  },
  'leaderboard.season_ended': {
    meaning: 'A season of a leaderboard has ended.',
    receivers: NOBODY,
    data: T.Object({
      leaderboard_name: T.String({ examples: ['weekly'] }),
      season: T.Integer({ examples: [3] }),
      starts_at: Timestamp,
      ends_at: Timestamp,
      winners: T.Integer({ description: 'How many players win a prize', examples: [10] }),
    }),
  },
  'leaderboard.prize_won': {
    meaning: 'The prize of a player for a season was paid.',
    receivers: 'The player',
    data: T.Object({
      leaderboard_name: T.String({ examples: ['weekly'] }),
      season: T.Integer({ examples: [3] }),
      rank: T.Integer({ examples: [1] }),
      credits: T.Integer({ description: '0 if the prize is only an item', examples: [500] }),
      store_item_id: Nullable(
        T.Integer({
          description: 'null if there is none; named also if the player already had it',
          examples: [1],
        }),
      ),
    }),
  },
  'match.invited': {
    meaning: 'A friend wants to look for opponents together with a player.',
    receivers: 'The invited player',
    data: T.Object({
      ticket_id: Id,
      game_type: T.String({ examples: ['duel'] }),
      user: PublicUser,
    }),
  },
  'match.ready_check': {
    meaning: 'Matchmaking has found opponents, and all of them must say that they are ready.',
    receivers: 'Each player of the match',
    data: T.Object({
      ticket_id: Id,
      game_type: T.String({ examples: ['duel'] }),
      ready_until: Timestamp,
    }),
  },
  'match.found': {
    meaning:
      'Matchmaking has found opponents: there is a multiplayer round in which each of them has a seat.',
    receivers: 'Each player of the match',
    data: T.Object({
      ticket_id: Id,
      multiplayer_game_round_id: Id,
      game_type: T.String({ examples: ['duel'] }),
      team: Nullable(
        T.Integer({ description: 'null without teams; otherwise from 1', examples: [1] }),
      ),
      players: T.Array(
        T.Object(
          {
            id: T.Integer({ examples: [7] }),
            username: T.String({ examples: ['ana'] }),
            team: Nullable(T.Integer({ examples: [1] })),
          },
          { title: 'PlayerOfMatch' },
        ),
        { examples: [[{ id: 7, username: 'ana', team: 1 }]] },
      ),
    }),
  },
  'rating.changed': {
    meaning: 'A rated round has finished, and so the rating of a player has changed.',
    receivers: 'The player',
    data: T.Object({
      game_type: T.String({ examples: ['duel'] }),
      multiplayer_game_round_id: Id,
      place: T.Integer({
        description: "Of the player, or of the player's team; equal scores share it",
        examples: [1],
      }),
      rating_before: T.Integer({ examples: [1000] }),
      rating_after: T.Integer({ examples: [1114] }),
      rounds: T.Integer({ description: 'Rated rounds of the player so far', examples: [1] }),
      user: PublicUser,
    }),
  },
} as const satisfies Record<string, EventType>
