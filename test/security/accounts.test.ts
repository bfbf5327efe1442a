import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINES, onEachEngine, openWorld, unique } from '../support/world.ts'

onEachEngine('tokens that are guessed, cut, prolonged or recased let nobody in', async (world) => {
  const { token, id } = await world.player()
  const recased = token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase()
  for (const guess of [token.slice(0, -1), `${token}A`, recased, '0', '%', token.repeat(2)]) {
    const reply = await world.visitor.get(`/users/${id}`, { 'authentication-token': guess })
    expect([guess, reply.status]).toEqual([guess, 401])
  }
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

onEachEngine('a request that comes after the sign-out was answered is refused', async (world) => {
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
  test(`an unknown account costs the same password check: it waits in the same queue [${engine}]`, async () => {
    // So many are checked at once; half of all requests may wait; the rest is told to come again.
    const at_once = availableParallelism() * 2
    const most = 6 * at_once
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: String(most) })
    const codes = async (email: string) => {
      const guess = { game_id: world.game.id, email, password: 'a-wrong-guess' }
      const replies = await Promise.all(
        Array.from({ length: most }, () => world.visitor.post('/sessions', guess)),
      )
      return new Set(replies.map(({ headers, text }) => `${headers.get('x-error-code')} ${text}`))
    }
    const { email } = await world.player()
    const known = await codes(email)
    const unknown = await codes('nobody@example.com')
    const guest = await world.visitor.post('/users/guest', {
      ...world.credentials,
      device_id: unique('device-0123456789'),
    })
    const without_password = await codes(guest.body.username)
    expect([...known].some((text) => text.startsWith('busy '))).toBe(true)
    expect(unknown).toEqual(known)
    expect(without_password).toEqual(known)
    await close()
  })

  test(`behind a proxy only the address that it adds counts, and claims of the player do not [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on', TRUST_PROXY: '1' })
    let names = 0
    const guess = (forwarded: string) =>
      world.visitor.post(
        '/sessions',
        { game_id: world.game.id, email: `nobody-${names++}@example.com`, password: 'guess' },
        { 'x-forwarded-for': forwarded },
      )
    const attack = Array.from({ length: 160 }, (_, at) => guess(`10.0.0.${at}, 203.0.113.7`))
    const statuses = (await Promise.all(attack)).map(({ status }) => status)
    expect(statuses).toContain(429)
    expect((await guess('203.0.113.7')).status).toBe(429)
    expect((await guess('203.0.113.7, 198.51.100.9')).status).toBe(401)
    await close()
  })

  test(`whatever host or header a request names, the mail's link leads to PUBLIC_URL and its lines stay its own [${engine}]`, async () => {
    const outbox = await mkdtemp(join(tmpdir(), 'playkeep-outbox-'))
    const { world, close } = await openWorld(engine, {
      MAIL_OUTBOX: outbox,
      PUBLIC_URL: 'https://games.example',
      TRUST_PROXY: '1',
    })
    const player = await world.player()
    const ask = (email: string) =>
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
    await ask(player.email)
    for (const hostile of [
      `${player.email}\r\nBcc: eve@evil.example`,
      `${player.email},eve@evil.example`,
      `${player.email}\nTo: eve@evil.example`,
    ])
      await ask(hostile)
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
