import { expect, vi } from 'vitest'
import { openSocket } from '../../../../test/support/event-socket.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { useMovableClock } from '../../../../test/support/clock.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'
import { nameOf, pathOf } from '../../../../test/sweep/requests.ts'
import { openDatabase } from '../../../storage/open.ts'
import { statement } from '../../../storage/statement.ts'

const codeOf = (reply: Reply) => [reply.status, reply.headers.get('x-error-code')]

const pathFor = ({ game }: World, { id }: { id: number }) => `/games/${game.id}/players/${id}`

const signIn = ({ game, visitor }: World, { email }: Player) =>
  visitor.post('/sessions', { game_id: game.id, email, password: 'password' })

onEachEngine(
  'a banned player is told why on every route and at sign-ins, until the ban is over',
  async (world) => {
    const clock = useMovableClock(world)
    const { browser } = await joinStaff(world, { role: 'support', game_ids: [world.game.id] })
    const [player, other] = [await world.player(), await world.player()]
    const device = { ...world.credentials, device_id: 'a-device-0123456789' }
    const guest = await world.visitor.post('/users/guest', device)
    expect((await player.get('/sessions')).status).toBe(200)
    const until = new Date(world.context.now() + 3_600_000).toISOString()

    const banned = await browser.post(`${pathFor(world, player)}/ban`, {
      reason: 'Cheating',
      until,
    })
    expect(banned.body).toMatchObject({ kind: 'ban', until, is_in_force: true, created_by: 'Sam' })
    await browser.post(`${pathFor(world, guest.body)}/ban`, { reason: 'Cheating' })

    const open: string[] = []
    for (const endpoint of world.server.endpoints) {
      if ((endpoint.schema.caller ?? 'player') !== 'player') continue
      const path = pathOf(endpoint, player.id).replace('/api/v3', '')
      const reply = await player.send(endpoint.method, path)
      if (codeOf(reply).join() !== '403,banned') open.push(nameOf(endpoint))
    }
    expect(open).toEqual([])
    const refused = await player.get('/sessions')
    expect(refused.text).toBe(`This account is banned until ${until}. Reason: Cheating`)
    expect(codeOf(await signIn(world, player))).toEqual([403, 'banned'])
    expect(codeOf(await world.visitor.post('/users/guest', device))).toEqual([403, 'banned'])
    expect((await world.visitor.post('/users/guest', device)).text).toMatch(/banned forever/)
    const { token } = player
    expect(await openSocket(world.server.url, { token }).closed).toEqual([4403, 'banned'])
    expect((await other.get('/sessions')).status).toBe(200)
    const by_key = await world.system.get('/sessions', { 'current-user-id': String(player.id) })
    expect(by_key.status).toBe(200)

    clock.advance(3601)
    expect((await player.get('/sessions')).status).toBe(200)
    expect((await signIn(world, player)).status).toBe(200)
    expect(codeOf(await browser.post(`${pathFor(world, player)}/unban`))).toEqual([
      422,
      'not_banned',
    ])
    expect((await browser.post(`${pathFor(world, guest.body)}/unban`)).status).toBe(200)
    expect((await world.visitor.post('/users/guest', device)).status).toBe(200)
  },
)

const ban = statement<{ user_id: number; until: number }>(
  `update users set banned_until = :until, ban_reason = '' where id = :user_id`,
  { updates: 'users' },
)
const note = statement<{ user_id: number; game_id: number; until: number }>(
  `insert into sanctions (game_id, user_id, kind, reason, until, created_by, created_at)
   values (:game_id, :user_id, 'ban', '', :until, '', 1)`,
  { inserts: 'sanctions' },
)

onEachEngine('a ban by another process is noticed at once, and open streams end', async (world) => {
  const player = await world.player()
  const stream = openSocket(world.server.url, { token: player.token })
  await vi.waitFor(() => expect(stream.frames).toMatchObject([{ type: 'ready' }]), 60_000)
  expect((await player.get('/sessions')).status).toBe(200)
  const { DATABASE_URL: url } = world.context.config
  const other = await openDatabase({ url, pool_size: 2 })
  const row = { user_id: player.id, until: world.context.now() + 60_000 }
  await other.transaction(async (tx) => {
    await tx.run(ban, row)
    await tx.run(note, { ...row, game_id: world.game.id })
  })
  expect(codeOf(await player.get('/sessions'))).toEqual([403, 'banned'])
  expect(await stream.closed).toEqual([4403, 'banned'])
  await other.close()
})

onEachEngine(
  'a muted player writes nothing that others read, whoever acts for them, and does everything else',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'support' })
    const [player, friend] = [await world.player(), await world.player()]
    const chat = { usernames: [friend.username], text: 'hello' }
    const { body } = await player.post('/chats', chat)
    const group = (await player.post('/groups', { name: 'Night' })).body
    await player.put('/presence', { status: 'in a match' })
    const until = new Date(world.context.now() + 60_000).toISOString()
    await browser.post(`${pathFor(world, player)}/mute`, { reason: 'Insults', until })

    const message = { chat_id: body.id, text: 'hello' }
    const refused = await player.post('/messages', message)
    expect(codeOf(refused)).toEqual([403, 'muted'])
    expect(refused.text).toBe(
      `You are muted until ${until}: you may not write messages, set a status, create or rename groups, or invite to groups and multiplayer rounds.`,
    )
    expect(codeOf(await player.post('/chats', chat))).toEqual([403, 'muted'])
    const as_player = { 'current-user-id': String(player.id) }
    expect(codeOf(await world.system.post('/messages', message, as_player))).toEqual([403, 'muted'])
    for (const [method, path, sent] of [
      ['put', '/presence', { status: 'hello' }],
      ['post', '/groups', { name: 'hello' }],
      ['put', `/groups/${group.id}`, { name: 'hello' }],
      ['put', `/groups/${group.id}`, { group_type: 'hello' }],
      ['post', '/group_connections', { group_id: group.id, user_id: friend.id }],
    ] as const)
      expect([path, ...codeOf(await player[method](path, sent))]).toEqual([path, 403, 'muted'])
    const same = { name: 'Night', group_type: 'default', max_group_size: 5 }
    expect((await player.put(`/groups/${group.id}`, same)).status).toBe(200)
    const invisible = { status: 'in a match', invisible: true }
    expect((await player.put('/presence', invisible)).body).toEqual(invisible)
    expect((await player.put('/presence', { status: '' })).status).toBe(200)
    expect((await player.post('/friendships', { username: friend.username })).status).toBe(200)
    expect((await friend.post('/messages', message)).status).toBe(200)
    expect((await player.get(player.at('warnings'))).body).toMatchObject({
      is_muted: true,
      muted_until: until,
    })

    expect((await browser.post(`${pathFor(world, player)}/unmute`)).status).toBe(200)
    expect((await player.post('/messages', message)).status).toBe(200)
    const { sanctions } = (await browser.get(`/games/${world.game.id}/sanctions?kind=mute`)).body
    expect(sanctions).toMatchObject([{ kind: 'mute', is_in_force: false, ended_by: 'Sam' }])
  },
)

onEachEngine(
  'a warning reaches the player, and the audit log has every sanction',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'admin' })
    const [player, other] = [await world.player(), await world.player()]
    const { cursor } = (await player.get('/events')).body
    await browser.post(`${pathFor(world, player)}/warn`, { reason: 'Be kind' })
    await browser.post(`${pathFor(world, player)}/mute`, { reason: 'Insults' })
    const { events } = (await player.get(`/events?after=${cursor}`)).body
    expect(events).toMatchObject([
      { type: 'moderation.warned', data: { reason: 'Be kind' } },
      { type: 'moderation.muted', data: { reason: 'Insults', until: null } },
    ])
    const warnings = await player.get(player.at('warnings'))
    expect(warnings.body).toMatchObject({ is_muted: true, warnings: [{ reason: 'Be kind' }] })
    expect(codeOf(await other.get(player.at('warnings')))).toEqual([401, 'not_your_account'])
    const log = await browser.get(`/games/${world.game.id}/audit_log?target=player`)
    expect(log.body.entries.map(({ action }: { action: string }) => action)).toEqual([
      'admin.players.mute',
      'admin.players.warn',
    ])
    const unknown = await browser.post(`/games/${world.game.id}/players/0/warn`, { reason: 'x' })
    expect(codeOf(unknown)).toEqual([404, 'user_not_found'])
  },
)
