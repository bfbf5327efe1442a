import fc from 'fast-check'
import { expect } from 'vitest'
import { listWrong, TINY, waitUntilReady } from '../../../../test/support/rank-counts.ts'
import { createRound } from '../../../../test/support/rounds.ts'
import { onEachEngine } from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { statement } from '../../../storage/statement.ts'
import {
  countHigher,
  countLower,
  listHighestBehind,
  listLowestBehind,
} from '../multiplayer-rounds/queries.ts'
import { insertRankSets, updateRankCounts } from './rules.ts'

const NEVER = new AbortController().signal

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
        await insertRankSets(tx, list, TINY)
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
