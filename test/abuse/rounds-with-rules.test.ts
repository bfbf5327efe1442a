import { expect } from 'vitest'
import { inTransaction } from '../../src/context.ts'
import { createMatchedRounds } from '../../src/features/play/round-rules/rules.ts'
import { statement } from '../../src/storage/statement.ts'
import { createLobby } from '../support/rounds.ts'
import { joinStaff } from '../support/staff.ts'
import { onEachEngine, type Player, type Reply, type World } from '../support/world.ts'
import { openLimited, OUR_ADDRESS } from './limited-world.ts'

const PATH = '/multiplayer_game_rounds'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const refused = (code: string) => [422, code]

const enter = (by: Player, user: Player, multiplayer_game_round_id: number, more: object = {}) =>
  by.post('/game_rounds', {
    game_user_id: user.id,
    game_type: 'race',
    multiplayer_game_round_id,
    ...more,
  })

const seatsIn = async (viewer: Player, id: number) =>
  (await viewer.get(`${PATH}/${id}`)).body.players.map(({ user }: { user: Player }) => user.id)

onEachEngine(
  'in a round with rules, a master enters nobody who has not taken a seat themselves',
  async (world) => {
    const [master, victim, invited] = [
      await world.player(),
      await world.player(),
      await world.player(),
    ]
    const id = await createLobby(master, { invited_user_ids: [invited.id] })
    for (const player of [victim, invited])
      expect(refusal(await enter(master, player, id, { score: 0 }))).toEqual(
        refused('no_seat_in_round'),
      )
    expect(await seatsIn(victim, id)).toEqual([master.id])
    expect((await victim.get(`/game_rounds?user_id=${victim.id}`)).body.game_rounds).toEqual([])
    await victim.post(`${PATH}/${id}/join`)
    expect((await enter(master, victim, id, { score: 1 })).status).toBe(201)
  },
)

/** The first player is the master. */
async function createMatch({ context, game }: World, players: Player[]): Promise<number> {
  const seats = players.map(({ id }) => ({ user_id: id, team: null }))
  const round = { game_id: game.id, game_type: 'race', players: seats }
  const [id = 0] = await inTransaction(context, (tx) => createMatchedRounds(tx, [round]))
  return id
}

onEachEngine(
  'in a round from matchmaking, the master removes, invites and enters nobody, and does not hold up its end',
  async (world) => {
    const players = await world.players(3)
    const [master, other, third] = players
    if (!master || !other || !third) throw new Error('there are no players')
    const stranger = await world.player()
    const id = await createMatch(world, players)
    const matched = refused('matched_round')
    expect(refusal(await master.delete(`${PATH}/${id}/players/${other.id}`))).toEqual(matched)
    await third.post(`${PATH}/${id}/leave`)
    const invites = { user_ids: [stranger.id] }
    expect(refusal(await master.post(`${PATH}/${id}/invites`, invites))).toEqual(matched)
    for (const player of [stranger, third]) {
      expect(refusal(await player.post(`${PATH}/${id}/join`))).toEqual(matched)
      expect(refusal(await enter(player, player, id))).toEqual(matched)
      expect(refusal(await enter(master, player, id))).toEqual(matched)
    }
    expect(refusal(await enter(master, other, id, { score: 0 }))).toEqual(matched)
    const won = (await enter(other, other, id, { score: 9 })).body.id
    const changed = await master.put(`/game_rounds/${won}`, { score: 0 })
    expect(refusal(changed)).toEqual([401, 'not_your_round'])
    const taken_out = await master.delete(`${PATH}/${id}/game_rounds/${won}`)
    expect(refusal(taken_out)).toEqual([401, 'not_your_round'])

    const finish = (player: Player) => player.post(`${PATH}/${id}/finish`)
    const too_early = refused('entries_not_ended')
    const end_time = new Date().toISOString()
    await other.put(`/game_rounds/${won}`, { end_time })
    expect(refusal(await finish(other))).toEqual(too_early)
    const lost = (await enter(master, master, id, { score: 1 })).body.id
    for (const player of [master, other]) expect(refusal(await finish(player))).toEqual(too_early)
    await master.put(`/game_rounds/${lost}`, { end_time })
    for (const player of [stranger, third])
      expect(refusal(await finish(player))).toEqual(refused('no_seat_in_round'))
    expect((await finish(other)).status).toBe(200)
  },
)

const countInvites = statement<{ id: number }, { invites: number }>(
  `select count(*) as invites from multiplayer_round_players
    where multiplayer_game_round_id = :id and state = 'invited'`,
)

onEachEngine(
  'invitations to rounds say nothing that a message may not, and end with the round',
  async (world) => {
    const [master, guest] = [await world.player(), await world.player()]
    const { browser } = await joinStaff(world, { role: 'admin', game_ids: [world.game.id] })
    const games = `/games/${world.game.id}`
    const filter = { words: ['grit'], names: 'refuse', messages: 'off' }
    expect((await browser.put(`${games}/word_filter`, filter)).status).toBe(200)
    const not_allowed = refused('word_not_allowed')
    const rude = { game_type: 'you gr1t', invited_user_ids: [guest.id] }
    expect(refusal(await master.post(PATH, rude))).toEqual(not_allowed)
    const first = { ...rude, game_user_id: master.id, multiplayer: true }
    expect(refusal(await master.post('/game_rounds', first))).toEqual(not_allowed)

    const id = await createLobby(master, { invited_user_ids: [guest.id] })
    const mute = { reason: 'Insults', until: new Date(world.context.now() + 60_000).toISOString() }
    expect((await browser.post(`${games}/players/${master.id}/mute`, mute)).status).toBe(200)
    const muted = [403, 'muted']
    const invites = { user_ids: [guest.id] }
    expect(refusal(await master.post(`${PATH}/${id}/invites`, invites))).toEqual(muted)
    const lobby = { game_type: 'race', invited_user_ids: [guest.id] }
    expect(refusal(await master.post(PATH, lobby))).toEqual(muted)
    await createLobby(master)

    const invitations = () => world.context.db.first(countInvites, { id })
    expect(await invitations()).toEqual({ invites: 1 })
    expect((await master.post(`${PATH}/${id}/finish`)).status).toBe(200)
    expect(await invitations()).toEqual({ invites: 0 })
  },
)

onEachEngine('rounds that invite players count as messages', async ({ engine }) => {
  const { world } = await openLimited(engine, 'player_messages=2')
  const [master, guest] = [await world.player(), await world.player()]
  const invited_user_ids = [guest.id]
  const statuses: number[] = []
  const lobby = { game_type: 'race', max_players: 2 }
  const first = { game_user_id: master.id, multiplayer: true, ...lobby }
  for (const [path, fields] of [
    [PATH, lobby],
    ['/game_rounds', first],
    [PATH, { ...lobby, invited_user_ids }],
    ['/game_rounds', { ...first, invited_user_ids }],
    [PATH, { ...lobby, invited_user_ids }],
    ['/game_rounds', { ...first, invited_user_ids }],
    [PATH, lobby],
  ] as const)
    statuses.push((await master.post(path, fields, OUR_ADDRESS)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 429, 429, 201])
})
