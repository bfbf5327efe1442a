import { expect, vi } from 'vitest'
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
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'

/** Returns the last event of matchmaking since. */
async function follow(player: Player) {
  const { cursor } = (await player.get('/events')).body
  return () =>
    vi.waitFor(async () => {
      const { events } = (await player.get(`/events?after=${cursor}`)).body
      const of_matches = events.filter(({ type }: { type: string }) => type.startsWith('match.'))
      expect(of_matches).not.toEqual([])
      return of_matches.at(-1)
    })
}

onEachEngine('two players who wait get a private round together', async (world) => {
  const [ann, ben, cat] = [await world.player(), await world.player(), await world.player()]
  expect(refusal(await enter(ann))).toEqual([422, 'matchmaking_not_offered'])
  await offer(world)
  const first = await ticketOf(ann, { region: 'eu', attributes: { mode: 'ranked', map: 1 } })
  const other = await ticketOf(cat, { region: 'eu', attributes: { mode: 'casual', map: 1 } })
  expect(refusal(await enter(ann))).toEqual([422, 'already_in_matchmaking'])
  expect(await poll(ann, first)).toMatchObject({
    state: 'waiting',
    region: 'eu',
    attributes: { map: 1, mode: 'ranked' },
    players: [{ id: ann.id, is_leader: true, has_accepted: true, is_ready: false }],
    multiplayer_game_round_id: null,
  })
  expect((await ann.get(TICKETS)).body.tickets).toMatchObject([{ id: first }])
  expect(refusal(await ben.get(`${TICKETS}/${first}`))).toEqual([404, 'ticket_not_found'])
  const lastEvent = await follow(ben)
  const second = await ticketOf(ben, { region: 'eu', attributes: '{"map":1,"mode":"ranked"}' })

  const { multiplayer_game_round_id } = await untilState(ann, first, 'matched')
  expect(await poll(ben, second)).toMatchObject({ state: 'matched', multiplayer_game_round_id })
  expect(await poll(cat, other)).toMatchObject({ state: 'waiting' })
  const found = await lastEvent()
  expect(found).toMatchObject({
    type: 'match.found',
    data: { ticket_id: second, multiplayer_game_round_id, game_type: 'duel', team: 2 },
  })
  const ids = found.data.players.map(({ id }: { id: number }) => id)
  expect(ids).toEqual([ann.id, ben.id])
  const round = (await ben.get(`/multiplayer_game_rounds/${multiplayer_game_round_id}`)).body
  expect(round).toMatchObject({ master: { id: ann.id } })
  const day_ms = 86_400_000
  const open_ms = Date.parse(round.closes_at) - world.context.now()
  expect(open_ms).toBeGreaterThan(day_ms - 60_000)
  expect(open_ms).toBeLessThanOrEqual(day_ms)
  expect(refusal(await ann.delete(`${TICKETS}/${first}`))).toEqual([422, 'ticket_ended'])
  expect((await ann.get(TICKETS)).body.tickets).toEqual([])
  expect((await enter(ann)).status).toBe(201)
})

onEachEngine('a party is of friends who accept, and plays in one team', async (world) => {
  const [ann, ben, cat, dan] = await world.players(4)
  if (!ann || !ben || !cat || !dan) throw new Error('players are missing')
  await offer(world, { teams: 2, team_size: 2 })
  const with_ben = { party_user_ids: [ben.id] }
  expect(refusal(await enter(ann, with_ben))).toEqual([422, 'party_of_strangers'])
  expect((await ann.get(TICKETS)).body.tickets).toEqual([])
  await befriend(ann, ben)
  const three = { party_user_ids: [ben.id, cat.id] }
  expect(refusal(await enter(ann, three))).toEqual([422, 'party_too_large'])
  const declined = await ticketOf(ann, with_ben)
  expect(await poll(ben, declined)).toMatchObject({ state: 'inviting' })
  expect((await ben.delete(`${TICKETS}/${declined}`)).body.state).toBe('cancelled')

  const lastEvent = await follow(ben)
  const party = await ticketOf(ann, with_ben)
  expect(await lastEvent()).toMatchObject({
    type: 'match.invited',
    data: { ticket_id: party, user: { id: ann.id } },
  })
  const own = await ticketOf(ben)
  const accept = `${TICKETS}/${party}/accept`
  expect(refusal(await ben.post(accept))).toEqual([422, 'already_in_matchmaking'])
  expect((await poll(ben, party)).players[1]).toMatchObject({ id: ben.id, has_accepted: false })
  await ben.delete(`${TICKETS}/${own}`)
  expect(refusal(await cat.post(accept))).toEqual([404, 'ticket_not_found'])
  expect((await ben.post(accept)).body.state).toBe('waiting')
  expect((await ben.post(accept)).status).toBe(200)
  await ticketOf(cat)
  const found = await follow(ben)
  await ticketOf(dan)
  await untilState(ann, party, 'matched')
  const { data } = await found()
  const teams = new Map(data.players.map((one: { id: number; team: number }) => [one.id, one.team]))
  expect(teams.get(ann.id)).toBe(teams.get(ben.id))
  expect(teams.get(cat.id)).toBe(teams.get(dan.id))
  expect(teams.get(cat.id)).not.toBe(teams.get(ben.id))
})

const findRating = statement<{ id: number }, { rating: number }>(
  `select rating from matchmaking_tickets where id = :id`,
)

onEachEngine(
  'a player without a rating counts with the one that players begin with',
  async (world) => {
    const ann = await world.player()
    await offer(world)
    await offer(world, {}, 'race')
    const rated = `//admin/api/games/${world.game.id}/rated_game_types/race`
    expect((await world.system.put(rated, { mu: 50, sigma: 1 })).status).toBe(200)
    const ratings = []
    for (const game_type of ['duel', 'race']) {
      const id = await ticketOf(ann, { game_type })
      ratings.push((await world.context.db.first(findRating, { id }))?.rating)
      await ann.delete(`${TICKETS}/${id}`)
    }
    expect(ratings).toEqual([1000, 1000 + 40 * (50 - 3)])
  },
)

onEachEngine('who is not ready in time loses the ticket, the others wait again', async (world) => {
  const [ann, ben, cat] = [await world.player(), await world.player(), await world.player()]
  await offer(world, { ready_seconds: 2 })
  const lastEvent = await follow(ann)
  const [first, second] = [await ticketOf(ann), await ticketOf(ben)]
  expect(refusal(await cat.post(`${TICKETS}/${first}/ready`))).toEqual([404, 'ticket_not_found'])
  const asked = await untilState(ann, first, 'ready_check')
  expect(asked.multiplayer_game_round_id).toBeNull()
  expect(await lastEvent()).toMatchObject({ type: 'match.ready_check', data: { ticket_id: first } })
  expect((await ann.post(`${TICKETS}/${first}/ready`)).body.state).toBe('ready_check')
  await untilState(ben, second, 'expired')
  const again = await poll(ann, first)
  expect(again).toMatchObject({ state: 'waiting', ready_until: null })
  expect(again.waited_seconds).toBeGreaterThan(1.5)
  expect(refusal(await ann.post(`${TICKETS}/${first}/ready`))).toEqual([422, 'no_ready_check'])

  const third = await ticketOf(cat)
  await untilState(cat, third, 'ready_check')
  const ready = (player: Player, id: number) => player.post(`${TICKETS}/${id}/ready`)
  const replies = await Promise.all([ready(ann, first), ready(cat, third)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const { multiplayer_game_round_id } = await untilState(ann, first, 'matched')
  expect(await poll(cat, third)).toMatchObject({ state: 'matched', multiplayer_game_round_id })
})

const countActive = statement<{ user_id: number }, { count: number }>(
  `select count(*) as count from matchmaking_players where user_id = :user_id and is_active = 1`,
)

/** Without asking for the ticket, which would keep it alive. */
const untilInactive = ({ context }: World, { id: user_id }: Player) =>
  vi.waitFor(
    async () => expect((await context.db.first(countActive, { user_id }))?.count).toBe(0),
    { timeout: 60_000, interval: 50 },
  )

const updatePolledLongAgo = statement<{ id: number }>(
  `update matchmaking_tickets set polled_at = polled_at - 60000 where id = :id`,
  { updates: 'matchmaking_tickets' },
)

onEachEngine(
  'a ticket that nobody asks for expires, and one that is asked for stays',
  async (world) => {
    const [ann, ben] = [await world.player(), await world.player()]
    await offer(world)
    await offer(world, {}, 'race')
    const [left, kept] = [await ticketOf(ann), await ticketOf(ben, { game_type: 'race' })]
    await world.context.db.transaction((tx) => tx.run(updatePolledLongAgo, { id: left }))
    await untilInactive(world, ann)
    expect((await poll(ann, left)).state).toBe('expired')
    expect((await poll(ben, kept)).state).toBe('waiting')
  },
)

onEachEngine('of a hundred tickets at once, a player gets one', async (world) => {
  const ann = await world.player()
  await offer(world)
  const replies = await Promise.all(Array.from({ length: 100 }, () => enter(ann)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(99)
  expect((await ann.get(TICKETS)).body.tickets).toHaveLength(1)
})

onEachEngine(
  'a banned or deleted player drops out, and nobody is matched with them',
  async (world) => {
    const [ann, ben, cat, dan] = await world.players(4)
    if (!ann || !ben || !cat || !dan) throw new Error('players are missing')
    await offer(world, { teams: 2, team_size: 2 })
    await befriend(ann, ben)
    const party = await ticketOf(ann, { party_user_ids: [ben.id] })
    await ben.post(`${TICKETS}/${party}/accept`)
    await ticketOf(cat)
    const { browser } = await joinStaff(world, { role: 'admin' })
    const ban = `/games/${world.game.id}/players/${cat.id}/ban`
    expect((await browser.post(ban, { reason: 'Cheating' })).status).toBeLessThan(300)
    await ticketOf(dan)
    await untilInactive(world, cat)
    expect((await poll(ann, party)).state).toBe('waiting')
    expect((await ben.delete(`/users/${ben.id}`)).status).toBe(200)
    expect((await poll(ann, party)).state).toBe('cancelled')
  },
)

onEachEngine('staff decide how players are matched', async (world) => {
  const { browser } = await joinStaff(world, { role: 'admin' })
  const path = `/games/${world.game.id}/matchmaking`
  const duel = await browser.put(`${path}/duel`, { distance: 50 })
  expect(duel.body).toMatchObject({ game_type: 'duel', teams: 2, team_size: 1, distance: 50 })
  expect(duel.body).toMatchObject({ close_after_seconds: 86_400, attributes: 'allowed' })
  const race = await browser.put(`${path}/race`, { min_players: 3, max_players: 8 })
  expect(race.body).toMatchObject({ teams: 0, min_players: 3, max_players: 8 })
  for (const wrong of [
    { teams: 1 },
    { teams: 9, team_size: 9 },
    { teams: 0, min_players: 5, max_players: 4 },
    { distance: 10, anyone_from_distance: 9 },
    { close_after_seconds: 59 },
    { attributes: 'some' },
  ])
    expect(refusal(await browser.put(`${path}/race`, wrong))).toEqual([422, 'invalid_input'])
  const ann = await world.player()
  const ticket = await ticketOf(ann)
  expect((await browser.get(path)).body.matchmaking).toMatchObject([
    { game_type: 'duel', waiting_tickets: 1 },
    { game_type: 'race', waiting_tickets: 0 },
  ])
  expect((await browser.delete(`${path}/duel`)).status).toBe(200)
  expect(refusal(await browser.delete(`${path}/duel`))).toEqual([404, 'matchmaking_not_found'])
  await untilState(ann, ticket, 'cancelled')
  const { matchmaking } = (await browser.get(path)).body
  expect(matchmaking.map((type: { game_type: string }) => type.game_type)).toEqual(['race'])
  const log = (await browser.get(`/games/${world.game.id}/audit_log`)).body.entries
  expect(log[0]).toMatchObject({
    action: 'admin.matchmaking.remove',
    target_id: null,
    old_values: { game_type: 'duel' },
  })
  expect(log[1]).toMatchObject({ new_values: { game_type: 'race' } })
})
