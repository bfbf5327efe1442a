import { afterEach, expect } from 'vitest'
import { onEachEngine, unique, type World } from '../../test/support/world.ts'
import { memoryStorage, Playkeep, PlaykeepError, type Settings } from '../src/index.ts'
import { openUnreliable } from './unreliable.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A signed-in player behind a connection that can be broken. */
async function connect(world: World, settings: Partial<Settings> = {}) {
  const line = await openUnreliable(world.server.url)
  const storage = memoryStorage()
  const game = new Playkeep({ url: line.url, ...world.credentials, storage, ...settings })
  closing.push(() => {
    game.events.close()
    line.close()
  })
  const username = unique('player')
  const account = { username, email: `${username}@example.com`, password: 'seven green lamps' }
  await game.signUp(account)
  return { line, game, storage, account }
}

async function failureOf(work: Promise<unknown>): Promise<PlaykeepError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PlaykeepError)) throw new Error(`not a PlaykeepError: ${String(error)}`)
  return error
}

const sent = (requests: string[], text: string) =>
  requests.filter((line) => line.includes(text)).length

onEachEngine('a purchase whose answer is lost is done once', async (world) => {
  const { line, game } = await connect(world)
  await game.credits.set(100)
  const item = await world.item({ cost: 30 })
  line.cutAnswers(2)

  const { credits, game_user_store_items } = await game.store.buy(item)

  expect(credits).toBe(70)
  expect(game_user_store_items).toHaveLength(1)
  expect(sent(line.requests, 'purchase_game_user_store_item')).toBe(3)
  expect((await game.account.get()).credits).toBe(70)
})

onEachEngine('a request that must not be repeated is sent once', async (world) => {
  const { line, game } = await connect(world)
  line.cutAnswers(1)

  const error = await failureOf(game.account.resetPassword({ token: 'x', password: 'some lamps' }))

  expect(error).toMatchObject({ code: 'unreachable', status: 0 })
  expect(sent(line.requests, '/password/reset')).toBe(1)
})

onEachEngine('without a network a request ends with one clear error', async (world) => {
  const { line, game } = await connect(world, { max_attempts: 2 })
  line.goAway()

  const error = await failureOf(game.scores.add(1))

  expect(error).toMatchObject({
    code: 'unreachable',
    status: 0,
    message: 'The server cannot be reached.',
  })
  line.comeBack()
  expect((await game.scores.add(1)).score).toBe(1)
})

onEachEngine('a server that does not answer is given up after the timeout', async (world) => {
  const { line, game } = await connect(world, { max_attempts: 1 })
  line.fallSilent()

  expect((await failureOf(game.scores.add(1, { timeout_ms: 200 }))).code).toBe('timeout')
})

onEachEngine('a signal cancels a request, and the wait between two attempts', async (world) => {
  const { line, game } = await connect(world)
  line.fallSilent()
  const early = new AbortController()
  early.abort()
  const late = new AbortController()
  const waiting = failureOf(game.scores.add(1, { signal: late.signal }))

  expect((await failureOf(game.scores.add(1, { signal: early.signal }))).code).toBe('aborted')
  late.abort()
  expect((await waiting).code).toBe('aborted')
})

onEachEngine('a refusal has its code, status, sentence, fields and request id', async (world) => {
  const { game } = await connect(world)
  const item = await world.item({ cost: 1000 })

  const poor = await failureOf(game.store.buy(item))

  expect(poor).toMatchObject({ code: 'not_enough_credits', status: 403, fields: [] })
  expect(poor.message).toMatch(/credits/)
  expect(poor.requestId).toMatch(/\w/)
})

onEachEngine('the session outlives the page, and ends where the server says so', async (world) => {
  const { game, storage, account, line } = await connect(world)
  const { url } = line
  const again = new Playkeep({ url, ...world.credentials, storage })

  expect((await again.resume())?.username).toBe(account.username)
  const other = new Playkeep({ url, ...world.credentials, storage: memoryStorage() })
  await other.signIn({ email: account.username, password: account.password })
  await other.signOut({ all: true })

  expect((await failureOf(game.scores.add(1))).code).toBe('not_signed_in')
  expect(game.player).toBeUndefined()
  expect((await failureOf(game.scores.add(1))).requestId).toBeUndefined()
  expect(await new Playkeep({ url, ...world.credentials, storage }).resume()).toBeUndefined()
})

onEachEngine('a late answer does not sign out the next player', async (world) => {
  const { game, account } = await connect(world)
  const other = new Playkeep({
    url: world.server.url,
    ...world.credentials,
    storage: memoryStorage(),
  })
  await other.signIn({ email: account.username, password: account.password })
  await other.signOut({ all: true })
  const username = unique('next')

  const late = failureOf(game.scores.add(1))
  await game.signUp({ username, email: `${username}@example.com`, password: 'eight blue lamps' })

  expect((await late).code).toBe('not_signed_in')
  expect(game.player?.username).toBe(username)
})

onEachEngine('a player can resume without a network, as they were last seen', async (world) => {
  const { storage, account, line } = await connect(world)
  line.goAway()
  const game = new Playkeep({ url: line.url, ...world.credentials, storage, max_attempts: 1 })

  expect((await game.resume())?.username).toBe(account.username)
})

onEachEngine(
  'the guest of a device comes back, and stays the same as an account',
  async (world) => {
    const storage = memoryStorage()
    const open = () => new Playkeep({ url: world.server.url, ...world.credentials, storage })
    const game = open()
    const guest = await game.playAsGuest()
    expect((await open().playAsGuest()).id).toBe(guest.id)
    await game.signOut()
    expect((await open().playAsGuest()).id).toBe(guest.id)
    const username = unique('host')
    const later = open()
    await later.playAsGuest()

    await later.account.upgrade({
      username,
      email: `${username}@example.com`,
      password: 'six lamps',
    })

    expect(later.player).toMatchObject({ id: guest.id, username })
    await later.signOut()
    expect((await open().playAsGuest()).id).not.toBe(guest.id)
  },
)
