import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openWithOutbox } from '../../../../test/support/outbox.ts'
import { ENGINES, openWorld, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'

const requestReset = ({ visitor, game }: World, email: string) =>
  visitor.get(
    `/games/${game.id}/forget_password?game_token=${game.token}&game_id=${game.id}&email=${encodeURIComponent(email)}`,
  )

for (const engine of ENGINES) {
  test(`a forgotten password sends a mail with a link that works once and ends all sessions [${engine}]`, async () => {
    const { world, mails, token, close } = await openWithOutbox(engine)
    const { visitor, game } = world
    const player = await world.player()
    const asked = await requestReset(world, player.email.toUpperCase())
    expect([asked.status, asked.body.mailer_response]).toEqual([200, null])
    const [mail] = await mails()
    expect(mail).toContain(`To: ${player.email}`)
    expect(mail).toMatch(/https:\/\/games\.example\/keep\/reset_password\?token=\S{43}\n/)

    const change = {
      token: await token(),
      password: 'brand-new',
      password_confirmation: 'brand-new',
      game_id: game.id,
      game_token: game.token,
    }
    for (const wrong of [
      { password: 'short', password_confirmation: 'short' },
      { password_confirmation: 'other-one' },
      { token: 'nonsense' },
      { game_id: 999_999 },
    ]) {
      expect((await visitor.post('/password/reset', { ...change, ...wrong })).status).toBe(422)
    }
    const twice = await Promise.all([
      visitor.post('/password/reset', change),
      visitor.post('/password/reset', change),
    ])
    expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
    expect((await player.get(`/users/${player.id}`)).status).toBe(401)
    const sign_in = (password: string) =>
      visitor.post('/sessions', { game_id: game.id, email: player.email, password })
    expect([(await sign_in('password')).status, (await sign_in('brand-new')).status]).toEqual([
      401, 200,
    ])
    await close()
  })

  test(`an unknown address gets the same answer but no mail, a malformed one 403, an unknown game 404 [${engine}]`, async () => {
    const { world, mails, close } = await openWithOutbox(engine)
    const player = await world.player()
    const known = await requestReset(world, player.email)
    const unknown = await requestReset(world, 'nobody@example.com')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(await mails()).toHaveLength(1)
    expect((await requestReset(world, 'no address')).status).toBe(403)
    expect((await world.visitor.get(`/games/${world.game.id}/forget_password`)).status).toBe(403)
    expect((await world.visitor.get('/games/999999/forget_password?email=a@b.de')).status).toBe(404)
    expect(
      (
        await world.visitor.get(
          `/games/${world.game.id}/forget_password?game_token=wrong&email=a@b.de`,
        )
      ).status,
    ).toBe(404)
    await close()
  })

  test(`a link expires, and at most five are sent per hour [${engine}]`, async () => {
    const { world, mails, token, close } = await openWithOutbox(engine)
    const player = await world.player()
    for (let count = 0; count < 8; count++) {
      await requestReset(world, player.email)
      await world.context.mail.idle()
    }
    expect(await mails()).toHaveLength(5)
    await world.context.db.transaction((tx) =>
      tx.run(
        statement(`update password_resets set expires_at = 1`, { updates: 'password_resets' }),
        {},
      ),
    )
    const change = {
      token: await token(),
      password: 'brand-new',
      password_confirmation: 'brand-new',
    }
    expect((await world.visitor.post('/password/reset', change)).headers.get('x-error-code')).toBe(
      'wrong_reset_token',
    )
    await close()
  })

  test(`the page behind the link shows a form, explains errors and changes the password [${engine}]`, async () => {
    const { world, token, close } = await openWithOutbox(engine)
    const player = await world.player()
    await requestReset(world, player.email)
    const link = await token()
    const shown = await world.visitor.get(`//reset_password?token=${link}`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(
      (await world.visitor.get('//reset_password?token=%22%3E%3Cscript%3E')).text,
    ).not.toContain('<script')
    const submit = (password: string, password_confirmation = password) =>
      world.visitor.send('POST', '//reset_password', {
        form: { token: link, password, password_confirmation },
      })
    const short = await submit('x')
    expect([
      short.status,
      short.text.includes('password must be at least 6 characters long.'),
    ]).toEqual([422, true])
    expect((await submit('brand-new', 'other-one')).text).toContain('must be the same')
    const done = await submit('brand-new')
    expect([done.status, done.text.includes('Your password has been changed')]).toEqual([200, true])
    expect(
      (
        await world.visitor.post('/sessions', {
          game_id: world.game.id,
          email: player.email,
          password: 'brand-new',
        })
      ).status,
    ).toBe(200)
    await close()
  })
}

/** A mail server that accepts one mail and records what the client sent. */
async function mailServer() {
  let received = ''
  const server = createServer((socket) => {
    let in_data = false
    socket.write('220 ready\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      received += text
      if (in_data && text.endsWith('\r\n.\r\n')) {
        in_data = false
        socket.write('250 accepted\r\n')
      } else if (!in_data) {
        if (text.startsWith('DATA')) in_data = true
        if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
        else socket.write(in_data ? '354 go on\r\n' : '250 fine\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, said: () => received, close: () => server.close() }
}

test('with SMTP_URL the mail goes to the mail server, and the log contains no address', async () => {
  const smtp = await mailServer()
  const { world, close } = await openWorld('sqlite', {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Keep <keep@example.com>',
  })
  const player = await world.player()
  await world.visitor.send('GET', `/games/${world.game.id}/forget_password?email=${player.email}`)
  await world.context.mail.idle()
  expect(smtp.said()).toContain(`RCPT TO:<${player.email}>`)
  expect(smtp.said()).toContain('MAIL FROM:<keep@example.com>')
  expect(world.log.join('')).toContain('a mail was sent')
  expect(world.log.join('')).not.toContain(player.email)
  await close()
  smtp.close()
})
