import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stopClock } from '../support/clock.ts'
import { ENGINES, onEachEngine, openWorld, unique } from '../support/world.ts'

onEachEngine('guessed, truncated, extended or recased tokens are refused', async (world) => {
  const { token, id } = await world.player()
  const recased = token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase()
  for (const guess of [token.slice(0, -1), `${token}A`, recased, '0', '%', token.repeat(2)]) {
    const reply = await world.visitor.get(`/users/${id}`, { 'authentication-token': guess })
    expect([guess, reply.status]).toEqual([guess, 401])
  }
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

onEachEngine('a request after the answer to a sign-out is refused', async (world) => {
  for (let round = 0; round < 10; round++) {
    const player = await world.player()
    const racing = Array.from({ length: 10 }, () => player.get(`/users/${player.id}`))
    expect((await player.delete('/sessions')).status).toBe(200)
    const after = await Promise.all(
      Array.from({ length: 5 }, () => player.post(player.at('add_score'), { score: 1 })),
    )
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    for (const { status } of await Promise.all(racing)) expect([200, 401]).toContain(status)
  }
})

for (const engine of ENGINES) {
  test(`a sign-in to an unknown account waits for a password check like any other [${engine}]`, async () => {
    const checked_at_once = availableParallelism()
    const may_wait = 2 * checked_at_once
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: String(2 * may_wait) })
    const { passwords } = world.context
    const guest = await world.visitor.post('/users/guest', {
      ...world.credentials,
      device_id: unique('device-0123456789'),
    })
    const { email } = await world.player()

    /** All answers to sign-ins while no password check ends, with one sign-in more than may wait. */
    const answersTo = async (name: string) => {
      const gate = Promise.withResolvers<void>()
      const checks = Array.from({ length: checked_at_once }, () =>
        passwords.matches('x', null, { address: '', before: () => gate.promise }),
      )
      const guess = { game_id: world.game.id, email: name, password: 'a-wrong-guess' }
      const signIn = async () => {
        const { headers, text } = await world.visitor.post('/sessions', guess)
        return `${headers.get('x-error-code')} ${text}`
      }
      const waiting = Array.from({ length: may_wait }, signIn)
      await expect.poll(() => passwords.waiting).toBe(may_wait)
      const rejected = await signIn()
      gate.resolve()
      await Promise.all(checks)
      return [...(await Promise.all(waiting)), rejected]
    }
    const known = await answersTo(email)
    expect(known.at(-1)).toMatch(/^busy /)
    expect(await answersTo('nobody@example.com')).toEqual(known)
    expect(await answersTo(guest.body.username)).toEqual(known)
    await close()
  })

  test(`behind a proxy only the address that the proxy adds counts, not addresses that the client claims [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on', TRUST_PROXY: '1' })
    stopClock(world)
    let names = 0
    const guess = (forwarded: string) =>
      world.visitor.post(
        '/sessions',
        { game_id: world.game.id, email: `nobody-${names++}@example.com`, password: 'guess' },
        { 'x-forwarded-for': forwarded },
      )
    const guesses = Array.from({ length: 100 }, (_, at) => guess(`10.0.0.${at}, 203.0.113.7`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 401))
    expect((await guess('203.0.113.7')).status).toBe(429)
    expect((await guess('203.0.113.7, 198.51.100.9')).status).toBe(401)
    await close()
  })

  test(`a request's headers and address cannot change the mail's link to PUBLIC_URL or add recipients [${engine}]`, async () => {
    const outbox = await mkdtemp(join(tmpdir(), 'playkeep-outbox-'))
    const { world, close } = await openWorld(engine, {
      MAIL_OUTBOX: outbox,
      PUBLIC_URL: 'https://games.example',
      TRUST_PROXY: '1',
    })
    const player = await world.player()
    const requestReset = (email: string) =>
      world.visitor.get(
        `/games/${world.game.id}/forget_password?email=${encodeURIComponent(email)}`,
        {
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'gopher',
          forwarded: 'host=evil.example',
          'x-original-url': 'https://evil.example/',
          origin: 'https://evil.example',
          referer: 'https://evil.example/',
        },
      )
    await requestReset(player.email)
    for (const hostile of [
      `${player.email}\r\nBcc: eve@evil.example`,
      `${player.email},eve@evil.example`,
      `${player.email}\nTo: eve@evil.example`,
    ])
      await requestReset(hostile)
    for (const email of ['a@b.example\r\nBcc: eve@evil.example', 'eve@evil.example\n', 'a b@c.d']) {
      const taken = await player.put(`/users/${player.id}`, { email })
      expect([email, taken.status]).toEqual([email, 422])
    }
    await world.context.mail.idle()
    const files = await readdir(outbox)
    expect(files).toHaveLength(1)
    const mail = await readFile(join(outbox, files[0] ?? ''), 'utf8')
    expect(mail).toMatch(/^https:\/\/games\.example\/reset_password\?token=\S{43}$/m)
    expect(mail).not.toContain('evil')
    await close()
    await rm(outbox, { recursive: true })
  })
}
