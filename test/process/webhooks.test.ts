import { expect, onTestFinished, test } from 'vitest'
import { serveFirstGame } from '../support/first-game.ts'
import { type Received, Receiver } from '../support/receiver.ts'
import { codeOf, playkeep, serve } from '../support/servers.ts'
import { Client, emptyDatabase, ENGINES, Player, SYSTEM_KEY } from '../support/world.ts'

const [name = '', token = ''] = SYSTEM_KEY.split(':')

for (const engine of ENGINES) {
  test(`no event is lost when servers are killed while they send [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    onTestFinished(remove)
    const receiver = await Receiver.start()
    const env = { DATABASE_URL, WEBHOOK_PRIVATE: 'on', SYSTEM_KEY, RATE_LIMIT: 'off' }
    const first = await serveFirstGame(env)
    const system = new Client(first.url, { 'service-key-name': name, 'service-key-token': token })
    const types = ['message.posted']
    await system.post('//admin/api/games/1/webhooks', { url: receiver.url, types })
    const ana = await first.signUpPlayer('ana')
    const ben = await first.signUpPlayer('ben')
    // The first ones are accepted; then it hangs, so that the server is killed while it sends.
    const accepted = new Set<string>()
    const accept = ({ body }: Received) => {
      accepted.add(body.data.text)
      return 200
    }
    receiver.answer = (received) => (accepted.size < 5 ? accept(received) : () => {})
    const chat = await ana.post('/chats', { usernames: [ben.username], text: '0' })
    const texts = ['0']
    for (let n = 1; n < 20; n++) {
      const posted = await ana.post('/messages', { chat_id: chat.body.id, text: String(n) })
      if (posted.status === 200 || posted.status === 201) texts.push(String(n))
    }
    await expect.poll(() => receiver.received.length).toBeGreaterThan(5)
    await first.program.kill('SIGKILL')

    receiver.answer = accept
    const second = await serve(env)
    const again = new Player(second.url, {
      id: ana.id,
      username: ana.username,
      display_email: ana.email,
      authentication_token: ana.token,
    })
    await again.post('/messages', { chat_id: chat.body.id, text: 'last' })
    await expect.poll(() => [...accepted].toSorted()).toEqual([...texts, 'last'].toSorted())
    expect(await second.program.kill('SIGTERM')).toBe(0)
  })
}

// Commands call the same rules as requests, so one engine is enough.
for (const engine of ['sqlite'] as const) {
  test(`an operator manages webhooks by commands [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    onTestFinished(remove)
    const receiver = await Receiver.start()
    const env = { DATABASE_URL, WEBHOOK_PRIVATE: 'on', RATE_LIMIT: 'off' }
    const { program } = await serveFirstGame(env)
    const run = async (...args: string[]) => {
      const command = playkeep(['webhook', ...args], env)
      return [await codeOf(command), command.stdout + command.stderr] as const
    }
    const [code, created] = await run('create', '1', receiver.url, '--types', 'message.posted')
    expect([code, created]).toEqual([0, expect.stringMatching(/^Webhook 1\nsecret {2}whsec_/)])
    expect(await run('list', '1')).toEqual([
      0,
      `     1  ${receiver.url}  (message.posted, active)\n`,
    ])
    expect((await run('test', '1'))[0]).toBe(0)
    await expect.poll(() => receiver.types).toEqual(['webhook.test'])
    await expect
      .poll(async () => (await run('deliveries', '1', '--status', 'delivered'))[1])
      .toMatch(/^ {7}1 {2}\S+ {2}webhook\.test {2}delivered, 1 attempts 200\n$/)
    expect((await run('redeliver', '1'))[0]).toBe(0)
    await expect.poll(() => receiver.types).toEqual(['webhook.test', 'webhook.test'])
    expect((await run('redeliver-since', '1', '2020-01-01T00:00:00Z'))[0]).toBe(0)
    expect(await run('redeliver-since', '1', '5')).toEqual([
      1,
      'TIME must be an ISO 8601 time with its offset, such as 2024-07-23T15:20:09Z.\n',
    ])
    expect(await run('rotate-secret', '1')).toEqual([0, expect.stringContaining('whsec_')])
    expect((await run('pause', '1'))[0]).toBe(0)
    const doctor = playkeep(['doctor'], env)
    expect(await codeOf(doctor)).toBe(0)
    expect(doctor.stdout).toContain('! webhooks: 0 failing, 1 paused (1 of game 1). ')
    expect((await run('change', '1', '--types', ''))[0]).toBe(0)
    expect((await run('list', '1'))[1]).toMatch(
      /\(all types that are always recorded, paused since \S+\)\n$/,
    )
    expect((await run('resume', '1'))[0]).toBe(0)
    expect((await run('delete', '1'))[0]).toBe(0)
    expect(await run('delete', '1')).toEqual([1, 'No webhook has this id.\n'])
    expect(await run('create', '1', 'nonsense')).toEqual([
      1,
      expect.stringContaining('The URL of the webhook is refused'),
    ])
    expect((await run('explode'))[0]).toBe(2)
    expect(await program.kill('SIGTERM')).toBe(0)
  })
}
