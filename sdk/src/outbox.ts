import { type Call, type Connection, type OperationName, rowOf } from './connection.ts'
import { operations } from './contract/table.ts'
import { PlaykeepError } from './errors.ts'
import { callAll, listen } from './listeners.ts'
import type { Session, Storage } from './session.ts'
import { backoff, randomText } from './waits.ts'

/** The server knows for a day that it has done something. After that, what may be done already is not sent again. */
const REMEMBERED_MS = 23 * 3_600_000
const MAX_WAITING = 1000
const LONGEST_PAUSE_MS = 600_000

interface Waiting {
  name: OperationName
  input: object
  /** The same in every attempt. */
  key: string
  /** When it was first sent, in epoch milliseconds. */
  tried_at?: number
}

/** A write that the server has refused. It is not sent again. */
export interface Refused {
  operation: OperationName
  input: object
  error: PlaykeepError
}

/** Of any type, because it stands for every answer. */
const NO_ANSWER = JSON.parse('null')

const asError = (error: unknown) =>
  error instanceof PlaykeepError
    ? error
    : new PlaykeepError(String(error), { code: 'unreachable', cause: error })

/** Playkeep itself says no. What a proxy or a hotel's network says means nothing. */
const isFinal = ({ status, code }: PlaykeepError) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429 && code !== 'bad_answer'

const isWaiting = (value: unknown): value is Waiting => {
  const { name, input, key }: Partial<Waiting> = Object(value)
  return name !== undefined && Object.hasOwn(operations, name) && !!input && !!key
}

/** Changes to a list wait for the change before, also of another `Playkeep` in this page. */
const last_changes = new Map<string, Promise<unknown>>()

/** Only one tab of a page at a time, where the browser can tell. */
const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request(name, work) : work()

/** Writes that wait for the network, in the storage: a list for each player. They are sent one after the other, and done once. */
export class Outbox {
  readonly #connection: Connection
  readonly #session: Session
  readonly #storage: Storage
  readonly #key: string
  readonly #listeners = new Set<(refused: Refused) => void>()
  readonly #size_listeners = new Set<(size: number) => void>()
  #last_size = 0
  #sending: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** As the server said last. */
  #retry_after_ms = 0
  #is_closed = false

  constructor(
    { connection, session }: { connection: Connection; session: Session },
    storage: Storage,
    key: string,
  ) {
    this.#connection = connection
    this.#session = session
    this.#storage = storage
    this.#key = key
    globalThis.addEventListener?.('online', this.#sendSoon)
  }

  /** The server said no to a write: tell the player. */
  onRefused = (listener: (refused: Refused) => void) => listen(this.#listeners, listener)

  /** Called with the number of those that wait, when it has changed. */
  onSize = (listener: (size: number) => void) => listen(this.#size_listeners, listener)

  /** How many of the signed-in player wait. */
  size = async () => (this.#session.player ? (await this.#read(this.#session.player.id)).length : 0)

  /** Resolves when it is stored, without an answer. */
  add: Call = async (name, input) => {
    // What has a password in it is not stored.
    if (!rowOf(name).keyed || /^(accounts|sessions)\./.test(name))
      throw new PlaykeepError(`${name} cannot be sent later.`, { code: 'not_for_later' })
    this.#connection.check(name, { ...input })
    await this.#change(this.#session.me(), (list) => {
      if (list.length >= MAX_WAITING)
        throw new PlaykeepError(`${MAX_WAITING} writes wait already.`, { code: 'outbox_full' })
      return [...list, { name, input: { ...input }, key: randomText() }]
    })
    this.#sendSoon()
    return NO_ANSWER
  }

  /** Sends what waits, as far as the network allows. Called by itself when the network is back, and again and again until then. */
  send(): Promise<void> {
    const { player } = this.#session
    if (!player) return Promise.resolve()
    const place = `${this.#place(player.id)}:sending`
    this.#sending ??= alone(place, () => this.#sendAll()).finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  close(): void {
    this.#is_closed = true
    clearTimeout(this.#timer)
    globalThis.removeEventListener?.('online', this.#sendSoon)
  }

  /** Where nobody waits for it. */
  #sendSoon = (): void => {
    this.send().catch(() => {})
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer)
    for (;;) {
      const { player } = this.#session
      if (!player || this.#is_closed) return
      const [next] = await this.#read(player.id)
      if (!next) return
      if (!(await this.#sendOne(player.id, next))) {
        this.#failures++
        const pause_ms = Math.max(this.#retry_after_ms, backoff(this.#failures, 1000))
        this.#timer = setTimeout(this.#sendSoon, pause_ms)
        return
      }
      this.#failures = 0
      await this.#change(player.id, (list) => list.filter(({ key }) => key !== next.key))
    }
  }

  /** False: it has to be sent again. */
  async #sendOne(player_id: number, waiting: Waiting): Promise<boolean> {
    const { name, input, key, tried_at = Date.now() } = waiting
    if (Date.now() - tried_at > REMEMBERED_MS) {
      const sentence = 'It is not known whether this was done: it was sent more than a day ago.'
      return this.#refused(waiting, new PlaykeepError(sentence, { code: 'too_late' }))
    }
    await this.#change(player_id, (list) =>
      list.map((one) => (one.key === key ? { ...one, tried_at } : one)),
    )
    // Somebody else may have signed in meanwhile. From here on, it is sent with the token of now.
    const { token } = this.#connection
    if (this.#session.player?.id !== player_id) return false
    try {
      await this.#connection.sendStored(name, input, key)
      return true
    } catch (thrown) {
      const error = asError(thrown)
      this.#retry_after_ms = Math.min(error.retryAfterMs ?? 0, LONGEST_PAUSE_MS)
      if (!isFinal(error)) return false
      if (error.code !== 'not_signed_in') return this.#refused(waiting, error)
      await this.#session.endOf(token)
      return false
    }
  }

  #refused({ name, input }: Waiting, error: PlaykeepError): true {
    callAll(this.#listeners, { operation: name, input, error })
    return true
  }

  #place = (player_id: number) => `${this.#key}:outbox:${player_id}`

  async #read(player_id: number): Promise<Waiting[]> {
    const text = (await this.#storage.getItem(this.#place(player_id))) ?? '[]'
    try {
      // What another version of the game stored may not be known here.
      return Array.from(JSON.parse(text)).filter(isWaiting)
    } catch {
      return []
    }
  }

  async #change(player_id: number, change: (list: Waiting[]) => Waiting[]): Promise<void> {
    const place = this.#place(player_id)
    const work = async () => {
      const list = change(await this.#read(player_id))
      if (list.length > 0) await this.#storage.setItem(place, JSON.stringify(list))
      else await this.#storage.removeItem(place)
      if (list.length !== this.#last_size) callAll(this.#size_listeners, list.length)
      this.#last_size = list.length
    }
    const before = last_changes.get(place) ?? Promise.resolve()
    const changed = before.then(() => alone(place, work))
    last_changes.set(
      place,
      changed.catch(() => {}),
    )
    try {
      await changed
    } catch (error) {
      if (error instanceof PlaykeepError) throw error
      const sentence = 'The storage of this device is full, or does not work.'
      throw new PlaykeepError(sentence, { code: 'storage_failed', cause: error })
    }
  }
}
