import { expect } from 'vitest'
import { useTickingClock } from '../../../../test/support/clock.ts'
import {
  createLobby,
  joinRound,
  createRound,
  type RankingEntry,
} from '../../../../test/support/rounds.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  sendUntilServed,
} from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { createMatchedRounds } from './rules.ts'

const PATH = '/multiplayer_game_rounds'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const refused = (code: string) => [422, code]

const enter = (player: Player, multiplayer_game_round_id: number, fields: object = {}) =>
  player.post('/game_rounds', {
    game_user_id: player.id,
    game_type: 'race',
    multiplayer_game_round_id,
    ...fields,
  })

const playersOf = async (viewer: Player, id: number) =>
  (await viewer.get(`${PATH}/${id}`)).body.players.map(({ user }: RankingEntry) => user.id)

onEachEngine(
  'the first entry can create a round with rules, or take a seat in it',
  async (world) => {
    useTickingClock(world)
    const [master, guest, other] = [
      await world.player(),
      await world.player(),
      await world.player(),
    ]
    const rules = { multiplayer: true, max_players: 2, entries_per_player: 2 }
    const { multiplayer_game_round_id: id } = await createRound(master, rules)
    expect((await master.get(`${PATH}/${id}`)).body).toMatchObject({
      game_type: 'race',
      max_players: 2,
      entries_per_player: 2,
      who_may_join: 'anyone',
      closes_at: null,
      finished_at: null,
      player_count: 1,
      players: [{ user: { id: master.id }, team: null, joined_at: expect.any(String) }],
      rankings: [{ user: { id: master.id } }],
    })
    expect(refusal(await enter(guest, id, { game_type: 'duel' }))).toEqual(
      refused('wrong_game_type'),
    )
    expect(await playersOf(guest, id)).toEqual([master.id])
    const first = await enter(guest, id)
    const second = await enter(guest, id, { score: 7 })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(refusal(await enter(guest, id))).toEqual(refused('too_many_entries_in_round'))
    expect(refusal(await enter(other, id))).toEqual(refused('round_full'))
    // Whoever has a seat keeps it.
    expect((await joinRound(guest, id)).status).toBe(200)
    expect(await playersOf(other, id)).toEqual([master.id, guest.id])
    const changed = await guest.put(`/game_rounds/${second.body.id}`, { game_type: 'duel' })
    expect(refusal(changed)).toEqual(refused('wrong_game_type'))
    const same = { game_type: 'race', score: 8 }
    expect((await guest.put(`/game_rounds/${second.body.id}`, same)).body.place).toBe(1)
    // A round without rules stays as it was.
    const plain = await createRound(master, { multiplayer: true })
    expect(refusal(await joinRound(guest, plain.multiplayer_game_round_id))).toEqual(
      refused('round_without_rules'),
    )
    expect(
      (await enter(guest, plain.multiplayer_game_round_id, { game_type: 'duel' })).status,
    ).toBe(201)
  },
)

onEachEngine('only those whom the rules name take a seat', async (world) => {
  const [master, guest, friend, member] = await world.players(4)
  if (!master || !guest || !friend || !member) throw new Error('there are no players')
  await friend.post('/friendships', { username: master.username })
  await master.post('/friendships', { username: friend.username })
  const group = (await master.post('/groups', { name: 'g', can_auto_join: true })).body
  await member.post('/group_connections', { group_id: group.id, user_id: member.id })
  const not_joinable = refused('round_not_joinable')
  const rounds = {
    invited: await createLobby(master, { who_may_join: 'invited', invited_user_ids: [friend.id] }),
    friends: await createLobby(master, { who_may_join: 'friends' }),
    group: await createLobby(master, { who_may_join: 'group', group_id: group.id }),
  }
  for (const id of Object.values(rounds)) {
    expect(refusal(await joinRound(guest, id))).toEqual(not_joinable)
    expect(refusal(await enter(guest, id))).toEqual(not_joinable)
    expect(refusal(await guest.post(`${PATH}/${id}/invites`, { user_ids: [guest.id] }))).toEqual([
      403,
      'only_for_the_master',
    ])
    // Everyone may look at it.
    expect(await playersOf(guest, id)).toEqual([master.id])
  }
  expect(refusal(await joinRound(member, rounds.friends))).toEqual(not_joinable)
  expect(refusal(await joinRound(friend, rounds.group))).toEqual(not_joinable)
  for (const [player, id] of [
    [friend, rounds.invited],
    [friend, rounds.friends],
    [member, rounds.group],
  ] as const)
    expect((await joinRound(player, id)).status).toBe(200)

  const { cursor } = (await guest.get('/events')).body
  const invites = { user_ids: [guest.id, friend.id, guest.id] }
  const invited = await master.post(`${PATH}/${rounds.invited}/invites`, invites)
  expect([invited.status, invited.body]).toEqual([201, { invited: 1 }])
  expect((await guest.get(`/events?after=${cursor}`)).body.events).toMatchObject([
    {
      type: 'multiplayer_round.invited',
      data: { multiplayer_game_round_id: rounds.invited, user: { id: master.id } },
    },
  ])
  expect((await joinRound(guest, rounds.invited)).status).toBe(200)
  const unknown = { user_ids: [member.id, 999_999_999] }
  const none = await master.post(`${PATH}/${rounds.invited}/invites`, unknown)
  expect(refusal(none)).toEqual(refused('user_not_found'))
  expect(refusal(await joinRound(member, rounds.invited))).toEqual(not_joinable)
})

onEachEngine('six letters join a round', async (world) => {
  const [master, guest] = [await world.player(), await world.player()]
  const id = await createLobby(master, { who_may_join: 'code' })
  const { code } = (await master.get(`${PATH}/${id}`)).body
  expect(code).toMatch(/^[A-HJKMNP-TV-Z]{6}$/)
  expect((await guest.get(`${PATH}/${id}`)).body).not.toHaveProperty('code')
  const wrong = refused('wrong_round_code')
  expect(refusal(await joinRound(guest, id))).toEqual(wrong)
  expect(refusal(await joinRound(guest, id, { code: 'AAAAAA' }))).toEqual(wrong)
  expect(refusal(await enter(guest, id))).toEqual(wrong)
  expect(refusal(await guest.post(`${PATH}/join`, { code: 'AAAAAA' }))).toEqual(wrong)
  const stranger = await (await world.otherGame()).player()
  expect(refusal(await stranger.post(`${PATH}/join`, { code }))).toEqual(wrong)
  await master.post('/blocks', { user_id: guest.id })
  expect(refusal(await guest.post(`${PATH}/join`, { code }))).toEqual(wrong)
  await master.delete(`/blocks/${guest.id}`)

  const joined = await guest.post(`${PATH}/join`, { code: ` ${code.toLowerCase()}` })
  expect([joined.status, joined.body.id, joined.body.code]).toEqual([200, id, code])
  await master.post(`${PATH}/${id}/finish`)
  expect(refusal(await guest.post(`${PATH}/join`, { code }))).toEqual(wrong)
  expect((await guest.get(`${PATH}/${id}`)).body).not.toHaveProperty('code')
})

onEachEngine('players leave, and the master removes players', async (world) => {
  useTickingClock(world)
  const [master, second, third] = [await world.player(), await world.player(), await world.player()]
  const id = await createLobby(master, { max_players: 3 })
  for (const player of [second, third]) await joinRound(player, id)
  const kept = await createRound(second, { multiplayer_game_round_id: id, score: 3 })
  await createRound(third, { multiplayer_game_round_id: id, score: 4 })
  const of = (player: Player) => `${PATH}/${id}/players/${player.id}`
  const no_seat = refused('no_seat_in_round')
  expect(refusal(await second.delete(of(third)))).toEqual([403, 'only_for_the_master'])
  expect(refusal(await master.delete(of(master)))).toEqual(refused('kicking_oneself'))
  expect(refusal(await master.delete(`${PATH}/${id}/players/999999999`))).toEqual(no_seat)

  const { cursor } = (await third.get('/events')).body
  expect((await master.delete(of(third))).status).toBe(200)
  const left = { type: 'multiplayer_round.player_left', data: { reason: 'kicked', players: 2 } }
  for (const player of [second, third])
    expect((await player.get(`/events?after=${cursor}`)).body.events).toMatchObject([left])
  const kicked = refused('kicked_from_round')
  expect(refusal(await joinRound(third, id))).toEqual(kicked)
  expect(refusal(await enter(third, id))).toEqual(kicked)
  const invites = { user_ids: [third.id] }
  expect(refusal(await master.post(`${PATH}/${id}/invites`, invites))).toEqual(kicked)
  const { body } = await master.get(`${PATH}/${id}`)
  expect(body.rankings.map(({ user }: RankingEntry) => user.id)).toEqual([second.id])

  expect((await master.post(`${PATH}/${id}/leave`)).status).toBe(200)
  expect(refusal(await master.post(`${PATH}/${id}/leave`))).toEqual(no_seat)
  expect((await master.get(`${PATH}/${id}`)).body).toMatchObject({
    master: { id: second.id },
    player_count: 1,
    finished_at: null,
  })
  expect((await second.post(`${PATH}/${id}/leave`)).status).toBe(200)
  const { body: empty } = await second.get(`${PATH}/${id}`)
  expect([empty.player_count, empty.rankings, typeof empty.finished_at]).toEqual([0, [], 'string'])
  expect(refusal(await joinRound(master, id))).toEqual(refused('round_finished'))
  // What was taken out stays its owner's.
  expect((await second.get(`/game_rounds/${kept.id}`)).body).not.toHaveProperty('rankings')
})

onEachEngine('whoever deletes the account leaves their rounds', async (world) => {
  useTickingClock(world)
  const [master, guest] = [await world.player(), await world.player()]
  const [shared, alone] = [await createLobby(master), await createLobby(master)]
  await joinRound(guest, shared)
  const { cursor } = (await guest.get('/events')).body
  expect((await master.delete(`/users/${master.id}`)).status).toBe(200)
  expect((await guest.get(`${PATH}/${shared}`)).body).toMatchObject({
    master: { id: guest.id },
    player_count: 1,
    players: [{ user: { id: guest.id } }],
    finished_at: null,
  })
  const { body } = await guest.get(`${PATH}/${alone}`)
  expect([body.master, body.player_count, typeof body.finished_at]).toEqual([null, 0, 'string'])
  const { events } = (await guest.get(`/events?after=${cursor}`)).body
  expect(events).toMatchObject([{ data: { reason: 'deleted', user: { id: master.id } } }])
})

onEachEngine('of 100 players who want the last seat, one gets it', async (world) => {
  const master = await world.player()
  const players = await world.players(100)
  const id = await createLobby(master, { max_players: 2, entries_per_player: 1 })
  const replies = await Promise.all(
    players.map((player, index) => (index % 2 === 0 ? joinRound(player, id) : enter(player, id))),
  )
  const done = replies.filter(({ status }) => status < 300)
  expect(done).toHaveLength(1)
  for (const reply of replies)
    if (reply.status >= 300) expect(refusal(reply)).toEqual(refused('round_full'))
  const { body } = await master.get(`${PATH}/${id}`)
  expect([body.player_count, body.players.length]).toEqual([2, 2])
  // Nor does one player add more entries than allowed.
  const [, winner] = await playersOf(master, id)
  const player = players.find((one) => one.id === winner)
  if (!player) throw new Error('nobody has joined')
  await Promise.all(Array.from({ length: 20 }, () => enter(player, id)))
  expect((await master.get(`${PATH}/${id}`)).body.rankings).toHaveLength(1)
})

onEachEngine('rules that make no sense are refused, and nothing is created', async (world) => {
  const [master, guest] = [await world.player(), await world.player()]
  const group = (await guest.post('/groups', { name: 'theirs' })).body
  for (const fields of [{ max_players: 2 }, { multiplayer: false, who_may_join: 'anyone' }]) {
    const round = { game_user_id: master.id, game_type: 'race', ...fields }
    expect(refusal(await master.post('/game_rounds', round))).toEqual(refused('invalid_input'))
  }
  const invalid = refused('invalid_input')
  const wrong: [object, unknown[]][] = [
    [{ max_players: 1 }, invalid],
    [{ max_players: 1001 }, invalid],
    [{ entries_per_player: 0 }, invalid],
    [{ who_may_join: 'nobody' }, invalid],
    [{ who_may_join: 'group' }, invalid],
    [{ group_id: group.id }, invalid],
    [{ who_may_join: 'group', group_id: group.id }, refused('not_group_member')],
    [{ who_may_join: 'group', group_id: 999_999_999 }, refused('group_not_found')],
    [{ closes_at: '2001-01-01T00:00:00Z' }, invalid],
    [{ invited_user_ids: [999_999_999] }, refused('user_not_found')],
    [{ invited_user_ids: Array.from({ length: 11 }, (_, n) => n + 1) }, invalid],
  ]
  for (const [rules, expected] of wrong) {
    const lobby = await master.post(PATH, { game_type: 'race', ...rules })
    expect([rules, refusal(lobby)]).toEqual([rules, expected])
    const round = { game_user_id: master.id, game_type: 'race', multiplayer: true, ...rules }
    expect([rules, refusal(await master.post('/game_rounds', round))]).toEqual([rules, expected])
  }
  expect((await guest.get(PATH)).body.multiplayer_game_rounds).toEqual([])
  expect((await guest.get(`/game_rounds?user_id=${master.id}`)).body.game_rounds).toEqual([])
})

onEachEngine('a player has a seat in at most 100 unfinished rounds with rules', async (world) => {
  const [player, host] = [await world.player(), await world.player()]
  const hosted = await Promise.all(Array.from({ length: 52 }, () => createLobby(host)))
  const requests = [
    ...hosted.map(() => () => player.post(PATH, { game_type: 'race', max_players: 2 })),
    ...hosted.map((id, at) => () => (at % 2 === 0 ? joinRound(player, id) : enter(player, id))),
  ]
  const replies = await Promise.all(requests.map(sendUntilServed))
  const too_many = replies.filter(({ status }) => status >= 300).map(refusal)
  const full = refused('too_many_open_rounds')
  expect(too_many).toEqual(Array.from({ length: 4 }, () => full))
  // A round that was handed over by leaving is one less; whoever comes back to it has one more.
  const created = replies
    .slice(0, 52)
    .flatMap(({ status, body }) => (status === 201 ? body.id : []))
  await joinRound(host, created[0])
  expect((await player.post(`${PATH}/${created[0]}/leave`)).status).toBe(200)
  expect((await joinRound(player, created[0])).status).toBe(200)
  expect(refusal(await player.post(PATH, { game_type: 'race' }))).toEqual(full)
  // Rounds from matchmaking do not count, and finished ones no longer.
  const players = [player, host].map(({ id }) => ({ user_id: id, team: null }))
  const of = { game_id: world.game.id, game_type: 'race' }
  await inTransaction(world.context, (tx) => createMatchedRounds(tx, [{ ...of, players }]))
  expect((await player.post(`${PATH}/${created[1]}/finish`)).status).toBe(200)
  await createLobby(player)
  expect(refusal(await player.post(PATH, { game_type: 'race' }))).toEqual(full)
  // Nor do those that the player was removed from.
  const of_host = replies.slice(52).find(({ status, body }) => status === 200 && body.id)?.body.id
  expect((await host.delete(`${PATH}/${of_host}/players/${player.id}`)).status).toBe(200)
  await createLobby(player)
})
