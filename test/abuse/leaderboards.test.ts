import { expect } from 'vitest'
import { limits } from '../../src/limits.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, type Player, type Reply, type World } from '../support/world.ts'

const refusal = ({ status, headers }: Reply) => `${status} ${headers.get('x-error-code')}`

const add = (player: Player, leaderboard_name: string, more: object = {}) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score: 1, ...more })

const clear = (player: Player, leaderboard_name: string) =>
  player.post(player.at('clear_my_leaderboard_entries'), { leaderboard_name })

const many = (count: number) =>
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`

interface Entries {
  /** Of the board with the number `n`. */
  board: string
  boards: number
  on_each: number
  extra_attributes?: string
}

/** Adds entries as if the player had sent them one by one, a long time ago. */
async function addMany(
  { context, game }: World,
  { id }: Player,
  { board, boards, on_each, extra_attributes = '{}' }: Entries,
) {
  await context.db.rawTransaction(async (run) => {
    await run(`insert into leaderboard_entries
        (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
      ${many(boards * on_each)}
      select ${game.id}, ${id}, '${board}' || (n % ${boards}), n, '${extra_attributes}', 0 from numbers`)
    await run(`insert into leaderboard_bests (user_id, leaderboard_name, game_id, descending_key,
        descending_entry_id, ascending_key, ascending_entry_id, entries, entry_bytes)
      select user_id, leaderboard_name, game_id, -max(score), max(id), min(score), min(id), count(*),
             sum(octet_length(extra_attributes) + length(leaderboard_name))
        from leaderboard_entries where user_id = ${id} group by user_id, leaderboard_name, game_id`)
    await run(`insert into leaderboard_usage (user_id, entries, entry_bytes)
      select user_id, sum(entries), sum(entry_bytes) from leaderboard_bests
       where user_id = ${id} group by user_id`)
  })
}

const findUsage = statement<
  { user_id: number },
  { counted: number; entries: number; counted_bytes: number; bytes: number }
>(`
  select coalesce(sum(entries), 0) as counted, coalesce(sum(entry_bytes), 0) as counted_bytes,
         (select count(*) from leaderboard_entries where user_id = :user_id) as entries,
         (select coalesce(sum(octet_length(extra_attributes) + octet_length(leaderboard_name)), 0)
            from leaderboard_entries where user_id = :user_id) as bytes
    from leaderboard_usage where user_id = :user_id`)

async function expectCounted({ context }: World, { id: user_id }: Player): Promise<void> {
  const usage = await context.db.first(findUsage, { user_id })
  expect([usage?.counted, usage?.counted_bytes]).toEqual([usage?.entries, usage?.bytes])
}

/** Sends a hundred entries at once, of which only some fit. */
async function expectPlaces(replies: Promise<Reply>[], places: number, code: string) {
  const answered = await Promise.all(replies)
  expect(answered.filter(({ status }) => status === 200)).toHaveLength(places)
  const refused = answered.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(refusal))).toEqual(new Set([`400 ${code}`]))
}

const aHundred = <T>(send: (index: number) => T) => Array.from({ length: 100 }, (_, i) => send(i))

onEachEngine(
  'a player has no more entries on a leaderboard than the limit, however many are sent at once; clearing frees',
  async (world) => {
    const player = await world.player()
    const on_each = limits.leaderboard_entries_on_one.value - 3
    await addMany(world, player, { board: 'b', boards: 1, on_each })
    const replies = aHundred(() => add(player, 'b0'))
    await expectPlaces(replies, 3, 'too_many_leaderboard_entries')
    expect((await add(player, 'other')).status).toBe(200)
    await expectCounted(world, player)

    expect((await clear(player, 'b0')).status).toBe(200)
    await expectCounted(world, player)
    expect((await add(player, 'b0')).status).toBe(200)
  },
)

onEachEngine('a player has no more entries on all leaderboards than the limit', async (world) => {
  const player = await world.player()
  const boards = 4
  const on_each = limits.leaderboard_entries.value / boards
  await addMany(world, player, { board: 'b', boards, on_each })
  expect(refusal(await add(player, 'b0'))).toBe('400 too_many_leaderboard_entries')
  expect((await clear(player, 'b1')).status).toBe(200)
  expect((await add(player, 'b0')).status).toBe(200)
  await expectCounted(world, player)
})

onEachEngine(
  'a player has entries on no more leaderboards than the limit, however many are sent at once',
  async (world) => {
    const player = await world.player()
    await addMany(world, player, { board: 'b', boards: limits.leaderboards.value - 3, on_each: 1 })
    const replies = aHundred((index) => add(player, `new-${index}`))
    await expectPlaces(replies, 3, 'too_many_leaderboards')
    expect((await add(player, 'b0')).status).toBe(200)
    await clear(player, 'b1')
    expect((await add(player, 'b1')).status).toBe(200)
    await expectCounted(world, player)
  },
)

onEachEngine(
  "the extra attributes of a player's entries are no larger than the limit, however many are sent at once",
  async (world) => {
    const player = await world.player()
    const name = 'b0'
    const entry_bytes = limits.leaderboard_extra_bytes.value
    const extra_attributes = 'x'.repeat(entry_bytes - name.length)
    const on_each = limits.leaderboard_bytes.value / entry_bytes - 3
    await addMany(world, player, { board: 'b', boards: 1, on_each, extra_attributes })
    const replies = aHundred(() => add(player, name, { extra_attributes }))
    await expectPlaces(replies, 3, 'leaderboard_entries_too_large')
    await expectCounted(world, player)
    await clear(player, name)
    expect((await add(player, name, { extra_attributes })).status).toBe(200)
  },
)

onEachEngine('entries are counted right while they are added and cleared', async (world) => {
  const player = await world.player()
  const replies = await Promise.all(
    aHundred((index) =>
      index % 5 === 0
        ? clear(player, `b${index % 3}`)
        : add(player, `b${index % 3}`, { metadata: { index } }),
    ),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  await expectCounted(world, player)
})
