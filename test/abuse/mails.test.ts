import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { statement } from '../../src/storage/statement.ts'
import { openWithOutbox } from '../support/outbox.ts'
import { ENGINES, onEachEngine, openWorld, Player, unique, type World } from '../support/world.ts'

const requestReset = ({ visitor, game }: World, email: string) =>
  visitor.get(`/games/${game.id}/forget_password?email=${encodeURIComponent(email)}`)

const brand_new = { password: 'brand-new', password_confirmation: 'brand-new' }

const setEmail = statement<{ id: number; email: string }>(
  `update users set email = :email, email_key = :email where id = :id`,
  { updates: 'users' },
)

for (const engine of ENGINES) {
  test(`a mailbox gets at most ten mails an hour, whatever its spelling, from all accounts and games [${engine}]`, async () => {
    const { world, mails, close } = await openWithOutbox(engine, { RATE_LIMIT: 'on' })
    const other = await world.otherGame()
    const spellings = [
      ...Array.from({ length: 20 }, (_, index) => `target+${index}@example.com`),
      'Target@Example.com',
    ]
    for (const game of [world, other])
      await Promise.all(spellings.map((email) => game.player({ email })))
    for (const game of [world, other])
      await Promise.all(spellings.map((email) => requestReset(game, email)))
    expect(await mails()).toHaveLength(10)
    const bystander = await world.player()
    await requestReset(world, bystander.email)
    expect(await mails()).toHaveLength(11)
    // Notices are counted apart: whoever uses up the first ten cannot keep the owner from reading about a theft.
    const owner = await world.player({ email: 'target+owner@example.com' })
    const email = 'thief@example.com'
    await owner.put(`/users/${owner.id}`, { email, current_password: 'password' })
    expect(await mails()).toHaveLength(12)
    await close()
  })
}

for (const engine of ENGINES) {
  test(`mails that could not be sent are counted in the metrics [${engine}]`, async () => {
    // A file is no folder.
    const settings = { MAIL_OUTBOX: `${import.meta.filename}/outbox` }
    const { world, close } = await openWorld(engine, settings)
    await requestReset(world, (await world.player()).email)
    await world.context.mail.idle()
    expect((await world.visitor.get('//metrics')).text).toMatch(/^playkeep_mail_failures_total 1$/m)
    await close()
  })

  test(`one account sends at most ten links and ten notices an hour, and a guest no notices [${engine}]`, async () => {
    const { world, mails, close } = await openWithOutbox(engine, { RATE_LIMIT: 'on' })
    const subjects = async () =>
      (await mails()).map((mail) => /\nSubject: Test game: (.*)/.exec(mail)?.[1])
    const newEmail = () => `${unique('target')}@example.com`
    await world.system.put(`//admin/api/games/${world.game.id}`, { requires_verified_email: true })
    const device = { ...world.credentials, device_id: unique('device-0123456789') }
    const { body } = await world.visitor.post('/users/guest', device)
    const guest = new Player(world.server.url, body)
    for (let count = 0; count < 15; count++) {
      const email = newEmail()
      expect((await guest.put(`/users/${guest.id}`, { email })).status).toBe(200)
      await world.context.mail.idle()
      await requestReset(world, email)
      await world.context.mail.idle()
    }
    const sent = await subjects()
    expect(sent).toHaveLength(10)
    expect(sent).not.toContain('your email address was changed')

    await world.system.put(`//admin/api/games/${world.game.id}`, { requires_verified_email: false })
    const player = await world.player()
    for (let count = 0; count < 15; count++) {
      const change = { email: newEmail(), current_password: 'password' }
      expect((await player.put(`/users/${player.id}`, change)).status).toBe(200)
    }
    const notices = (await subjects()).slice(sent.length)
    expect(notices).toEqual(Array(10).fill('your email address was changed'))
    await close()
  })

  test(`a mail contains no text that a player chose [${engine}]`, async () => {
    const { world, mails, close } = await openWithOutbox(engine)
    await world.system.put(`//admin/api/games/${world.game.id}`, { requires_verified_email: true })
    const player = await world.player({
      username: unique('You won! http://evil.example/'),
      email: `${unique('target')}@example.com`,
    })
    await world.context.mail.idle()
    await requestReset(world, player.email)
    await world.context.mail.idle()
    const email = `${unique('new')}@example.com`
    await player.put(`/users/${player.id}`, { email, current_password: 'password' })
    const change = { current_password: 'password', ...brand_new }
    await player.put(player.at('password'), change)
    const sent = await mails()
    const subjects = sent.map((mail) => /\nSubject: Test game: (.*)/.exec(mail)?.[1])
    expect(new Set(subjects)).toEqual(
      new Set([
        'choose a new password',
        'your email address was changed',
        'confirm your email address',
        'your password was changed',
      ]),
    )
    for (const mail of sent) expect(mail).not.toContain('evil.example')
    await close()
  })
}

const HOSTILE = [
  'b1<target@example.com>',
  'b1 <target@example.com>',
  '"a,b"@example.com',
  'a(comment)@example.com',
  'a@b@example.com',
  'a,b@example.com',
  'a;b@example.com',
  'a:b@example.com',
  'a@exa mple.com',
  'a@-example.com',
  'a@example-.com',
  'a@example..com',
  'a@.example.com',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@example.c',
  'a@example.123',
  'a@example.com.',
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  'a\u0007@example.com',
  'a\u200b@example.com',
  'а@example.com',
  'a@exаmple.com',
  'a＠example.com',
  'target%example.com@example.com',
  `${'x'.repeat(65)}@example.com`,
  `a@${'x'.repeat(64)}.com`,
]

onEachEngine(
  'an address that is more or less than one mailbox is refused in every place',
  async (world) => {
    const player = await world.player()
    const secret = { password: 'password', password_confirmation: 'password' }
    for (const email of HOSTILE) {
      const username = unique('someone')
      const up = await world.visitor.post('/users', {
        ...world.credentials,
        username,
        email,
        ...secret,
      })
      const change = { email, current_password: 'password' }
      const changed = await player.put(`/users/${player.id}`, change)
      const asked = await requestReset(world, email)
      expect([email, up.status, changed.status, asked.status]).toEqual([email, 422, 422, 403])
    }
    for (const local of ['a', "o'neil", 'first.last+tag', 'x'.repeat(64)]) {
      const email = `${local}@mail.example.com`
      const changed = await player.put(`/users/${player.id}`, {
        email,
        current_password: 'password',
      })
      expect([email, changed.status]).toEqual([email, 200])
    }
  },
)

/** A mail server that accepts every mail and records the recipients. */
async function mailServer() {
  const recipients: string[] = []
  const server = createServer((socket) => {
    let in_data = false
    socket.write('220 ready\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (in_data) {
        if (!text.endsWith('\r\n.\r\n')) return
        in_data = false
        socket.write('250 accepted\r\n')
        return
      }
      if (text.startsWith('RCPT TO:')) recipients.push(text.slice(8).trim())
      in_data = text.startsWith('DATA')
      if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write(in_data ? '354 go on\r\n' : '250 fine\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, recipients, close: () => server.close() }
}

for (const engine of ENGINES) {
  test(`an old address that would reach another mailbox still signs in, but gets no mail [${engine}]`, async () => {
    const smtp = await mailServer()
    const { world, close } = await openWorld(engine, { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
    const player = await world.player()
    const email = 'b1<target@example.com>'
    await world.context.db.transaction((tx) => tx.run(setEmail, { id: player.id, email }))
    const fields = { game_id: world.game.id, email, password: 'password' }
    expect((await world.visitor.post('/sessions', fields)).status).toBe(200)
    await requestReset(world, email)
    const change = { email: 'mine@example.com', current_password: 'password' }
    expect((await player.put(`/users/${player.id}`, change)).status).toBe(200)
    await requestReset(world, 'mine@example.com')
    await world.context.mail.idle()
    expect(smtp.recipients).toEqual(['<mine@example.com>'])
    await close()
    smtp.close()
  })
}
