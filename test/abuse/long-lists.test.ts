import { expect } from 'vitest'
import { createRound } from '../support/rounds.ts'
import { onEachEngine, type Player, type Reply, type World } from '../support/world.ts'

const ROUNDS = 10_000

const numbers = (most: number) => `with recursive numbers (n) as (
  select 1 union all select n + 1 from numbers where n < ${most})`

async function addRounds({ context }: World, player: Player, multiplayer_id: number) {
  await context.db.rawTransaction(async (run) => {
    await run(`insert into game_rounds (game_user_id, multiplayer_game_round_id, game_type, start_time, started_at,
        score, created_at, updated_at)
      ${numbers(ROUNDS)} select ${player.id}, ${multiplayer_id}, 'race', '2026-01-01T00:00:00Z', 0, n, 0, 0
        from numbers`)
  })
}

onEachEngine(
  'rounds with an opponent, and their places, are listed among many thousands in one multiplayer round',
  async (world) => {
    const [player, rival] = [await world.player(), await world.player()]
    const { multiplayer_game_round_id: id } = await createRound(player, { multiplayer: true })
    await addRounds(world, player, id)
    await addRounds(world, rival, id)
    const of = `user_id=${player.id}`
    const lists = [`${of}&opponent_id=${rival.id}`, `${of}&opponent_id=${rival.id}&page=90`, of]
    const answers = await Promise.all(lists.map((query) => player.get(`/game_rounds?${query}`)))
    expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual([
      200, 200, 200,
    ])
    const [first, far, plain] = answers.map(({ body }) =>
      body.game_rounds.map(({ score, place }: { score: number; place: number }) => [score, place]),
    )
    // Each score exists twice, so that the best of the hundred newest has place 1, the next 3.
    const pairs = Array.from({ length: 100 }, (_, n) => [ROUNDS - n, 1 + 2 * n])
    expect(first).toEqual(pairs)
    expect(plain).toEqual(pairs)
    expect(far[0]).toEqual([ROUNDS - 8900, 1 + 2 * 8900])
  },
)

onEachEngine('lists of rounds with an opponent do not keep small reads waiting', async (world) => {
  const [player, rival, ...readers] = await world.players(11)
  const other = readers.pop()
  if (!player || !rival || !other) throw new Error('players are missing')
  const { multiplayer_game_round_id: id } = await createRound(player, { multiplayer: true })
  await addRounds(world, player, id)
  await addRounds(world, rival, id)
  const list = `/game_rounds?user_id=${player.id}&opponent_id=${rival.id}&page=90`
  const answered: string[] = []
  const note = async (what: string, reply: Promise<Reply>) => {
    answered.push(`${what} ${(await reply).status}`)
  }
  const lists = readers.map((reader) => note('list', reader.get(list)))
  await note('small', other.get(`/users/${other.id}?with_full_data=false`))
  await Promise.all(lists)
  expect(answered.filter((text) => text === 'list 200')).toHaveLength(8)
  expect(answered.indexOf('small 200')).toBeLessThan(8)
})

const GROUPS = 12_000

onEachEngine('a search among many groups reads a limited number of them', async (world) => {
  const { context, game } = world
  const players = await world.players(3)
  await context.db.rawTransaction(async (run) => {
    await run(`insert into groups (game_id, name, group_type, max_group_size, can_auto_join, is_invite_only,
        searchable, admins_only_can_create_attributes, member_count, created_at)
      ${numbers(GROUPS)} select ${game.id}, 'aaa a' || n, 'default', 9, 0, 0, 1, 0, 1, 0 from numbers`)
    await run(`insert into group_words (group_id, game_id, word)
      select id, game_id, 'aaa' from groups where game_id = ${game.id}
      union all select id, game_id, substr(name, 5) from groups where game_id = ${game.id}`)
  })
  const queries = ['a', 'aaa', 'aaa a1199', '%a%a%a%a%a%a%a%a%a%a%b', 'a a a a a a a a b', '(a+)+$']
  const searches = queries.flatMap((query) => players.map((player) => ({ query, player })))
  const answers = await Promise.all(
    searches.map(({ query, player }) =>
      player.get(`/groups?${new URLSearchParams({ query }).toString()}`),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ headers }) => headers.get('x-error-code'))).toEqual(
    refused.map(() => 'read_too_slow'),
  )
  const [player] = players
  const found = await player?.get('/groups?query=aaa%20A1199')
  expect(found?.body.groups.map(({ name }: { name: string }) => name)).toEqual([
    'aaa a1199',
    ...Array.from({ length: 10 }, (_, n) => `aaa a1199${n}`),
  ])
  const groupsOn = async (page: number) =>
    (await player?.get(`/groups?query=a&per_page=100&page=${page}`))?.body.groups
  expect(await groupsOn(10)).toHaveLength(100)
  expect(await groupsOn(11)).toEqual([])
  expect((await player?.get(`/groups?query=${'a'.repeat(65)}`))?.status).toBe(422)
})
