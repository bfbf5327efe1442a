import { expect } from 'vitest'
import { openSocket } from '../support/event-socket.ts'
import { onEachEngine, type Player, type World } from '../support/world.ts'

interface Answer {
  events: { type: string; data: { text?: string } }[]
  cursor: string
}

const poll = async (player: Player, after: string): Promise<Answer> =>
  (await player.get(`/events?after=${after}`)).body

const cursorOf = async (player: Player): Promise<string> =>
  (await player.get('/events')).body.cursor

/** Everything after the cursor, in as many requests as it takes. */
async function readAll(player: Player, cursor: string) {
  const texts: (string | undefined)[] = []
  let requests = 0
  for (let after = cursor; ; requests++) {
    const answer = await poll(player, after)
    texts.push(...answer.events.map(({ data }) => data.text))
    if (answer.cursor === after) return { texts, requests }
    after = answer.cursor
  }
}

const NUMBERS = (count: number) =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`

const EVENTS = 'insert into events (game_id, type, at, actor_id, audience, audience_id, data)'

/** Events of an audience, by an actor. */
const addEvents = (
  { context, game }: World,
  count: number,
  { actor, audience, id }: { actor: Player; audience: string; id: number },
) =>
  context.db.rawTransaction(async (run) => {
    await run(`${EVENTS} ${NUMBERS(count)}
      select ${game.id}, 'message.posted', ${context.now()}, ${actor.id}, '${audience}', ${id}, '{"text":"noise"}' from n`)
  })

/** The stranger writes to so many chats, of which the victim is in each. */
const addChats = ({ context, game }: World, count: number, stranger: Player, victim: Player) =>
  context.db.rawTransaction(async (run) => {
    await run(`insert into chats (game_id, creator_id, last_message_id, created_at)
      ${NUMBERS(count)} select ${game.id}, ${stranger.id}, 1000000 + i, 0 from n`)
    const chats = `from chats where creator_id = ${stranger.id}`
    await run(`insert into chat_participants (chat_id, user_id, last_message_id)
      select id, ${victim.id}, last_message_id ${chats}`)
    await run(`${EVENTS} select game_id, 'message.posted', ${context.now()}, ${stranger.id}, 'chat', id, '{"text":"noise"}' ${chats}
      order by id`)
  })

onEachEngine('strangers who write to many chats hide no message of a friend', async (world) => {
  // More than are looked at one by one, and more than memberships are.
  for (const count of [600, 1100]) {
    const [victim, friend, stranger] = await world.players(3)
    if (!victim || !friend || !stranger) throw new Error('three players are needed')
    const cursor = await cursorOf(victim)
    await friend.post('/chats', { usernames: [victim.username], text: 'important' })
    await addChats(world, count, stranger, victim)
    const { texts } = await readAll(victim, cursor)
    expect(texts).toEqual(['important', ...Array.from({ length: count }, () => 'noise')])
  }
})

onEachEngine('what a blocked player did is skipped a little at a time', async (world) => {
  const [ana, blocked, friend] = await world.players(3)
  if (!ana || !blocked || !friend) throw new Error('three players are needed')
  const chat = (await ana.post('/chats', { usernames: [blocked.username], text: 'hello' })).body
  await ana.post('/blocks', { user_id: blocked.id })
  const cursor = await cursorOf(ana)
  await addEvents(world, 6000, { actor: blocked, audience: 'chat', id: chat.id })
  await friend.post('/chats', { usernames: [ana.username], text: 'important' })
  const first = await poll(ana, cursor)
  expect(first.events).toEqual([])
  expect(first.cursor).not.toBe(cursor)
  const { texts, requests } = await readAll(ana, first.cursor)
  expect(texts).toEqual(['important'])
  expect(requests).toBeGreaterThan(1)
})

onEachEngine('whoever was away gets the same events as whoever was there', async (world) => {
  const [ana, ben, eve] = await world.players(3)
  if (!ana || !ben || !eve) throw new Error('three players are needed')
  const { friendship_id } = (await ana.post('/friendships', { username: ben.username })).body
  await ben.put(`/friendships/${friendship_id}`, { status: 'accepted' })
  const group = (await ana.post('/groups', { name: 'Guild', can_auto_join: true })).body
  await ben.post('/group_connections', { group_id: group.id, user_id: ben.id, action_type: 'join' })
  const other = (await eve.post('/groups', { name: 'Others' })).body
  const chat = (await eve.post('/chats', { usernames: [ben.username, ana.username], text: '!' }))
    .body
  const round = (
    await ben.post('/game_rounds', { game_user_id: ben.id, game_type: 'race', multiplayer: true })
  ).body
  await ben.post('/blocks', { user_id: eve.id })

  const cursor = await cursorOf(ben)
  const { frames } = openSocket(world.server.url, { token: ben.token })
  await expect.poll(() => frames.length).toBeGreaterThanOrEqual(1)
  const filler = { actor: ana, audience: 'user', id: ana.id }
  const audiences: [string, number][] = [
    ['user', ben.id],
    ['user', eve.id],
    ['user_copy', ben.id],
    ['friends', ana.id],
    ['friends', eve.id],
    ['group', group.id],
    ['group', other.id],
    ['group_admins', group.id],
    ['group_admins', other.id],
    ['chat', chat.id],
    ['multiplayer_round', round.multiplayer_game_round_id],
    ['multiplayer_round', round.multiplayer_game_round_id + 1],
    ['players', world.game.id],
    ['game', world.game.id],
  ]
  for (const [audience, id] of audiences) {
    await addEvents(world, 1, { actor: ana, audience, id })
    // All players see what is for all of them.
    if (audience !== 'players') await addEvents(world, 1, { actor: eve, audience, id })
    if (audience !== 'user') await addEvents(world, 300, filler)
  }
  world.context.live.wake()
  type Named = { id?: string; type: string }
  // Not those about who is online, which come at any time.
  const idsOf = (events: Named[]) =>
    events.flatMap(({ id, type }) => (type === 'message.posted' ? [id] : []))
  await expect.poll(() => idsOf(frames).length).toBeGreaterThanOrEqual(7)

  const missed: Named[] = []
  for (let after = cursor; ;) {
    const answer = (await ben.get(`/events?after=${after}`)).body
    missed.push(...answer.events)
    if (answer.cursor === after) break
    after = answer.cursor
  }
  expect(idsOf(missed)).toHaveLength(7)
  await expect.poll(() => idsOf(frames)).toEqual(idsOf(missed))
})
