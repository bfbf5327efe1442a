import { expect } from 'vitest'
import { inTransaction } from '../../src/context.ts'
import { changeGame } from '../../src/features/operations/games/rules.ts'
import {
  insertRankSets,
  type RankedList,
  updateRankCounts,
} from '../../src/features/play/rank-counts/rules.ts'
import { MAX_COUNTED } from '../../src/limits.ts'
import { statement } from '../../src/storage/statement.ts'
import { createRound, entryAt } from '../support/rounds.ts'
import { onEachEngine, type Player, type World } from '../support/world.ts'

const COUNT = MAX_COUNTED + 500
const POSITIONS = [0, MAX_COUNTED - 2, MAX_COUNTED - 1, MAX_COUNTED, MAX_COUNTED + 1, COUNT - 1]

const numbers = (most: number) => `with recursive numbers (n) as (
  select 1 union all select n + 1 from numbers where n < ${most})`

interface Scored {
  id: number
  score: number
}

/** Best first; of equal scores the older is ahead. */
const sorted = <R extends Scored>(rows: R[], sign: 1 | -1) =>
  rows.toSorted((a, b) => (a.score - b.score) * sign || a.id - b.id)

const countReady = statement<{ kind: string; owner_id: number }, { ready: number }>(
  `select count(*) as ready from rank_sets where is_ready = 1 and kind = :kind and owner_id = :owner_id`,
)

/** The server would do so by itself, a little later. */
async function countInRanges({ context }: World, list: RankedList) {
  await inTransaction(context, (tx) => insertRankSets(tx, list))
  const { kind, owner_id } = list
  while ((await context.db.first(countReady, { kind, owner_id }))?.ready !== 2)
    await updateRankCounts(context, AbortSignal.timeout(60_000))
}

/** Many share the best score, and few each other one. */
async function fillBoard({ context, game }: World) {
  await context.db.rawTransaction(async (run) => {
    await run(`insert into users (game_id, username, username_key, last_login, created_at)
      ${numbers(COUNT)} select ${game.id}, 'u' || n, 'u' || n, 0, 0 from numbers`)
    await run(`insert into leaderboard_entries (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
      select game_id, id, 'b', case when id % 5 < 3 then 5000 else id * 7919 % 5000 end, '{}', 0 from users
       where game_id = ${game.id} and username like 'u%'`)
    await run(`insert into leaderboard_bests (user_id, leaderboard_name, game_id,
        descending_key, descending_entry_id, ascending_key, ascending_entry_id)
      select user_id, leaderboard_name, game_id, -score, id, score, id
        from leaderboard_entries where game_id = ${game.id}`)
  })
}

const listEntries = statement<{ game_id: number }, Scored & { user_id: number }>(
  `select id, score, user_id from leaderboard_entries where game_id = :game_id`,
)

onEachEngine(
  'ranks are exact also behind more players than one read counts, ascending and descending',
  async (world) => {
    const { context, game } = world
    const viewer = await world.player()
    await fillBoard(world)
    const rows = await context.db.all(listEntries, { game_id: game.id })
    const board = `/games/${game.id}/leaderboards/b`
    for (const ranking_order of ['descending', 'ascending', 'descending'] as const) {
      await changeGame(context, game.id, { ranking_order })
      if (ranking_order === 'ascending')
        await countInRanges(world, { kind: 'leaderboard', owner_id: game.id, name: 'b' })
      const ranked = sorted(rows, ranking_order === 'ascending' ? 1 : -1)
      for (const position of POSITIONS) {
        const { user_id, score } = entryAt(ranked, position)
        const of = `user_id=${user_id}`
        const { body } = await viewer.get(`${board}/rank?${of}`)
        const rank = position + 1
        expect(body).toEqual({ leaderboard_name: 'b', game_user_id: user_id, rank, score })
        const around = (await viewer.get(`${board}/around?limit=1&${of}`)).body.leaderboard_entries
        expect(around).toMatchObject([{ game_user_id: user_id, rank }])
        const page = (await viewer.get(`${board}/entries?limit=2&from_rank=${rank}`)).body
        const next = ranked.slice(position, position + 2)
        expect(page.total).toBe(COUNT)
        expect(page.leaderboard_entries).toMatchObject(
          next.map(({ id }, index) => ({ id, rank: rank + index })),
        )
      }
    }
    const unranked = await viewer.get(`${board}/rank`)
    expect(unranked.headers.get('x-error-code')).toBe('not_on_leaderboard')
  },
)

const UNSCORED = 5
const listRounds = statement<{ multiplayer_id: number }, Scored>(
  `select id, score from game_rounds where multiplayer_game_round_id = :multiplayer_id and score is not null`,
)
const listWithoutScore = statement<{ multiplayer_id: number }, { id: number }>(
  `select id from game_rounds where multiplayer_game_round_id = :multiplayer_id and score is null order by id`,
)

async function fillMultiplayerRound({ context }: World, player: Player, multiplayer_id: number) {
  const insert = `insert into game_rounds (game_user_id, multiplayer_game_round_id, game_type, start_time,
      started_at, score, created_at, updated_at)`
  const common = `${player.id}, ${multiplayer_id}, 'race', '2026-01-01T00:00:00Z', 0`
  await context.db.rawTransaction(async (run) => {
    await run(`${insert} ${numbers(COUNT)} select ${common}, n * 7919 % 5000, 0, 0 from numbers`)
    await run(`${insert} ${numbers(UNSCORED - 1)} select ${common}, null, 0, 0 from numbers`)
  })
}

onEachEngine(
  'places are exact also behind more rounds than one read counts, in reads, writes and pages',
  async (world) => {
    const { context, game } = world
    const [master, crowd, late] = (await world.players(3)) as [Player, Player, Player]
    const { multiplayer_game_round_id: id } = await createRound(master, { multiplayer: true })
    await fillMultiplayerRound(world, crowd, id)
    const scored = await context.db.all(listRounds, { multiplayer_id: id })
    const unscored = await context.db.all(listWithoutScore, { multiplayer_id: id })
    let passes = 0
    for (const ranking_order of ['ascending', 'descending', 'ascending', 'descending'] as const) {
      await changeGame(context, game.id, { ranking_order })
      if (passes++ === 2)
        await countInRanges(world, { kind: 'multiplayer_round', owner_id: id, name: '' })
      const sign = ranking_order === 'ascending' ? 1 : -1
      const ranked = sorted(scored, sign)
      const placeOf = (score: number) => 1 + ranked.findIndex((other) => other.score === score)
      for (const position of POSITIONS) {
        const round = entryAt(ranked, position)
        const { body } = await master.get(`/game_rounds/${round.id}`)
        expect([position, body.place]).toEqual([position, placeOf(round.score)])
      }
      const page = async (number: number) => {
        const { status, body } = await master.get(`/multiplayer_game_rounds/${id}?page=${number}`)
        expect({ status, body }).toMatchObject({ status: 200 })
        return body.rankings.map((round: { id: number; place?: number }) => [round.id, round.place])
      }
      const expected = [
        ...ranked.map((round) => [round.id, placeOf(round.score)]),
        ...unscored.map((round) => [round.id, undefined]),
      ]
      for (const number of [99, 100, 101, 102, 105, 106, 107]) {
        const shown = expected.slice((number - 1) * 100, number * 100)
        expect([number, await page(number)]).toEqual([number, shown])
      }
      expect(await page(Number.MAX_SAFE_INTEGER)).toEqual([])
    }
    const added = await createRound(late, { multiplayer_game_round_id: id, score: -1 })
    expect([added.place, added.rankings.at(-1).place]).toEqual([COUNT + 1, COUNT + 1])
    const changed = await late.put(`/game_rounds/${added.id}`, { score: 4999 })
    expect(changed.body.place).toBe(1)
    expect((await late.put(`/game_rounds/${added.id}`, { score: -2 })).body.place).toBe(COUNT + 1)
  },
)
