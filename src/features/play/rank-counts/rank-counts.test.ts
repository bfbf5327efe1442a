import fc from 'fast-check'
import { expect } from 'vitest'
import { listWrong, TINY, waitUntilReady } from '../../../../test/support/rank-counts.ts'
import { onEachEngine, type Player, unique } from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { statement } from '../../../storage/statement.ts'
import { changeGame } from '../../operations/games/rules.ts'
import { TOP } from './queries.ts'
import { insertRankSets, updateRankCounts } from './rules.ts'

const USERS = 90
const NEVER = new AbortController().signal

const insertUsers = (game_id: number) => `
  insert into users (game_id, username, username_key, last_login, created_at)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${USERS})
  select ${game_id}, 'u' || n, 'u' || n, 0, 0 from numbers`

const listUsers = statement<{ game_id: number }, { id: number }>(
  `select id from users where game_id = :game_id and username like 'u%' order by id`,
)
const countTops = statement<{ name: string; owner_id: number }, { tops: number }>(
  `select count(*) as tops from rank_ranges join rank_sets on rank_sets.id = rank_ranges.set_id
    where owner_id = :owner_id and name = :name and level = ${TOP}`,
)

interface Best {
  user_id: number
  score: number
  entry_id: number
}

const insertEntry = statement<
  { game_id: number; user_id: number; name: string; score: number },
  { id: number }
>(
  `insert into leaderboard_entries (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
   values (:game_id, :user_id, :name, :score, '{}', 0) returning id`,
  { inserts: 'leaderboard_entries' },
)
/** The only entry of a user replaces the one before it. */
const upsertBest = statement<{
  game_id: number
  user_id: number
  name: string
  score: number
  negative: number
  id: number
}>(
  `insert into leaderboard_bests
     (user_id, leaderboard_name, game_id, descending_key, descending_entry_id, ascending_key, ascending_entry_id)
   values (:user_id, :name, :game_id, :negative, :id, :score, :id)
   on conflict (user_id, leaderboard_name) do update set
     descending_key = excluded.descending_key, descending_entry_id = excluded.descending_entry_id,
     ascending_key = excluded.ascending_key, ascending_entry_id = excluded.ascending_entry_id`,
  { inserts: 'leaderboard_bests', updates: 'leaderboard_bests' },
)
const deleteBest = statement<{ user_id: number; name: string }>(
  `delete from leaderboard_bests where user_id = :user_id and leaderboard_name = :name`,
  { deletes: 'leaderboard_bests' },
)

const operations = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.tuple(fc.constant('set'), fc.nat(USERS - 1), fc.nat(9)) },
    { weight: 12, arbitrary: fc.tuple(fc.constant('set'), fc.nat(USERS - 1), fc.nat(1e6)) },
    { weight: 8, arbitrary: fc.tuple(fc.constant('remove'), fc.nat(USERS - 1), fc.constant(0)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('fold'), fc.constant(0), fc.constant(0)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('look'), fc.nat(USERS), fc.nat(20)) },
  ),
  { minLength: 60, maxLength: 160 },
)

onEachEngine(
  'ranks and pages of a counted leaderboard are those of a plain sort, whatever happens in between',
  async (world) => {
    const { context, game } = world
    const viewer = await world.player()
    await context.db.rawTransaction(async (run) => void (await run(insertUsers(game.id))))
    const users = (await context.db.all(listUsers, { game_id: game.id })).map(({ id }) => id)
    let most_tops = 0
    const property = async (steps: typeof operations extends fc.Arbitrary<infer S> ? S : never) => {
      const name = unique('board')
      const bests = new Map<number, Best>()
      const set = (user_id: number, score: number) =>
        inTransaction(context, async (tx) => {
          const entry = await tx.first(insertEntry, { game_id: game.id, user_id, name, score })
          const entry_id = entry?.id ?? 0
          await tx.run(upsertBest, {
            game_id: game.id,
            user_id,
            name,
            score,
            negative: -score,
            id: entry_id,
          })
          return { user_id, score, entry_id }
        })
      const look = async (position: number, limit: number) => {
        for (const ranking_order of ['descending', 'ascending'] as const) {
          await changeGame(context, game.id, { ranking_order })
          const sign = ranking_order === 'ascending' ? 1 : -1
          const ranked = [...bests.values()].sort(
            (a, b) => (a.score - b.score) * sign || a.entry_id - b.entry_id,
          )
          const board = `/games/${game.id}/leaderboards/${name}`
          const wanted = ranked[position]
          if (wanted) {
            const { body } = await viewer.get(`${board}/rank?user_id=${wanted.user_id}`)
            expect([body.rank, body.score]).toEqual([position + 1, wanted.score])
          }
          const page = `from_rank=${position + 1}&limit=${limit + 1}`
          const { body } = await viewer.get(`${board}/entries?${page}`)
          expect(body.total).toBe(ranked.length)
          const shown = body.leaderboard_entries as { id: number; rank: number }[]
          expect(shown.map(({ id, rank }) => [id, rank])).toEqual(
            ranked
              .slice(position, position + limit + 1)
              .map(({ entry_id }, index) => [entry_id, position + 1 + index]),
          )
        }
      }
      for (const user_id of users.slice(0, 30)) bests.set(user_id, await set(user_id, user_id % 7))
      await inTransaction(context, (tx) =>
        insertRankSets(tx, { kind: 'leaderboard', owner_id: game.id, name }, TINY),
      )
      for (const [what, first, second] of steps) {
        const user_id = users[first] ?? 0
        if (what === 'set') bests.set(user_id, await set(user_id, second))
        else if (what === 'remove') {
          await inTransaction(context, (tx) => tx.run(deleteBest, { user_id, name }))
          bests.delete(user_id)
        } else if (what === 'fold') await updateRankCounts(context, NEVER)
        else await look(first, second)
      }
      await look(bests.size - 1, 5)
      expect(await waitUntilReady(world, { owner_id: game.id, name })).toBe(2)
      const counted = await context.db.first(countTops, { owner_id: game.id, name })
      most_tops = Math.max(most_tops, counted?.tops ?? 0)
      expect(await context.db.all(listWrong, {})).toEqual([])
      for (const position of [0, 17, bests.size - 1, bests.size]) await look(position, 8)
    }
    await fc.assert(fc.asyncProperty(operations, property), { numRuns: 8 })
    // Of both orders.
    expect(most_tops).toBeGreaterThan(2)
  },
)

onEachEngine(
  'ranks stay exact while many write, clear and leave at once and counts are made meanwhile',
  async (world) => {
    const { context, game } = world
    const players = await world.players(50)
    const name = 'busy'
    const addScore = (player: Player, score: number) =>
      player.post(player.at('add_leaderboard_entry'), { leaderboard_name: name, score })
    await Promise.all(players.map((player, index) => addScore(player, index % 10)))
    const list = { kind: 'leaderboard', owner_id: game.id, name } as const
    const counting = new AbortController()
    const countAllTheTime = async () => {
      while (!counting.signal.aborted) await updateRankCounts(context, counting.signal)
    }
    const counters = [countAllTheTime(), countAllTheTime()]
    const write = async (player: Player, index: number) => {
      for (let score = 1; score <= 6; score++) await addScore(player, (index * 7 + score * 13) % 40)
      if (index % 5 === 0)
        await player.post(player.at('clear_my_leaderboard_entries'), { all: true })
      if (index % 10 === 1) await player.delete(`/users/${player.id}`)
    }
    const writers = players.map(write)
    await inTransaction(context, (tx) => insertRankSets(tx, list, TINY))
    await Promise.all(writers)
    counting.abort()
    await Promise.all(counters)
    expect(await waitUntilReady(world, list)).toBe(2)
    expect(await context.db.all(listWrong, {})).toEqual([])

    const viewer = players[2]
    if (!viewer) throw new Error('nobody is left')
    const remaining = players.filter((_, index) => index % 5 !== 0 && index % 10 !== 1)
    for (const ranking_order of ['descending', 'ascending'] as const) {
      await changeGame(context, game.id, { ranking_order })
      const all = await viewer.get(
        `/games/${game.id}/leaderboard_entries?leaderboard_name=${name}&one_per_user=true`,
      )
      const ids = all.body.leaderboard_entries.map(
        (entry: { game_user_id: number }) => entry.game_user_id,
      )
      expect(ids).toHaveLength(remaining.length)
      for (const [index, id] of ids.entries()) {
        const { body } = await viewer.get(
          `/games/${game.id}/leaderboards/${name}/rank?user_id=${id}`,
        )
        expect(body.rank).toBe(index + 1)
      }
    }
  },
)
