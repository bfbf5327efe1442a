import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLimited } from '../../../../test/abuse/limited-world.ts'
import { refusal } from '../../../../test/support/groups.ts'
import {
  befriend,
  enter,
  offer,
  poll,
  ticketOf,
  TICKETS,
  untilState,
} from '../../../../test/support/matchmaking.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, openWorld, type Player, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'

const ready = (player: Player, id: number) => player.post(`${TICKETS}/${id}/ready`)
const cancel = (player: Player, id: number) => player.delete(`${TICKETS}/${id}`)

async function threePlayers(world: World): Promise<[Player, Player, Player]> {
  return [await world.player(), await world.player(), await world.player()]
}

const updateMissedLongAgo = statement<{ user_id: number }>(
  `update matchmaking_players set missed_at = missed_at - 31000 where user_id = :user_id`,
  { updates: 'matchmaking_players' },
)

onEachEngine(
  'who cancels a ready check, or does not answer it, waits before the next ticket',
  async (world) => {
    const [ann, ben, cat] = await threePlayers(world)
    await offer(world, { ready_seconds: 2 })
    const [first, second] = [await ticketOf(ann), await ticketOf(ben)]
    await untilState(ben, second, 'ready_check')
    expect((await cancel(ben, second)).status).toBe(200)
    const replies = await Promise.all(Array.from({ length: 20 }, () => enter(ben)))
    for (const reply of replies) {
      expect(refusal(reply)).toEqual([429, 'ready_check_missed'])
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(20)
      expect(reply.text).toMatch(/wait (2\d|30) seconds/)
    }
    expect((await ben.get(TICKETS)).body.tickets).toEqual([])
    const third = await ticketOf(cat)
    await untilState(cat, third, 'ready_check')
    expect((await ready(ann, first)).status).toBe(200)
    await untilState(cat, third, 'expired')
    expect(refusal(await enter(cat))).toEqual([429, 'ready_check_missed'])
    const cancelled = (await cancel(ann, first)).body
    expect(cancelled.state).toBe('cancelled')
    expect((await enter(ann)).status).toBe(201)
    await world.context.db.transaction((tx) => tx.run(updateMissedLongAgo, { user_id: ben.id }))
    expect((await enter(ben)).status).toBe(201)
  },
)

const findState = statement<{ id: number }, { state: string }>(
  `select state from matchmaking_tickets where id = :id`,
)

onEachEngine('a player who is banned in a ready check does not get the match', async (world) => {
  const [ann, ben, cat] = await threePlayers(world)
  await offer(world, { ready_seconds: 60, close_after_seconds: null })
  const [first, second] = [await ticketOf(ann), await ticketOf(ben)]
  await untilState(ann, first, 'ready_check')
  await ready(ben, second)
  const { browser } = await joinStaff(world, { role: 'admin' })
  const ban = `/games/${world.game.id}/players/${ben.id}/ban`
  expect((await browser.post(ban, { reason: 'Cheating' })).status).toBeLessThan(300)
  expect((await ready(ann, first)).body).toMatchObject({ state: 'waiting', ready_until: null })

  const ended = await world.context.db.first(findState, { id: second })
  expect(ended).toEqual({ state: 'cancelled' })
  await ticketOf(cat)
  await untilState(ann, first, 'ready_check')
})

onEachEngine('a round of a match closes when the settings say, or never', async (world) => {
  const players = await world.players(4)
  const closes = []
  for (const [at, settings] of [
    { close_after_seconds: 600 },
    { close_after_seconds: null, ready_seconds: 60 },
  ].entries()) {
    const game_type = `type-${at}`
    await offer(world, settings, game_type)
    const [one, other] = [players[2 * at], players[2 * at + 1]]
    if (!one || !other) throw new Error('players are missing')
    const [first, second] = [
      await ticketOf(one, { game_type }),
      await ticketOf(other, { game_type }),
    ]
    if (at === 1) {
      await untilState(one, first, 'ready_check')
      await ready(one, first)
      await ready(other, second)
    }
    const { multiplayer_game_round_id } = await untilState(one, first, 'matched')
    const round = (await one.get(`/multiplayer_game_rounds/${multiplayer_game_round_id}`)).body
    closes.push(round.closes_at && Date.parse(round.closes_at) - world.context.now())
  }
  expect(closes[0]).toBeGreaterThan(500_000)
  expect(closes[0]).toBeLessThanOrEqual(600_000)
  expect(closes[1]).toBeNull()
})

onEachEngine('a game type can refuse attributes, which players choose freely', async (world) => {
  const ann = await world.player()
  await offer(world, { attributes: 'refused' })
  const reply = await enter(ann, { attributes: { room: 'ours' } })
  expect(refusal(reply)).toEqual([422, 'attributes_refused'])
  expect((await enter(ann, { attributes: {} })).status).toBe(201)
})

test('tickets count as new rounds: two players cannot make any number of them [sqlite]', async () => {
  const { world } = await openLimited('sqlite', 'player_rounds=2')
  const [ann, ben] = await threePlayers(world)
  await befriend(ann, ben)
  await offer(world, { teams: 2, team_size: 2 })
  for (const _ of [1, 2]) await cancel(ben, await ticketOf(ben))
  expect(refusal(await enter(ben))).toEqual([429, 'too_many_requests'])
  const party = await ticketOf(ann, { party_user_ids: [ben.id] })
  const accepted = await ben.post(`${TICKETS}/${party}/accept`)
  expect(refusal(accepted)).toEqual([429, 'too_many_requests'])
})

test('a locked ticket or player stops only their own match, and a locked ticket can be read [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  onTestFinished(close)
  const [ann, ben, cat, dan] = await world.players(4)
  if (!ann || !ben || !cat || !dan) throw new Error('players are missing')
  await offer(world, { anyone_from_distance: 100 })
  const holder = new pg.Client(world.context.config.DATABASE_URL)
  await holder.connect()
  const locked = await ticketOf(ann)
  await holder.query('begin')
  await holder.query('select id from matchmaking_tickets where id = $1 for update', [locked])
  const of_locked = await ticketOf(ben)
  await holder.query('select id from users where id = $1 for update', [ben.id])
  const third = await ticketOf(cat)
  await ticketOf(dan)
  await untilState(cat, third, 'matched')
  // Asking for it would write the time.
  const { now } = world.context
  world.context.now = () => now() + 15_000
  const began = performance.now()
  expect((await poll(ann, locked)).state).toBe('waiting')
  expect(performance.now() - began).toBeLessThan(3000)
  await holder.query('rollback')
  await holder.end()
  const { multiplayer_game_round_id } = await untilState(ann, locked, 'matched')
  expect(await poll(ben, of_locked)).toMatchObject({ state: 'matched', multiplayer_game_round_id })
})

const updatePolledLongAgo = statement<{ id: number }>(
  `update matchmaking_tickets set polled_at = polled_at - 60000 where id = :id`,
  { updates: 'matchmaking_tickets' },
)

const metricsOf = async ({ server }: World) => (await fetch(`${server.url}/metrics`)).text()

test('after an outage nobody loses a ticket for which they could not ask [sqlite]', async () => {
  let free = Number.MAX_SAFE_INTEGER
  const disk = { check_every_ms: 10, freeBytes: async () => free }
  const { world, close } = await openWorld('sqlite', {}, { disk })
  onTestFinished(close)
  const [ann, ben, cat] = await threePlayers(world)
  await offer(world, { ready_seconds: 3 })
  await offer(world, {}, 'race')
  const alone = await ticketOf(cat, { game_type: 'race' })
  const [first, second] = [await ticketOf(ann), await ticketOf(ben)]
  await untilState(ann, first, 'ready_check')
  await vi.waitFor(async () =>
    expect(await metricsOf(world)).toMatch(/playkeep_matchmaking_waiting_tickets 1\n/),
  )
  free = 0
  await world.context.db.transaction((tx) => tx.run(updatePolledLongAgo, { id: alone }))
  await vi.waitFor(
    async () =>
      expect(await metricsOf(world)).toMatch(/playkeep_matchmaking_step_age_seconds [6-9]\.\d/),
    { timeout: 60_000, interval: 200 },
  )
  expect(await metricsOf(world)).toMatch(/playkeep_matchmaking_waiting_tickets 1\n/)
  expect((await poll(cat, alone)).state).toBe('waiting')
  free = Number.MAX_SAFE_INTEGER
  await vi.waitFor(
    async () => expect(await metricsOf(world)).toMatch(/matchmaking_step_age_seconds 0\.\d/),
    { timeout: 60_000 },
  )
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (const [player, id] of [
    [ann, first],
    [ben, second],
    [cat, alone],
  ] as const)
    expect(['waiting', 'ready_check']).toContain((await poll(player, id)).state)
})
