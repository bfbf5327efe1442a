import { expect } from 'vitest'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { type NoParameters, statement } from '../../../storage/statement.ts'
import { changeGame } from '../../operations/games/rules.ts'

const addEntry = (player: Player, score: number, headers = {}) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name: 'b', score }, headers)

const getBoard = (player: Player, { game }: World, path: string) =>
  player.get(`/games/${game.id}/leaderboards/b/${path}`)

const neighbours = async (player: Player, world: World, query = '') => {
  const { body } = await getBoard(player, world, `around?${query}`)
  return body.leaderboard_entries.map(
    ({ game_user_id, rank }: { game_user_id: number; rank: number }) => [game_user_id, rank],
  )
}

/** Users whose stored best entry is not the best of their entries. */
const wrongBests = statement<NoParameters, { user_id: number }>(`
  select user_id from leaderboard_bests as best
   where descending_entry_id is distinct from (
           select id from leaderboard_entries as entry
            where entry.user_id = best.user_id and entry.leaderboard_name = best.leaderboard_name
            order by score desc, id limit 1)
      or ascending_entry_id is distinct from (
           select id from leaderboard_entries as entry
            where entry.user_id = best.user_id and entry.leaderboard_name = best.leaderboard_name
            order by score, id limit 1)
      or not exists (select 1 from leaderboard_entries as entry
                      where entry.id = descending_entry_id and -entry.score = descending_key)
      or not exists (select 1 from leaderboard_entries as entry
                      where entry.id = ascending_entry_id and entry.score = ascending_key)
  union all
  select user_id from leaderboard_entries as entry
   where not exists (select 1 from leaderboard_bests as best
                      where best.user_id = entry.user_id
                        and best.leaderboard_name = entry.leaderboard_name)`)

const countRows = statement<{ user_id: number }, { entries: number; bests: number }>(`
  select (select count(*) from leaderboard_entries where user_id = :user_id) as entries,
         (select count(*) from leaderboard_bests where user_id = :user_id) as bests`)

onEachEngine(
  'a rank counts each user once, and the earlier of two equal scores ranks higher',
  async (world) => {
    const [ann, bob, cem] = (await world.players(3)) as [Player, Player, Player]
    expect((await getBoard(ann, world, 'rank')).headers.get('x-error-code')).toBe(
      'not_on_leaderboard',
    )
    for (const [player, score] of [
      [ann, 1],
      [bob, 9.5],
      [bob, 8],
      [cem, 9.5],
      [ann, 9],
    ] as const) {
      await addEntry(player, score)
    }
    const rank = async (player: Player, query = '') =>
      (await getBoard(player, world, `rank${query}`)).body
    expect(await rank(bob)).toEqual({
      leaderboard_name: 'b',
      game_user_id: bob.id,
      rank: 1,
      score: 9.5,
    })
    expect(await rank(bob, `?user_id=${cem.id}`)).toMatchObject({ rank: 2, score: 9.5 })
    expect(await rank(ann)).toMatchObject({ rank: 3, score: 9, game_user_id: ann.id })
    await bob.post(bob.at('clear_my_leaderboard_entries'), { all: true })
    expect(await rank(ann)).toMatchObject({ rank: 2 })
    expect((await getBoard(ann, world, `rank?user_id=${bob.id}`)).status).toBe(404)
    expect((await getBoard(ann, world, 'rank?user_id=999999')).status).toBe(404)
    expect((await getBoard(ann, world, 'rank?user_id=me')).status).toBe(400)
  },
)

onEachEngine('a leaderboard can have any name', async (world) => {
  const player = await world.player()
  for (const leaderboard_name of ['a/b c?&%', 'été 😀', 'x.json', 'y'.repeat(255)]) {
    await player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score: 2 })
    const path = `/games/${world.game.id}/leaderboards/${encodeURIComponent(leaderboard_name)}/rank`
    expect((await player.get(path)).body).toMatchObject({ leaderboard_name, rank: 1 })
  }
})

onEachEngine(
  'the entries around a user are their neighbours with ranks, ascending and descending',
  async (world) => {
    const players = await world.players(9)
    for (const [index, player] of players.entries()) await addEntry(player, Math.floor(index / 2))
    // Scores 0 0 1 1 2 2 3 3 4: the earlier of two equal scores ranks higher.
    const best_first = [8, 6, 7, 4, 5, 2, 3, 0, 1].map((index, place) => [
      players[index]?.id,
      place + 1,
    ])
    const [last, first, middle] = [players[1], players[8], players[5]] as [Player, Player, Player]
    expect(await neighbours(middle, world)).toEqual(best_first)
    expect(await neighbours(middle, world, 'limit=3')).toEqual(best_first.slice(3, 6))
    expect(await neighbours(middle, world, 'limit=4')).toEqual(best_first.slice(3, 7))
    expect(await neighbours(middle, world, 'limit=1')).toEqual(best_first.slice(4, 5))
    expect(await neighbours(first, world, 'limit=3')).toEqual(best_first.slice(0, 3))
    expect(await neighbours(last, world, 'limit=3')).toEqual(best_first.slice(6))
    expect(await neighbours(first, world, `limit=3&user_id=${last.id}`)).toEqual(
      best_first.slice(6),
    )
    expect(await neighbours(last, world, 'limit=500')).toEqual(best_first)
    const [entry] = (await getBoard(middle, world, 'around?limit=1')).body.leaderboard_entries
    expect(entry).toMatchObject({ username: middle.username, score: 2, metadata: '{}', rank: 5 })

    await changeGame(world.context, world.game.id, { ranking_order: 'ascending' })
    const lowest_first = players.map(({ id }, place) => [id, place + 1])
    expect(await neighbours(middle, world)).toEqual(lowest_first)
    expect(await neighbours(middle, world, 'limit=3')).toEqual(lowest_first.slice(4, 7))
  },
)

onEachEngine(
  '100 concurrent entries are all stored, and each user ranks with their best one',
  async (world) => {
    const [ann, bob] = (await world.players(2)) as [Player, Player]
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => addEntry(index % 2 ? ann : bob, (index * 37) % 50)),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const list = await ann.get(`/games/${world.game.id}/leaderboard_entries?leaderboard_name=b`)
    expect(list.body.leaderboard_entries).toHaveLength(100)
    expect(await world.context.db.all(wrongBests, {})).toEqual([])
    expect((await getBoard(ann, world, 'rank')).body.score).toBe(49)
  },
)

onEachEngine(
  'entries added while others are cleared leave no best score without its entry',
  async (world) => {
    const players = await world.players(6)
    const clear = (player: Player) =>
      player.post(player.at('clear_my_leaderboard_entries'), { all: true })
    for (let round = 0; round < 12; round++) {
      await Promise.all(players.map((player) => addEntry(player, 1)))
      await Promise.all(players.flatMap((player) => [addEntry(player, 5), clear(player)]))
      expect(await world.context.db.all(wrongBests, {})).toEqual([])
    }
  },
)

onEachEngine('an entry repeated with the same Idempotency-Key is added once', async (world) => {
  const player = await world.player()
  const headers = { 'idempotency-key': 'once' }
  const replies = await Promise.all(Array.from({ length: 10 }, () => addEntry(player, 5, headers)))
  replies.push(await addEntry(player, 5, headers))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(replies.at(-1)?.headers.get('idempotency-replayed')).toBe('true')
  expect((await addEntry(player, 6, headers)).status).toBe(422)
  expect(await world.context.db.first(countRows, { user_id: player.id })).toEqual({
    entries: 1,
    bests: 1,
  })
})

onEachEngine('a deleted user is removed from every leaderboard', async (world) => {
  const [ann, bob] = (await world.players(2)) as [Player, Player]
  await addEntry(ann, 5)
  await addEntry(bob, 1)
  expect((await ann.delete(`/users/${ann.id}`)).status).toBe(200)
  expect(await world.context.db.first(countRows, { user_id: ann.id })).toEqual({
    entries: 0,
    bests: 0,
  })
  expect((await getBoard(bob, world, 'rank')).body.rank).toBe(1)
})
