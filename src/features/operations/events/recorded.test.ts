import { expect } from 'vitest'
import { createKey } from '../../../../test/support/attributes.ts'
import {
  addMember,
  answerConnection,
  createGroup,
  fourPlayers,
  invite,
  leaveGroup,
  requestToJoin,
} from '../../../../test/support/groups.ts'
import { createRound } from '../../../../test/support/rounds.ts'
import { countStatements } from '../../../../test/support/statement-counts.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { cleanUpJob } from '../../../jobs/housekeeping.ts'
import { Interests } from '../../../live/interests.ts'
import { createLog } from '../../../services/log.ts'
import { erasePlayer } from '../../players/personal-data/rules.ts'

interface Event {
  type: string
  actor_id: number | null
  data: Record<string, unknown>
}

type Get = (query: string) => Promise<{ events: Event[]; cursor: string }>

/** Returns what the reader has been sent since the last call, each time. Waits for as many as are expected. */
async function reader(get: Get, types = '') {
  let { cursor } = await get(`types=${types}`)
  return async (expected: number) => {
    const events: Event[] = []
    for (;;) {
      const wait = events.length < expected ? 10 : 0
      const answer = await get(`types=${types}&after=${cursor}&wait=${wait}`)
      cursor = answer.cursor
      if (answer.events.length === 0) return events
      events.push(...answer.events)
    }
  }
}

const readerOf = (player: Player, types?: string) =>
  reader(async (query) => (await player.get(`/events?${query}`)).body, types)

/** The game's own server, which acts for some player. */
async function readerOfGame(world: World, player: Player, types?: string) {
  const key = { ...(await createKey(world)), 'current-user-id': String(player.id) }
  return reader(async (query) => (await world.visitor.get(`/events?${query}`, key)).body, types)
}

const typesOf = (events: Event[]) => events.map(({ type }) => type)

onEachEngine('invitations and join requests reach whoever has to know', async (world) => {
  const { owner, ann, ben, cem } = await fourPlayers(world)
  const group = await createGroup(owner)
  await addMember(owner, group.id, ben)
  const [owners, anns, bens] = [await readerOf(owner), await readerOf(ann), await readerOf(ben)]
  const ofGroup = { group_id: group.id, group_name: group.name }

  const first = await invite(owner, group.id, ann)
  expect(await anns(1)).toMatchObject([
    {
      type: 'group_invitation.received',
      actor_id: owner.id,
      data: { id: first.body.id, ...ofGroup, user: { id: ann.id }, inviter: { id: owner.id } },
    },
  ])
  await owner.delete(`/group_connections/cancel/${first.body.id}`)
  expect(typesOf(await anns(1))).toEqual(['group_invitation.withdrawn'])
  await answerConnection(ann, await invite(owner, group.id, ann), 'declined')
  expect(await owners(1)).toMatchObject([
    { type: 'group_invitation.declined', actor_id: ann.id, data: { ...ofGroup } },
  ])

  const asked = await requestToJoin(cem, group.id)
  expect(asked.status).toBe(200)
  await cem.delete(`/group_connections/cancel/${asked.body.id}`)
  const again = await requestToJoin(cem, group.id)
  expect(typesOf(await owners(3))).toEqual([
    'group_join_request.received',
    'group_join_request.withdrawn',
    'group_join_request.received',
  ])
  // Only admins hear of requests.
  expect(await bens(0)).toEqual([])
  const cems = await readerOf(cem)
  await answerConnection(owner, again, 'accepted')
  expect(typesOf(await cems(2))).toEqual(['group_join_request.accepted', 'group_member.joined'])
  expect(await bens(1)).toMatchObject([
    { type: 'group_member.joined', actor_id: owner.id, data: { ...ofGroup, user: { id: cem.id } } },
  ])
  await anns(1)
  await answerConnection(owner, await requestToJoin(ann, group.id), 'declined')
  expect(typesOf(await anns(1))).toEqual(['group_join_request.declined'])
})

onEachEngine(
  'members hear who joins, leaves, is removed or promoted, and that the group changes or ends',
  async (world) => {
    const { owner, ann, ben, cem } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    await addMember(owner, group.id, ann)
    const [anns, games] = [await readerOf(ann), await readerOfGame(world, ann)]
    await requestToJoin(ben, group.id)
    await requestToJoin(cem, group.id)
    const [bens, cems] = [await readerOf(ben), await readerOf(cem)]
    await owner.post(`/groups/${group.id}/admins`, { user_id: ann.id })
    await owner.post(`/groups/${group.id}/admins`, { user_id: ann.id })
    await owner.put(`/group_connections/remove_member/${ben.id}`, { group_id: group.id })
    await leaveGroup(cem, group.id)
    await owner.put(`/groups/${group.id}`, { max_group_size: 50 })
    await owner.delete(`/groups/${group.id}`)

    const all = [
      'group_member.joined',
      'group_member.joined',
      'group_member.promoted',
      'group_member.removed',
      'group_member.left',
      'group.changed',
      'group.deleted',
    ]
    // Each of them once, though several players have a copy.
    expect(typesOf(await games(7))).toEqual(all)
    // The group is gone, so what was for its members is not shown any more to those who were away.
    expect(typesOf(await anns(1))).toEqual(['group.deleted'])
    expect(typesOf(await bens(1))).toEqual(['group_member.removed'])
    expect(typesOf(await cems(0))).toEqual([])
  },
)

onEachEngine(
  'whoever stays hears of an account that is deleted and of the new admin',
  async (world) => {
    const { owner, ann, ben } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    await requestToJoin(ann, group.id)
    await requestToJoin(ben, group.id)
    const [bens, games] = [await readerOf(ben), await readerOfGame(world, ben)]
    await owner.delete(`/users/${owner.id}`)
    expect(await bens(2)).toMatchObject([
      { type: 'group_member.left', data: { group_id: group.id, user: { id: owner.id } } },
      { type: 'group_member.promoted', actor_id: null, data: { user: { id: ann.id } } },
    ])
    expect(typesOf(await games(3))).toEqual([
      'group_member.left',
      'group_member.promoted',
      'player.deleted',
    ])
    await leaveGroup(ann, group.id)
    await leaveGroup(ben, group.id)
    expect(typesOf(await games(4))).toEqual([
      'group_member.left',
      'group_member.promoted',
      'group_member.left',
      'group.deleted',
    ])
  },
)

onEachEngine('a block is told to nobody, but ends a friendship', async (world) => {
  const { owner, ann, ben } = await fourPlayers(world)
  const { friendship_id } = (await owner.post('/friendships', { username: ann.username })).body
  await ann.put(`/friendships/${friendship_id}`, { status: 'accepted' })
  await owner.post('/friendships', { username: ben.username })
  const [anns, bens] = [await readerOf(ann), await readerOf(ben)]
  for (const other of [ann, ben])
    expect((await owner.post('/blocks', { user_id: other.id })).status).toBe(200)
  expect(await anns(1)).toMatchObject([
    { type: 'friendship.ended', data: { user: { id: owner.id } } },
  ])
  expect(await bens(0)).toEqual([])
})

onEachEngine('the server of a game hears of new, upgraded and deleted players', async (world) => {
  const player = await world.player()
  const [games, players] = [await readerOfGame(world, player), await readerOf(player)]
  const other = await world.player()
  const { body: guest } = await world.visitor.post('/users/guest', {
    game_id: world.game.id,
    game_token: world.game.token,
    device_id: 'a device that is long enough',
  })
  const as_guest = { 'authentication-token': guest.authentication_token }
  const account = { email: 'guest@example.com', password: 'password' }
  const upgraded = await world.visitor.send('PUT', `/users/${guest.id}`, {
    json: { ...account, password_confirmation: 'password' },
    headers: as_guest,
  })
  expect([upgraded.status, upgraded.text]).toEqual([200, expect.any(String)])
  await other.delete(`/users/${other.id}`)
  const events = await games(4)
  expect(events).toMatchObject([
    { type: 'player.signed_up', data: { is_guest: false, user: { id: other.id } } },
    { type: 'player.signed_up', data: { is_guest: true, user: { id: guest.id } } },
    { type: 'player.upgraded', data: { user: { id: guest.id } } },
    { type: 'player.deleted', actor_id: null, data: { user_id: other.id } },
  ])
  expect(JSON.stringify(events)).not.toContain('@')
  expect(await players(0)).toEqual([])
})

const FREQUENT = [
  'score.changed',
  'credits.changed',
  'purchase.made',
  'purchase.refunded',
  'multiplayer_entry.added',
  'multiplayer_entry.changed',
  'multiplayer_entry.removed',
  'group_attributes.changed',
]

/** Does what causes each of the frequent events. */
async function playAll(world: World, player: Player) {
  const { body: item } = await world.system.post(`//admin/api/games/${world.game.id}/store_items`, {
    name: 'Sword',
    cost: 20,
  })
  const group = await createGroup(player)
  await player.post(player.at('add_score'), { score: 5 })
  await player.post(player.at('add_credits'), { credits: 100 })
  await player.post(player.at('purchase_game_user_store_item'), { store_item_id: item.id })
  await player.delete(`${player.at('remove_game_user_store_item')}?store_item_id=${item.id}`)
  const round = await createRound(player, { multiplayer: true, score: 1 })
  await player.put(`/game_rounds/${round.id}`, { score: 7 })
  const { multiplayer_game_round_id } = round
  const second = await createRound(player, { multiplayer_game_round_id, score: 3 })
  await player.delete(`/game_rounds/${second.id}`)
  const attributes = [{ key: 'motto', value: 'x' }]
  await player.post(`/groups/${group.id}/add_attribute`, { attributes })
  return { item, round, group }
}

onEachEngine('frequent events are recorded only while they are asked for', async (world) => {
  const player = await world.player()
  const [all, games] = [await readerOf(player), await readerOfGame(world, player)]
  await playAll(world, player)
  expect(await all(0)).toEqual([])
  expect(await games(0)).toEqual([])

  const asking = await readerOf(player, FREQUENT.join(','))
  const { item, round, group } = await playAll(world, player)
  expect(await asking(11)).toMatchObject([
    { type: 'score.changed', actor_id: player.id, data: { user: { id: player.id, score: 10 } } },
    { type: 'credits.changed', data: { change: 100, reason: 'added', user: { credits: 200 } } },
    { type: 'purchase.made', data: { store_item_id: item.id, price: 20, user: { credits: 180 } } },
    { type: 'credits.changed', data: { change: -20, reason: 'purchase' } },
    { type: 'purchase.refunded', data: { price: 20, user: { credits: 200 } } },
    { type: 'credits.changed', data: { change: 20, reason: 'refund' } },
    {
      type: 'multiplayer_entry.added',
      data: {
        multiplayer_game_round_id: round.multiplayer_game_round_id,
        game_round_id: round.id,
        user: { id: player.id },
        rankings: [{ id: round.id, place: 1, score: 1 }],
      },
    },
    { type: 'multiplayer_entry.changed', data: { rankings: [{ place: 1, score: 7 }] } },
    { type: 'multiplayer_entry.added', data: { rankings: [{ score: 7 }, { place: 2, score: 3 }] } },
    { type: 'multiplayer_entry.removed', data: { rankings: [{ score: 7 }] } },
    {
      type: 'group_attributes.changed',
      data: { group_id: group.id, change: 'added', count: 1, keys: ['motto'] },
    },
  ])
  // Whoever names no types is not flooded by what others ask for.
  expect(await all(0)).toEqual([])
})

onEachEngine('where nobody asks for it, a write runs no statement more', async (world) => {
  const player = await world.player()
  const add = () => player.post(player.at('add_score'), { score: 1 })
  const without = await countStatements(world, add)
  await readerOf(player, 'score.changed')
  expect(await countStatements(world, add)).toBe(without + 1)
})

onEachEngine('what is asked for in one process is known to the others', async (world) => {
  const log = createLog(world.context.config, { write() {} })
  const [one, other] = [new Interests(world.context, log), new Interests(world.context, log)]
  for (const interests of [one, other]) await interests.start()
  const { id } = world.game
  expect(other.wants(id, 'score.changed')).toBe(false)
  const end = one.add(id, new Set(['score.changed', 'message.posted']))
  expect(one.wants(id, 'score.changed')).toBe(true)
  await expect.poll(() => other.wants(id, 'score.changed')).toBe(true)
  expect(other.wants(id, 'message.posted')).toBe(false)
  expect(other.wants(id + 1, 'score.changed')).toBe(false)
  end()
  for (const interests of [one, other]) interests.stop()
})

onEachEngine('nothing in the log names a player who was erased', async (world) => {
  const { owner, ann, ben } = await fourPlayers(world)
  const bens = await readerOf(ben)
  await ann.post('/friendships', { username: ben.username })
  await ann.post('/chats', { usernames: [ben.username], text: 'my secret' })
  await owner.post('/chats', { usernames: [ben.username], text: 'hello' })
  const games = await readerOfGame(world, ben)
  await erasePlayer(world.context, ann.id)
  expect(await bens(1)).toMatchObject([{ type: 'message.posted', data: { text: 'hello' } }])
  expect(typesOf(await games(1))).toEqual(['player.deleted'])
})

onEachEngine('old events are deleted, and a cursor before them is too old', async (world) => {
  const { owner, ann } = await fourPlayers(world)
  const { cursor } = (await ann.get('/events')).body
  await owner.post('/friendships', { username: ann.username })
  const { context } = world
  const now = () => Date.now() + (context.config.EVENTS_DAYS + 1) * 86_400_000
  await cleanUpJob.run({ ...context, now }, new AbortController().signal)
  const refused = await ann.get(`/events?after=${cursor}`)
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([410, 'cursor_too_old'])
  const { cursor: later } = (await ann.get('/events')).body
  expect((await ann.get(`/events?after=${later}`)).status).toBe(200)
})
