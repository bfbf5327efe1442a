import { expect } from 'vitest'
import { HOUR_MS } from '../../../durations.ts'
import { onEachEngine } from '../../../../test/support/world.ts'
import { openDatabase } from '../../../storage/open.ts'
import { inTransaction } from '../../../context.ts'
import { statement } from '../../../storage/statement.ts'
import { removeExpiredSessions } from './rules.ts'

const updateSessions = statement<{ user_id: number; expires_at: number; last_used_at: number }>(
  `update sessions set expires_at = :expires_at, last_used_at = :last_used_at where user_id = :user_id`,
  { updates: 'sessions' },
)

onEachEngine('players list their sessions and end one of them', async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  const second = await world.visitor.post('/sessions', {
    game_id: world.game.id,
    email: player.email,
    password: 'password',
  })
  const { body } = await player.get('/sessions')
  expect(body.sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false])
  const [, { id }] = body.sessions
  const foreign = await other.delete(`/sessions/${id}`)
  expect([foreign.status, foreign.headers.get('x-error-code')]).toEqual([404, 'session_not_found'])
  expect((await player.delete(`/sessions/${id}`)).status).toBe(200)
  expect((await player.delete('/sessions/abc')).status).toBe(404)
  const ended = await world.visitor.get('/sessions', {
    'authentication-token': second.body.authentication_token,
  })
  expect(ended.status).toBe(401)
  expect((await player.get('/sessions')).body.sessions).toHaveLength(1)
})

const deleteSessions = statement<{ user_id: number }>(
  `delete from sessions where user_id = :user_id`,
  {
    deletes: 'sessions',
  },
)
const disableGame = statement<{ id: number }>(`update games set enabled = 0 where id = :id`, {
  updates: 'games',
})

onEachEngine('a session that another process ends is refused at once', async (world) => {
  const [leaver, stayer] = [await world.player(), await world.player()]
  const { DATABASE_URL: url } = world.context.config
  const other = await openDatabase({ url, pool_size: 2 })
  const statuses = async () => [
    (await leaver.get('/sessions')).status,
    (await stayer.get('/sessions')).status,
  ]
  expect(await statuses()).toEqual([200, 200])
  await other.transaction((tx) => tx.run(deleteSessions, { user_id: leaver.id }))
  expect(await statuses()).toEqual([401, 200])
  await other.transaction((tx) => tx.run(disableGame, { id: world.game.id }))
  expect(await statuses()).toEqual([401, 402])
  await other.close()
})

onEachEngine(
  'a sign-out during other requests is effective as soon as it is answered',
  async (world) => {
    const player = await world.player()
    const requests = Array.from({ length: 20 }, () => player.get('/sessions'))
    const [signed_out] = await Promise.all([player.delete('/sessions'), ...requests])
    expect(signed_out.status).toBe(200)
    expect((await player.get('/sessions')).status).toBe(401)
  },
)

onEachEngine('a sign-out ends this session, or all sessions', async (world) => {
  const player = await world.player()
  const sign_in = async () => {
    const { body } = await world.visitor.post('/sessions', {
      game_id: world.game.id,
      email: player.email,
      password: 'password',
    })
    return { 'authentication-token': String(body.authentication_token) }
  }
  const [second, third] = [await sign_in(), await sign_in()]
  expect((await world.visitor.delete('/sessions', second)).status).toBe(200)
  expect((await world.visitor.get('/sessions', second)).status).toBe(401)
  expect((await world.visitor.get('/sessions', third)).status).toBe(200)
  expect((await player.delete('/sessions?all=true')).status).toBe(200)
  expect((await world.visitor.get('/sessions', third)).status).toBe(401)
  expect((await player.get('/sessions')).status).toBe(401)
})

onEachEngine(
  'using a session extends it, written at most once an hour, and an unused session expires',
  async (world) => {
    const player = await world.player()
    const { db, now } = world.context
    const set = (expires_at: number, last_used_at: number) =>
      db.transaction((tx) =>
        tx.run(updateSessions, { user_id: player.id, expires_at, last_used_at }),
      )
    const expiry = async () =>
      Date.parse((await player.get('/sessions')).body.sessions[0].expires_at)
    const writePending = () => world.server.flush()

    const before = now() + HOUR_MS
    await set(before, now() - HOUR_MS / 2)
    await player.get('/sessions')
    await writePending()
    expect(await expiry()).toBe(before)

    await set(before, now() - 2 * HOUR_MS)
    await player.get('/sessions')
    await writePending()
    expect(await expiry()).toBeGreaterThan(now() + 29 * 24 * HOUR_MS)

    await set(now() - 1, now() - 2 * HOUR_MS)
    expect((await player.get('/sessions')).status).toBe(401)
    await inTransaction(world.context, removeExpiredSessions)
    expect((await player.get('/sessions')).status).toBe(401)
  },
)
