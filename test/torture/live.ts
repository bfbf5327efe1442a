import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/storage/dialect.ts'
import { Random } from '../support/random.ts'
import type { Problem } from './comparison.ts'
import { LiveReader, TRANSPORTS } from './live-reader.ts'
import { SYSTEM_HEADERS } from './load.ts'
import { createDatabase, existingDatabase, ServerUnderTest } from './server-under-test.ts'

export interface LiveOptions {
  engine: Engine
  seed: number
  minutes: number
  /** An even number. */
  players?: number
  /** On a busy machine the run lasts until there were so many. */
  min_kills?: number
  planted_fault?: string | undefined
  log?: (text: string) => void
  /** Ends the run early. */
  signal?: AbortSignal
}

export interface LiveReport {
  acknowledged: number
  received: number
  reconnects: number
  server_kills: number
  problems: Problem[]
}

const PLAYERS = 200
const RETRY_MS = 100
const BETWEEN_ACTIONS_MS = 100
const MIN_BETWEEN_KILLS_MS = 1500
const MAX_BETWEEN_KILLS_MS = 5000
const MAX_WAIT_MS = 120_000

interface User {
  id: number
  username: string
  authentication_token: string
}

/** Sends until there is an answer that is not about the server being away. */
async function send(
  servers: ServerUnderTest[],
  random: Random,
  request: { method: string; path: string; json?: unknown; headers: Record<string, string> },
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { method, path, json, headers } = request
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    const url = random.pick(servers)?.url ?? ''
    try {
      const reply = await fetch(`${url}/api/v3${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      const text = await reply.text()
      if (reply.status < 500)
        return { status: reply.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
    } catch {
      // The server is away.
    }
    if (performance.now() > deadline) throw new Error(`${method} ${path} was never answered`)
    await sleep(RETRY_MS)
  }
}

class LivePlayer {
  readonly user: User
  readonly reader: LiveReader
  readonly #servers: ServerUnderTest[]
  readonly #random: Random
  readonly #seed: number
  /** What others were told that they did, and this player must hear of: in the order of each of them. */
  readonly expected: string[] = []
  acknowledged = 0

  constructor(user: User, index: number, servers: ServerUnderTest[], seed: number) {
    this.user = user
    this.#servers = servers
    this.#seed = seed
    this.#random = new Random(seed, 'live player', index)
    const transport = TRANSPORTS[index % TRANSPORTS.length] ?? 'poll'
    this.reader = new LiveReader(transport, user.authentication_token, () => this.#url)
  }

  get #url(): string {
    return this.#random.pick(this.#servers)?.url ?? ''
  }

  #send(method: string, path: string, json?: unknown) {
    const headers = {
      'authentication-token': this.user.authentication_token,
      'idempotency-key': randomUUID(),
    }
    return send(this.#servers, this.#random, { method, path, json, headers })
  }

  /** Writes to the partner, asks for friendship or invites to a group, and takes that back, until the signal. */
  async play(partner: LivePlayer, signal: AbortSignal): Promise<void> {
    const group = await this.#send('POST', '/groups', {
      name: `group of ${this.user.username}`,
      is_invite_only: true,
    })
    if (group.status !== 201) throw new Error(`a group was answered with ${group.status}`)
    for (let number = 0; !signal.aborted; number++) {
      const choice = this.#random.next()
      if (choice < 0.6) await this.#write(partner, `${this.#seed}-${number}`)
      else if (choice < 0.8) await this.#befriend(partner)
      else await this.#invite(partner, group.body['id'])
      this.acknowledged++
      await sleep(BETWEEN_ACTIONS_MS * 2 * this.#random.next())
    }
  }

  async #write(partner: LivePlayer, text: string): Promise<void> {
    const { status } = await this.#send('POST', '/chats', {
      usernames: [partner.user.username],
      text,
    })
    if (status !== 200) throw new Error(`a message was answered with ${status}`)
    this.#expectAt(partner, 'message.posted', text)
  }

  async #befriend(partner: LivePlayer): Promise<void> {
    const { status, body } = await this.#send('POST', '/friendships', {
      username: partner.user.username,
    })
    const id = body['friendship_id']
    // The partner may have asked first: then this accepts, or they are friends.
    if (status === 200 && body['status'] === 'pending') {
      this.#expectAt(partner, 'friend_request.received', id)
      const withdrawn = await this.#send('DELETE', `/friendships/${String(id)}`)
      if (withdrawn.status === 200) this.#expectAt(partner, 'friend_request.withdrawn', id)
    } else {
      await this.#send('DELETE', `/unfriend?user_id=${partner.user.id}`)
    }
  }

  async #invite(partner: LivePlayer, group_id: unknown): Promise<void> {
    const { status, body } = await this.#send('POST', '/group_connections', {
      group_id,
      user_id: partner.user.id,
    })
    if (status !== 200) throw new Error(`an invitation was answered with ${status}`)
    this.#expectAt(partner, 'group_invitation.received', body['id'])
    const withdrawn = await this.#send('DELETE', `/group_connections/cancel/${String(body['id'])}`)
    if (withdrawn.status !== 200) throw new Error(`it was withdrawn with ${withdrawn.status}`)
    this.#expectAt(partner, 'group_invitation.withdrawn', body['id'])
  }

  #expectAt(partner: LivePlayer, type: string, what: unknown): void {
    partner.expected.push(`${type} ${this.user.id} ${String(what)}`)
  }

  /** What has arrived of what is checked, by one sender. */
  #arrived(): string[] {
    return this.reader.events
      .filter(({ actor_id }) => actor_id !== this.user.id)
      .flatMap(({ type, actor_id, data }) => {
        if (type === 'message.posted') return [`${type} ${actor_id} ${String(data['text'])}`]
        if (/^friend_request\.(received|withdrawn)$/.test(type))
          return [`${type} ${actor_id} ${String(data['friendship_id'])}`]
        if (/^group_invitation\.(received|withdrawn)$/.test(type))
          return [`${type} ${actor_id} ${String(data['id'])}`]
        return []
      })
  }

  get is_complete(): boolean {
    const arrived = new Set(this.#arrived())
    return this.expected.every((event) => arrived.has(event))
  }

  findProblems(): Problem[] {
    const arrived = this.#arrived()
    const counts = new Map<string, number>()
    for (const event of arrived) counts.set(event, (counts.get(event) ?? 0) + 1)
    const problems: Problem[] = []
    const name = `player ${this.user.id} (${this.reader.transport})`
    for (const event of this.expected)
      if (!counts.has(event)) problems.push({ kind: 'lost', what: `${name} never got ${event}` })
    for (const [event, count] of counts)
      if (count > 1)
        problems.push({ kind: 'duplicated', what: `${name} got ${event} ${count} times` })
    const wanted = new Set(this.expected)
    const order = arrived.filter((event) => wanted.has(event))
    const first_wrong = order.findIndex((event, index) => event !== this.expected[index])
    if (problems.length === 0 && first_wrong >= 0)
      problems.push({
        kind: 'violation',
        what: `${name} got ${order[first_wrong]} where ${this.expected[first_wrong]} was next`,
      })
    return problems
  }
}

async function createPlayers(servers: ServerUnderTest[], count: number, seed: number) {
  const url = servers[0]?.url ?? ''
  const post = async (path: string, json: unknown): Promise<User> => {
    const reply = await fetch(`${url}/api/v3/test_suite/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...SYSTEM_HEADERS },
      body: JSON.stringify(json),
    })
    if (reply.status !== 201) throw new Error(await reply.text())
    return reply.json()
  }
  const game = await post('create_game', {})
  const players: LivePlayer[] = []
  for (let index = 0; index < count; index++) {
    const username = `live${index}`
    const user = await post('create_user', {
      game_id: game.id,
      username,
      email: `${username}@example.com`,
    })
    players.push(new LivePlayer(user, index, servers, seed))
  }
  return players
}

interface Killing {
  random: Random
  until_ms: number
  min_kills: number
  /** Ends it early. */
  signal?: AbortSignal | undefined
}

async function killAgainAndAgain(servers: ServerUnderTest[], killing: Killing): Promise<number> {
  const { random, until_ms, min_kills, signal } = killing
  let kills = 0
  const isOver = () =>
    signal?.aborted === true || (performance.now() >= until_ms && kills >= min_kills)
  const pause = () =>
    sleep(
      MIN_BETWEEN_KILLS_MS + random.next() * (MAX_BETWEEN_KILLS_MS - MIN_BETWEEN_KILLS_MS),
      undefined,
      signal && { signal },
    ).catch(() => {})
  for (await pause(); !isOver(); await pause()) {
    const server = random.pick(servers)
    await server?.kill(random.next() < 0.7 ? 'SIGKILL' : 'SIGTERM')
    kills++
    await server?.start()
  }
  return kills
}

/**
 * Players write to each other and follow their events over all three transports, while servers are killed and restarted.
 * Everything that was acknowledged must arrive, once, and in the order of its sender.
 */
export async function tortureLive(options: LiveOptions): Promise<LiveReport> {
  const { engine, seed, minutes, planted_fault, log = () => {}, signal } = options
  const database = await createDatabase(engine)
  const servers: ServerUnderTest[] = []
  try {
    servers.push(await ServerUnderTest.launch(database, { planted_fault }))
    if (engine === 'postgres')
      servers.push(await ServerUnderTest.launch(existingDatabase(database.url), { planted_fault }))
    const players = await createPlayers(servers, options.players ?? PLAYERS, seed)
    await Promise.all(players.map(({ reader }) => reader.start()))
    log(`${players.length} players follow their events`)
    const ending = new AbortController()
    const playing = players.map((player, index) =>
      player.play(players[index ^ 1] ?? player, ending.signal),
    )
    const killing = killAgainAndAgain(servers, {
      random: new Random(seed, 'kills'),
      until_ms: performance.now() + minutes * 60_000,
      min_kills: options.min_kills ?? 0,
      signal,
    }).finally(() => ending.abort())
    const [server_kills] = await Promise.all([killing, ...playing])
    log(`${server_kills} kills; waiting for what has not arrived`)
    const deadline = performance.now() + (planted_fault ? 5000 : MAX_WAIT_MS)
    while (performance.now() < deadline && !players.every(({ is_complete }) => is_complete))
      await sleep(100)
    for (const { reader } of players) reader.stop()
    const sum = (count: (player: LivePlayer) => number) =>
      players.reduce((total, player) => total + count(player), 0)
    return {
      acknowledged: sum(({ acknowledged }) => acknowledged),
      received: sum(({ reader }) => reader.events.length),
      reconnects: sum(({ reader }) => reader.connections - 1),
      server_kills,
      problems: players.flatMap((player) => player.findProblems()),
    }
  } finally {
    for (const server of servers) await server.kill()
    await database.remove()
  }
}
