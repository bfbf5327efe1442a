import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { onEachEngine, unique, type World } from '../../test/support/world.ts'
import { memoryStorage, Playkeep, type Refused, type Settings, type Storage } from '../src/index.ts'
import { openUnreliable } from './unreliable.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => server.close().closeAllConnections())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function open(world: World, settings: Partial<Settings> = {}): Promise<Playkeep> {
  const common = { url: world.server.url, ...world.credentials, storage: memoryStorage() }
  const game = new Playkeep({ ...common, max_attempts: 1, ...settings })
  closing.push(() => game.close())
  return game
}

const addressOf = (input: RequestInfo | URL) => (typeof input === 'string' ? input : '')

const newAccount = () => {
  const username = unique('player')
  return { username, email: `${username}@example.com`, password: 'seven green lamps' }
}

onEachEngine('a redirect is an error, and the token goes nowhere else', async (world) => {
  const seen: (string | undefined)[] = []
  const elsewhere = await serve(({ headers }, response) => {
    seen.push(String(headers['authentication-token']))
    response.end('{}')
  })
  const storage = memoryStorage()
  await (await open(world, { storage })).signUp(newAccount())
  const url = await serve(({ url: path }, response) => {
    response.writeHead(307, { location: elsewhere + path }).end()
  })
  // The stored session of one address is not used for another one.
  const game = await open(world, { url, storage })
  const own = await storage.getItem(`playkeep:${world.server.url}:${world.game.id}`)
  await storage.setItem(`playkeep:${url}:${world.game.id}`, own ?? '')
  await game.resume()

  await expect(game.friends.request('ben')).rejects.toMatchObject({ code: 'unreachable' })
  for (const transports of [['stream'], ['poll']] as const) {
    const listening = await open(world, { url, storage, transports: [...transports] })
    await listening.resume()
    listening.events.on('message.posted', () => {})
    await sleep(50)
  }

  expect(seen).toEqual([])
})

onEachEngine('what a proxy or a hotel says does not end a write that waits', async (world) => {
  let answers: [number, string][] = []
  const answerInstead: typeof fetch = async (input, init) => {
    const [next] = answers.splice(0, 1)
    return next ? new Response(next[1], { status: next[0] }) : fetch(input, init)
  }
  const game = await open(world, { fetch: answerInstead })
  await game.signUp(newAccount())
  const refused: Refused[] = []
  game.outbox.onRefused((one) => refused.push(one))
  answers = [403, 404, 401, 500, 511, 200].map((status) => [status, '<html>Pay for Wi-Fi</html>'])

  await game.later.scores.add(5)
  await expect.poll(async () => (await game.outbox.send(), game.outbox.size())).toBe(0)

  expect(refused).toEqual([])
  expect(answers).toEqual([])
  expect((await game.account.get()).score).toBe(5)
})

onEachEngine(
  'what one player left is not sent as the next, also with a slow storage',
  async (world) => {
    const texts = memoryStorage()
    const slow: Storage = {
      getItem: async (key) => (await sleep(20), texts.getItem(key)),
      setItem: async (key, value) => (await sleep(20), texts.setItem(key, value)),
      removeItem: async (key) => (await sleep(20), texts.removeItem(key)),
    }
    const line = await openUnreliable(world.server.url)
    closing.push(() => line.close())
    const game = await open(world, { url: line.url, storage: slow })
    const [first, second] = [newAccount(), newAccount()]
    await game.signUp(first)
    const ben = await world.player()
    line.goAway()
    await game.later.chats.write({ usernames: [ben.username], text: 'a secret' })
    line.comeBack()

    const sending = game.outbox.send()
    await game.signUp(second)
    await sending
    await game.outbox.send()
    await game.signIn({ email: first.username, password: first.password })
    await expect.poll(async () => (await game.outbox.send(), game.outbox.size())).toBe(0)

    const { direct_chats } = (await ben.get('/chats/page/1')).body
    const messages = direct_chats.flatMap((chat: { messages: object[] }) => chat.messages)
    expect(messages).toMatchObject([{ text: 'a secret', user_id: game.player?.id }])
  },
)

onEachEngine('signing out forgets the session at once, also on a dead line', async (world) => {
  const line = await openUnreliable(world.server.url)
  closing.push(() => line.close())
  const storage = memoryStorage()
  const game = await open(world, { url: line.url, storage })
  await game.signUp(newAccount())
  line.fallSilent()

  const ending = game.signOut({ timeout_ms: 300 })
  await expect.poll(() => game.player).toBeUndefined()
  expect(await storage.getItem(`playkeep:${line.url}:${world.game.id}`)).toBeNull()
  await ending
})

onEachEngine('a late answer does not bring back an old token', async (world) => {
  const line = await openUnreliable(world.server.url)
  closing.push(() => line.close())
  const game = await open(world, { url: line.url })
  const account = newAccount()
  await game.signUp(account)

  const late = game.scores.add(1)
  await game.signIn({ email: account.username, password: account.password })
  await late

  expect((await game.scores.add(1)).score).toBe(2)
  expect(game.player?.username).toBe(account.username)
})

onEachEngine('a full storage does not turn what was done into an error', async (world) => {
  const full: Storage = {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
    removeItem: () => {},
  }
  const game = await open(world, { storage: full })
  await game.signUp(newAccount())

  expect((await game.credits.add(5)).credits).toBe(5)
  await expect(game.later.credits.add(5)).rejects.toMatchObject({ code: 'storage_failed' })
})

onEachEngine('an id that is not one changes no address', async (world) => {
  const game = await open(world)
  await game.signUp(newAccount())
  const { id } = await game.groups.create({ name: unique('Owls'), max_group_size: 5 })
  // As in plain JavaScript.
  const dots: number = JSON.parse('".."')

  await expect(game.groups.removeAdmin(id, dots)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(game.account.endSession(dots)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(game.leaderboards.rank('..')).rejects.toMatchObject({ code: 'invalid_input' })

  expect((await game.groups.get(id)).id).toBe(id)
  expect((await game.scores.add(1)).score).toBe(1)
})

onEachEngine('two clients of one page share a list without losing a write', async (world) => {
  const texts = memoryStorage()
  const slow: Storage = {
    ...texts,
    getItem: async (key) => (await sleep(5), texts.getItem(key)),
  }
  const first = await open(world, { storage: slow })
  await first.signUp(newAccount())
  const second = await open(world, { storage: slow })
  await second.resume()

  await Promise.all([first, second, first, second].map((game) => game.later.scores.add(1)))
  await expect.poll(async () => (await first.outbox.send(), first.outbox.size())).toBe(0)

  await expect.poll(async () => (await first.account.get()).score).toBe(4)
})

onEachEngine(
  'stored texts that are not ours do no harm, and passwords are not stored',
  async (world) => {
    const storage = memoryStorage()
    const game = await open(world, { storage })
    await game.signUp(newAccount())
    const place = `playkeep:${world.server.url}:${world.game.id}:outbox:${game.player?.id}`

    for (const text of ['x', '{}', '[null]', '[{"name":"no.such","input":{},"key":"k"}]']) {
      await storage.setItem(place, text)
      await game.later.scores.add(1)
      await expect.poll(async () => (await game.outbox.send(), game.outbox.size())).toBe(0)
    }
    expect((await game.account.get()).score).toBe(4)

    const account: unknown = Reflect.get(game.later, 'account')
    const change: unknown = Reflect.get(Object(account), 'changePassword')
    if (typeof change !== 'function') throw new Error('no method')
    const passwords = { current_password: 'a', password: 'seven blue lamps' }
    const work: Promise<unknown> = Reflect.apply(change, account, [passwords])
    await expect(work).rejects.toMatchObject({ code: 'not_for_later' })
  },
)

onEachEngine('what a proxy says about events neither ends them nor the session', async (world) => {
  const statuses = [401, 403, 410, 422]
  const answerInstead: typeof fetch = async (input, init) => {
    const status = addressOf(input).includes('/events') ? statuses.shift() : undefined
    return status ? new Response('<html>No</html>', { status }) : fetch(input, init)
  }
  const game = await open(world, { fetch: answerInstead, transports: ['stream'] })
  await game.signUp(newAccount())
  const told: string[] = []
  game.events.onError(({ code }) => told.push(code))
  game.events.onReload(() => told.push('reload'))
  game.events.on('message.posted', () => {})

  await game.events.opened()

  expect(statuses).toEqual([])
  expect(told).toEqual([])
  expect(game.player).toBeDefined()
})

onEachEngine('a busy server says so in plain text, and its code arrives', async (world) => {
  const busy: typeof fetch = async (input, init) =>
    addressOf(input).includes('add_score')
      ? new Response('The server has too many requests.', {
          status: 503,
          headers: {
            'content-type': 'text/plain',
            'x-error-code': 'overloaded',
            'retry-after': '60',
          },
        })
      : fetch(input, init)
  const game = await open(world, { fetch: busy })
  await game.signUp(newAccount())

  await expect(game.scores.add(1)).rejects.toMatchObject({
    code: 'overloaded',
    status: 503,
    message: 'The server has too many requests.',
    retryAfterMs: 60_000,
  })
})

onEachEngine('while the server is away, no transport is given up', async (world) => {
  const line = await openUnreliable(world.server.url)
  closing.push(() => line.close())
  const game = await open(world, { url: line.url })
  await game.signUp(newAccount())
  line.goAway()
  game.events.on('message.posted', () => {})
  const states: string[] = []
  game.events.onState((state) => states.push(state))
  await expect.poll(() => states.length).toBeGreaterThan(0)
  await sleep(2000)

  line.comeBack()
  await game.events.opened()

  expect(game.events.transport).toBe('socket')
})

test('a type of event that does not exist is refused at once', () => {
  const game = new Playkeep({ url: 'http://127.0.0.1:1/api/v3/', game_id: 1, game_token: 'x' })
  const wrong: 'message.posted' = JSON.parse('"message.post"')
  expect(() => game.events.on(wrong, () => {})).toThrow('No type of event is called message.post.')
  expect(() => new Playkeep({ url: 'localhost:3000', game_id: 1, game_token: 'x' })).toThrow(
    'url must be the address of the server',
  )
})
