import {
  addEntry,
  clearEntries,
  findOwnRank,
  listLeaderboard,
} from '../../features/play/leaderboards/rules.ts'
import { createRound, findRoundOfGame, listRoundsOfUser } from '../../features/play/rounds/rules.ts'
import { createRoundSchema } from '../../features/play/rounds/schema.ts'
import { staffViewer } from '../../features/operations/games/rules.ts'
import { findPlayerOfGame } from '../../features/players/sessions/rules.ts'
import { readAs } from '../../http/input/validation.ts'
import { limits } from '../../limits.ts'
import type { GameTransaction, Player, Round } from '../game.ts'
import type { Scope } from '../scope.ts'
import { readJson, readNumber, readText, readWhole } from './arguments.ts'
import { inGame } from './economy.ts'

/** Without what the API shows besides. */
const asRound = (round: Round): Round => {
  const { id, game_user_id, game_type, score, place, start_time, end_time } = round
  return { id, game_user_id, game_type, score, place, start_time, end_time }
}

export const roundsOf = (scope: Scope): GameTransaction['rounds'] => {
  const { tx, context, game_id } = scope
  return {
    create: (player, round) =>
      scope.run(async () => {
        const owner = await findPlayerOfGame(tx, inGame(scope, player))
        const input = readAs(createRoundSchema.body, { ...round, game_user_id: owner.id })
        return asRound(await createRound(context, owner, input))
      }),
    get: (id) =>
      scope.run(async () => {
        const round = await findRoundOfGame(tx, game_id, readWhole('id', id))
        return round && asRound(round)
      }),
    list: (player, { game_type } = {}) =>
      scope.run(async () => {
        const owner = await findPlayerOfGame(tx, inGame(scope, player))
        const query = {
          user_id: owner.id,
          per_page: 100,
          ...(game_type === undefined ? {} : { game_type }),
        }
        return (await listRoundsOfUser(context, owner, query)).game_rounds.map(asRound)
      }),
  }
}

const readBoard = (name: string) =>
  readText('leaderboard_name', name, limits.leaderboard_name_characters.value)

const DEFAULT_TOP = 10

export const leaderboardsOf = (scope: Scope): GameTransaction['leaderboards'] => {
  const { tx, context, game_id } = scope
  const find = (player: Player) => findPlayerOfGame(tx, inGame(scope, player))
  return {
    add: (player, name, score, metadata = {}) =>
      scope.run(async () => {
        const entry = {
          leaderboard_name: readBoard(name),
          score: readNumber('score', score),
          metadata: readText(
            'metadata',
            readJson('metadata', metadata),
            limits.leaderboard_extra_bytes.value,
          ),
        }
        await addEntry(context, await find(player), entry)
      }),
    top: (name, limit = DEFAULT_TOP) =>
      scope.run(async () => {
        const viewer = await staffViewer(tx, game_id)
        const query = { game_id, leaderboard_name: readBoard(name), one_per_user: true, limit }
        const { leaderboard_entries } = await listLeaderboard(context, viewer, query)
        return leaderboard_entries.map(({ game_user_id, username, score }) => ({
          game_user_id,
          username,
          score,
        }))
      }),
    rank: (player, name) =>
      scope.run(async () => {
        const owner = await find(player)
        return findOwnRank(context, owner, { game_id, leaderboard_name: readBoard(name) })
      }),
    clear: (player, name) =>
      scope.run(async () => {
        await clearEntries(context, await find(player), { leaderboard_name: readBoard(name) })
      }),
  }
}
