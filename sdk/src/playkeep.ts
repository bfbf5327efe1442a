import { type Call, type CallOptions, Connection, type OwnCall } from './connection.ts'
import type { OwnUser } from './contract/types.ts'
import { isTemporary, PlaykeepError } from './errors.ts'
import type { FeatureParts } from './features/feature.ts'
import { Features } from './features/features.ts'
import { Events, type TransportName } from './live/events.ts'
import { Outbox } from './outbox.ts'
import type { List } from './pages.ts'
import { defaultStorage, type OwnPlayer, Session, type Storage } from './session.ts'

export interface Settings {
  /** Of the server, such as `https://games.example.com`. */
  url: string
  game_id: number
  /** Public: it ships with the game. */
  game_token: string
  /** Where the session is kept. By default `localStorage` where there is one, otherwise only in memory. */
  storage?: Storage
  /** How long to wait for each answer: 10,000 by default. */
  timeout_ms?: number
  /** How often a request is sent at most, if there is no answer or the server is busy: 4 by default. */
  max_attempts?: number
  /** How events come, in the order to try: by default `['socket', 'stream', 'poll']`. */
  transports?: TransportName[]
  fetch?: typeof fetch
}

type ListMethod = (...args: never[]) => List<unknown>

/** Stored, and sent when the network is back: there is no answer yet, and lists cannot be read. */
type Later<T> = {
  [K in keyof T as T[K] extends ListMethod ? never : K]: T[K] extends (...args: infer A) => unknown
    ? (...args: A) => Promise<unknown>
    : Later<T[K]>
}

const isOwnUser = (answer: unknown): answer is OwnUser =>
  typeof answer === 'object' && answer !== null && 'authentication_token' in answer

/** The answers of the store. */
const hasCredits = (answer: unknown): answer is { credits: number } =>
  typeof answer === 'object' &&
  answer !== null &&
  'game_user_store_items' in answer &&
  'credits' in answer

/** Its address as others write it, too: with a slash at the end, or with that of the API. */
function readUrl(url: string): string {
  if (!/^https?:\/\//.test(url))
    throw new TypeError('url must be the address of the server, such as http://127.0.0.1:3000')
  return url.replace(/\/+$/, '').replace(/\/api\/v3$/, '')
}

/** One game on one server, and the player who is signed in on this device. */
export class Playkeep extends Features {
  readonly events: Events
  readonly outbox: Outbox
  /** Adds a part that not every game needs: `game.use(Competition)`, from `@playkeep/client/competition`. */
  readonly use: <T>(Part: new (parts: FeatureParts) => T) => T
  /** The same features for writes without a network: `await game.later.scores.add(10)` resolves when it is stored. */
  readonly later: Later<Omit<Features, 'account' | 'game'>>
  readonly #call: Call
  readonly #connection: Connection
  readonly #session: Session
  #guest: Promise<OwnPlayer> | undefined
  readonly #game: { game_id: number; game_token: string }

  constructor(settings: Settings) {
    const { game_id, game_token, storage = defaultStorage() } = settings
    const url = readUrl(settings.url)
    const connection = new Connection({
      url,
      timeout_ms: settings.timeout_ms ?? 10_000,
      max_attempts: settings.max_attempts ?? 4,
      fetch: settings.fetch ?? ((input, init) => fetch(input, init)),
    })
    const key = `playkeep:${url}:${game_id}`
    const session = new Session(connection, storage, key)
    const endIfRefused = async <T>(sending: Promise<T>): Promise<T> => {
      const { token } = connection
      try {
        return await sending
      } catch (error) {
        if (hasEnded(error)) await session.endOf(token)
        throw error
      }
    }
    const call: Call = async (...request) => {
      const { token } = connection
      const answer = await endIfRefused(connection.send(...request))
      if (isOwnUser(answer)) await session.update(answer, token)
      else if (hasCredits(answer)) await session.updateCredits(answer.credits, token)
      return answer
    }
    const callOwn: OwnCall = (...request) => endIfRefused(connection.sendOwn(...request))
    const game = { game_id, game_token }
    const parts = { call, callOwn, session, ...game }
    super(parts)
    this.use = (Part) => new Part(parts)
    this.#call = call
    this.#connection = connection
    this.#session = session
    this.#game = game
    this.events = new Events(
      connection,
      session,
      settings.transports ?? ['socket', 'stream', 'poll'],
    )
    this.outbox = new Outbox({ connection, session }, storage, key)
    this.later = new Features({ call: this.outbox.add, callOwn: notForLater, session, ...game })
  }

  /** Who is signed in, as far as this client knows. */
  get player(): OwnPlayer | undefined {
    return this.#session.player
  }

  /** Called when somebody signs in or out, and when something about the player has changed. */
  onPlayer(listener: (player: OwnPlayer | undefined) => void): () => void {
    return this.#session.onUpdate(() => listener(this.player))
  }

  /** The player of the stored session, or undefined. Without a network, as they were last seen. */
  async resume(options?: CallOptions): Promise<OwnPlayer | undefined> {
    if (!(await this.#session.load())) return undefined
    try {
      const input = { id: this.#session.me(), with_full_data: false }
      await this.#call('users.get', input, { ...QUICKLY, ...options })
    } catch (error) {
      if (!isTemporary(error) && !hasEnded(error) && !isBadAnswer(error)) throw error
    }
    this.outbox.send().catch(() => {})
    return this.player
  }

  /** The player of the stored session, or the guest of this device, who is created the first time. */
  playAsGuest(options?: CallOptions): Promise<OwnPlayer> {
    this.#guest ??= this.#playAsGuest(options).finally(() => {
      this.#guest = undefined
    })
    return this.#guest
  }

  async #playAsGuest(options?: CallOptions): Promise<OwnPlayer> {
    const known = await this.resume(options)
    if (known) return known
    const device_id = await this.#session.deviceId()
    const input = { ...this.#game, device_id }
    return this.#begin(await this.#call('accounts.guest', input, options), true)
  }

  async signUp(
    { username, email, password }: { username: string; email: string; password: string },
    options?: CallOptions,
  ): Promise<OwnPlayer> {
    const input = { ...this.#game, username, email, password, password_confirmation: password }
    return this.#begin(await this.#call('accounts.signUp', input, options))
  }

  /** With an email address or a username. */
  async signIn(
    { email, password }: { email: string; password: string },
    options?: CallOptions,
  ): Promise<OwnPlayer> {
    const input = { ...this.#game, email, password }
    return this.#begin(await this.#call('sessions.signIn', input, options))
  }

  /** Here, or with `all` on all devices. This device forgets the session at once, also without a network. */
  async signOut({ all = false, ...options }: CallOptions & { all?: boolean } = {}): Promise<void> {
    await this.#session.forgetDevice()
    const token = await this.#session.end()
    try {
      if (token) await this.#connection.signOut(token, all, options)
    } catch (error) {
      if (!isTemporary(error) && !hasEnded(error) && !isBadAnswer(error)) throw error
    }
  }

  /** Ends the connection for events, and sends nothing more of what waits. */
  close(): void {
    this.events.close()
    this.outbox.close()
  }

  /** The game with its variables. Fails if the id and token do not fit. */
  info = (options?: CallOptions) => this.#call('games.verify', this.#game, options)

  /** To measure how far the clock of this device is off. */
  serverTime = (options?: CallOptions) => this.#call('games.serverTime', {}, options)

  #begin = async (user: OwnUser, is_of_device = false): Promise<OwnPlayer> => {
    const player = await this.#session.begin(user, is_of_device)
    this.outbox.send().catch(() => {})
    return player
  }
}

/** A player who is known does not wait for a server that hangs. */
const QUICKLY = { timeout_ms: 5000, max_attempts: 1 }

const isBadAnswer = (error: unknown) =>
  error instanceof PlaykeepError && error.code === 'bad_answer'

const notForLater = () =>
  Promise.reject(
    new PlaykeepError("The game's own routes cannot be called later.", { code: 'not_for_later' }),
  )

const hasEnded = (error: unknown) =>
  error instanceof PlaykeepError && error.code === 'not_signed_in'
