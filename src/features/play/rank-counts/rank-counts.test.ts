import fc from 'fast-check'
import { expect } from 'vitest'
import { createRound } from '../../../../test/support/rounds.ts'
import { onEachEngine, type Player, unique, type World } from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { statement } from '../../../storage/statement.ts'
import { changeGame } from '../../operations/games/rules.ts'
import {
  countHigher,
  countLower,
  listHighestBehind,
  listLowestBehind,
} from '../multiplayer-rounds/queries.ts'
import { insertRankSets, updateRankCounts } from './rules.ts'

const USERS = 60
/** So that few entries make many ranges and groups. Sets of fewer than 20 entries are removed. */
const RANGE_ENTRIES = 2
const NEVER = new AbortController().signal

const insertUsers = (game_id: number) => `
  insert into users (game_id, username, username_key, last_login, created_at)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${USERS})
  select ${game_id}, 'u' || n, 'u' || n, 0, 0 from numbers`

const listUsers = statement<{ game_id: number }, { id: number }>(
  `select id from users where game_id = :game_id and username like 'u%' order by id`,
)
const countSets = statement<{ name: string; owner_id: number }, { sets: number; ready: number }>(
  `select count(*) as sets, coalesce(sum(is_ready), 0) as ready from rank_sets
    where owner_id = :owner_id and name = :name`,
)

/** What belongs to a set does not add up. */
const listWrong = statement<Record<string, never>, { id: number }>(`
  select id from rank_sets where is_ready = 1 and (
    (select coalesce(sum(entries), 0) from rank_ranges where set_id = rank_sets.id and level = 0)
      <> (select coalesce(sum(entries), 0) from rank_ranges where set_id = rank_sets.id and level = 1)
    or exists (
      select 1 from rank_ranges as part where part.set_id = rank_sets.id and part.level = 1 and not exists (
        select 1 from rank_ranges as first where first.set_id = rank_sets.id and first.level = 0
           and first.lower_key = part.lower_key and first.lower_id = part.lower_id)))`)

async function waitUntilReady({ context }: World, list: { owner_id: number; name: string }) {
  for (;;) {
    await updateRankCounts(context, NEVER)
    const counted = await context.db.first(countSets, list)
    if (counted && counted.sets === Number(counted.ready)) return counted.sets
  }
}

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
      for (const user_id of users.slice(0, 45)) bests.set(user_id, await set(user_id, user_id % 7))
      await inTransaction(context, (tx) =>
        insertRankSets(tx, { kind: 'leaderboard', owner_id: game.id, name }, RANGE_ENTRIES),
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
      expect(await context.db.all(listWrong, {})).toEqual([])
      for (const position of [0, 17, bests.size - 1, bests.size]) await look(position, 8)
    }
    await fc.assert(fc.asyncProperty(operations, property), { numRuns: 8 })
  },
)

interface Scored {
  id: number
  score: number | null
}

const insertRounds = statement<{ user_id: number; round_id: number; limit: number }, Scored>(
  `insert into game_rounds (game_user_id, multiplayer_game_round_id, game_type, start_time, started_at, score,
                            created_at, updated_at)
   with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < :limit)
   select :user_id, cast(:round_id as bigint), 'race', '2026-01-01T00:00:00Z', 0, n % 5, 0, 0 from numbers
   returning id, score`,
  { inserts: 'game_rounds' },
)
const updateScore = statement<{ id: number; score: number | null }>(
  `update game_rounds set score = :score where id = :id`,
  { updates: 'game_rounds' },
)
const updateRound = statement<{ id: number; round_id: number | null }>(
  `update game_rounds set multiplayer_game_round_id = :round_id where id = :id`,
  { updates: 'game_rounds' },
)
const deleteRound = statement<{ id: number }>(`delete from game_rounds where id = :id`, {
  deletes: 'game_rounds',
})

const roundSteps = fc.array(
  fc.tuple(
    fc.constantFrom('score', 'score', 'score', 'unscore', 'out', 'in', 'delete', 'fold', 'look'),
    fc.nat(49),
    fc.nat(30),
  ),
  { minLength: 60, maxLength: 120 },
)

onEachEngine(
  'places and pages of a counted multiplayer round are those of a plain sort, whatever happens in between',
  async (world) => {
    const { context } = world
    const master = await world.player()
    const property = async (steps: [string, number, number][]) => {
      const created = await createRound(master, { multiplayer: true })
      const round_id: number = created.multiplayer_game_round_id
      const list = { kind: 'multiplayer_round', owner_id: round_id, name: '' } as const
      const rows = await inTransaction(context, async (tx) => {
        await insertRankSets(tx, list, RANGE_ENTRIES)
        return tx.all(insertRounds, { user_id: master.id, round_id, limit: 50 })
      })
      const [scores, outside] = [
        new Map(rows.map(({ id, score }) => [id, score])),
        new Set<number>(),
      ]
      const look = async (skipped: number, limit: number) => {
        for (const sign of [1, -1] as const) {
          const ranked = [...scores]
            .flatMap(([id, score]) => (score === null || outside.has(id) ? [] : { id, score }))
            .sort((a, b) => (a.score - b.score) * sign || a.id - b.id)
          const of = { multiplayer_game_round_id: round_id }
          const [count, listPage] =
            sign === 1 ? [countLower, listLowestBehind] : [countHigher, listHighestBehind]
          const score = skipped
          const found = await context.db.first(count, { ...of, score, max_counted: 1000 })
          expect(found?.better).toBe(ranked.filter((one) => (one.score - score) * sign < 0).length)
          if (found?.is_counted !== 1) continue
          const page = await context.db.all(listPage, { ...of, skipped, limit })
          expect(page.map(({ id }) => id)).toEqual(
            ranked.slice(skipped, skipped + limit).map(({ id }) => id),
          )
        }
      }
      for (const [what, index, value] of steps) {
        const id = rows[index]?.id ?? 0
        if (what === 'fold') await updateRankCounts(context, NEVER)
        else if (what === 'look') await look(index, value)
        else
          await inTransaction(context, async (tx) => {
            if (what === 'score' || what === 'unscore') {
              const score = what === 'score' ? value : null
              await tx.run(updateScore, { id, score })
              if (scores.has(id)) scores.set(id, score)
            } else if (what === 'delete' && index % 3 === 0) {
              await tx.run(deleteRound, { id })
              scores.delete(id)
            } else if (what === 'out') {
              await tx.run(updateRound, { id, round_id: null })
              outside.add(id)
            } else {
              await tx.run(updateRound, { id, round_id })
              outside.delete(id)
            }
          })
      }
      await waitUntilReady(world, list)
      expect(await context.db.all(listWrong, {})).toEqual([])
      for (const skipped of [0, 3, 15, 60]) await look(skipped, 20)
    }
    await fc.assert(fc.asyncProperty(roundSteps, property), { numRuns: 5 })
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
    await inTransaction(context, (tx) => insertRankSets(tx, list, RANGE_ENTRIES))
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
