import { Id } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { partOfBoard, RankedEntry } from '../board-views/schema.ts'
import { Limit, Name, OWN_GAME } from '../leaderboards/schema.ts'

export const listEntriesFromRankSchema = {
  operation: 'leaderboards.entriesFromRank',
  has_large_answers: true,
  summary: 'A page of a leaderboard from any rank on',
  description:
    'The entry that counts for each user (the best, the latest or the sum, as the leaderboard has it) with its rank, best first, and how many users the leaderboard has. Deep pages are about as quick as the first, once the server has counted the list.',
  params: T.Object({ ...OWN_GAME.properties, name: Name }),
  body: T.Object({
    from_rank: T.Optional(
      T.Integer({
        ...Id,
        default: 1,
        description: 'The rank of the first entry; behind the last one the list is empty',
        examples: [1001],
      }),
    ),
    limit: T.Optional(Limit),
    ...partOfBoard,
  }),
  response: {
    200: T.Object(
      {
        leaderboard_entries: T.Array(RankedEntry),
        total: T.Integer({ description: 'How many users have an entry', examples: [120000] }),
      },
      { title: 'RankedLeaderboardPage' },
    ),
  },
  refuses: [
    'game_not_found',
    'other_game',
    'season_not_found',
    'leaderboard_of_groups',
    'group_not_found',
    'not_group_member',
    'read_too_slow',
  ],
  statuses: { invalid_input: 400 },
} as const
