import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../support/random.ts'
import type { Fixture, SoakPlayer } from './fixture.ts'

const MAX_SOCKETS = 16
const HELD_CONNECTIONS = 20
const HOLD_MS = 5000
const ANSWER_TIMEOUT_MS = 30_000

interface RequestOptions {
  json?: unknown
  headers?: Record<string, string>
}

/** A hostile player: an account, an address of its own, and what it has done so far. */
export class Attacker {
  readonly player: SoakPlayer
  readonly fixture: Fixture
  readonly random: Random
  readonly statuses: Record<string, number> = {}
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  /** The number of steps so far. */
  count = 0
  /** The id of the attacker's multiplayer round. Empty: there is none yet. */
  multiplayer_round = ''

  constructor(fixture: Fixture, player: SoakPlayer, random: Random) {
    this.fixture = fixture
    this.player = player
    this.random = random
  }

  get victim(): SoakPlayer {
    return this.random.pick(this.fixture.honest) ?? this.player
  }

  /** Resolves with the text of the answer, whatever its status. */
  send(method: string, path: string, { json, headers = {} }: RequestOptions = {}): Promise<string> {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const { token, address } = this.player
    const all = { 'authentication-token': token, 'x-forwarded-for': address, ...type, ...headers }
    const options = { method, agent: this.#agent, headers: all, timeout: ANSWER_TIMEOUT_MS }
    return new Promise((resolve) => {
      const fail = ({ code = 'error' }: NodeJS.ErrnoException) => {
        this.#note(code)
        // A server that accepts no connection would be asked without end.
        setTimeout(resolve, 100, '')
      }
      const url = path.startsWith('//') ? path.slice(1) : `/api/v3${path}`
      const sent = request(this.fixture.url + url, options, (response) => {
        const parts: string[] = []
        response.setEncoding('utf8').on('data', (text: string) => {
          if (parts.length < 10) parts.push(text)
        })
        response.once('error', fail)
        response.once('end', () => {
          this.#note(String(response.statusCode))
          resolve(parts.join(''))
        })
      })
      sent.once('timeout', () => sent.destroy())
      sent.once('error', fail)
      sent.end(body)
    })
  }

  get = (path: string, headers: Record<string, string> = {}) => this.send('GET', path, { headers })
  post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
    this.send('POST', path, { json, headers })

  /** Opens a connection, writes, and neither reads nor closes for a while. */
  async hold(text: string): Promise<void> {
    const { hostname, port } = new URL(this.fixture.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', ({ code = 'error' }: NodeJS.ErrnoException) => this.#note(code))
    socket.pause()
    socket.write(text)
    await sleep(HOLD_MS)
    this.#note('held')
    socket.destroy()
  }

  #note(status: string): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
  }

  close(): void {
    this.#agent.destroy()
  }
}

const times = (count: number, run: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, run))

const MARKS = '\u0315\u0300'.repeat(50_000)
const ATTRIBUTE = 'x'.repeat(65_000)

const addAttribute = (attacker: Attacker, headers = {}) => {
  const key = `key${attacker.count % 1000}`
  return attacker.post(
    `/users/${attacker.player.id}/add_game_user_attribute`,
    { key, value: ATTRIBUTE },
    headers,
  )
}

/** One step of each attack. A hostile player repeats the steps of one attack as fast as they are answered. */
export const attacks: Record<string, (attacker: Attacker) => Promise<unknown>> = {
  'large bodies': (a) =>
    a.post(`/users/${a.player.id}/add_score`, { score: 1, padding: 'x'.repeat(1_000_000) }),
  'bodies that are too large': (a) => a.post('/chats', { text: 'x'.repeat(1_200_000) }),
  'combining marks': (a) => a.post('/chats', { usernames: [MARKS], text: 'hello' }),
  'search patterns': (a) => a.get(`/groups?query=${'%25a'.repeat(20)}`),
  'many groups': (a) =>
    a.post('/groups', { name: `${a.count} ${'a'.repeat(240)}`, can_auto_join: true }),
  'large attributes': (a) => addAttribute(a),
  'parallel reads of large attributes': async (a) => {
    if (a.count < 100) await addAttribute(a)
    else await times(MAX_SOCKETS, () => a.get(`/users/${a.player.id}/game_user_attributes`))
  },
  'keyed writes': (a) => addAttribute(a, { 'idempotency-key': `soak-${a.player.id}-${a.count}` }),
  exports: async (a) => {
    if (a.count < 50) await addAttribute(a)
    else await a.get(`/users/${a.player.id}/export`)
  },
  'opponent lists': async (a) => {
    const round = { game_user_id: a.player.id, game_type: 'race', score: 1 }
    if (a.multiplayer_round === '') {
      const text = await a.post('/game_rounds', { ...round, multiplayer: true })
      a.multiplayer_round = /"multiplayer_game_round_id":(\d+)/.exec(text)?.[1] ?? ''
    } else if (a.count < 2000) {
      const multiplayer_game_round_id = Number(a.multiplayer_round)
      await a.post('/game_rounds', { ...round, multiplayer_game_round_id })
    } else await times(8, () => a.get(`/game_rounds?opponent_id=${a.player.id}`))
  },
  'rounds with metadata': (a) =>
    a.post('/game_rounds', {
      game_user_id: a.player.id,
      game_type: 'race',
      metadata: { a: ATTRIBUTE },
    }),
  'leaderboard entries': (a) =>
    a.post(`/users/${a.player.id}/add_leaderboard_entry`, {
      leaderboard_name: `board${a.count}`,
      score: 1,
      extra_attributes: 'x'.repeat(8000),
    }),
  'sign-ups': (a) => {
    const username = `flood-${a.player.id}-${a.count}`
    const passwords = { password: 'secret1', password_confirmation: 'secret1' }
    const { id, token } = a.fixture.game
    return a.post('/users', {
      game_id: id,
      game_token: token,
      username,
      email: `${username}@example.com`,
      ...passwords,
    })
  },
  guests: (a) => {
    const { id, token } = a.fixture.game
    const device_id = `device-0123456789-${a.player.id}-${a.count}`
    return a.post('/users/guest', { game_id: id, game_token: token, device_id })
  },
  'sign-ins': (a) =>
    a.post('/sessions', {
      game_id: a.fixture.game.id,
      email: a.player.email,
      password: 'password',
    }),
  'wrong passwords for honest players': (a) =>
    a.post('/sessions', {
      game_id: a.fixture.game.id,
      email: a.victim.email,
      password: 'wrong-password',
    }),
  mails: (a) => a.get(`/games/${a.fixture.game.id}/forget_password?email=${a.victim.email}`),
  messages: (a) => a.post('/chats', { usernames: [a.victim.username], text: 'x'.repeat(8000) }),
  'metrics and documents': (a) =>
    times(4, () => a.get(a.count % 2 ? '//metrics' : '//openapi.json')),
  'slow readers': async (a) => {
    if (a.count < 20) return addAttribute(a)
    const { token, address, id } = a.player
    const one = `GET /api/v3/users/${id}/game_user_attributes HTTP/1.1\r\nhost: x\r\nauthentication-token: ${token}\r\nx-forwarded-for: ${address}\r\n\r\n`
    return times(HELD_CONNECTIONS, () => a.hold(one.repeat(5)))
  },
  'half-open connections': (a) =>
    times(HELD_CONNECTIONS, () => a.hold('POST /api/v3/sessions HTTP/1.1\r\nhost')),
  'unknown tokens': (a) =>
    times(8, () => a.get('/friends', { 'authentication-token': `unknown-${a.random.next()}` })),
  'no token': (a) => times(8, () => a.get('/friends', { 'authentication-token': '' })),
  'guesses at the system key': (a) =>
    a.get('//admin/api/games', {
      'service-key-name': 'soak',
      'service-key-token': `guess-0123456789-${a.count}`,
    }),
}
