import type { Call, Connection, OperationName } from './connection.ts'
import { operations } from './contract/table.ts'
import { PlaykeepError } from './errors.ts'
import type { Session, Storage } from './session.ts'
import { backoff, randomText } from './waits.ts'

/** The server knows for a day that it has done something. After that, what may be done already is not sent again. */
const REMEMBERED_MS = 23 * 3_600_000
const MAX_WAITING = 1000

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

const TRY_AGAIN = new Set([0, 429, 502, 503, 504])

const asError = (error: unknown) =>
  error instanceof PlaykeepError
    ? error
    : new PlaykeepError(String(error), { code: 'unknown', cause: error })

/** Writes that wait for the network, in the storage: a list for each player. They are sent one after the other, and done once. */
export class Outbox {
  readonly #connection: Connection
  readonly #session: Session
  readonly #storage: Storage
  readonly #key: string
  readonly #listeners = new Set<(refused: Refused) => void>()
  /** What changes a stored list waits for the change before. */
  #last: Promise<unknown> = Promise.resolve()
  #sending: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
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
  onRefused(listener: (refused: Refused) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** How many wait. */
  size = async () => (await this.#read(this.#session.me())).length

  /** Resolves when it is stored, without an answer. */
  add: Call = async (name, input) => {
    if (!operations[name].keyed)
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
    this.#sending ??= this.#sendAll().finally(() => {
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
        this.#timer = setTimeout(this.#sendSoon, backoff(this.#failures, 1000))
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
      if (TRY_AGAIN.has(error.status)) return false
      if (error.code !== 'not_signed_in') return this.#refused(waiting, error)
      await this.#session.endOf(token)
      return false
    }
  }

  #refused({ name, input }: Waiting, error: PlaykeepError): true {
    for (const listener of this.#listeners) listener({ operation: name, input, error })
    return true
  }

  #place = (player_id: number) => `${this.#key}:outbox:${player_id}`

  async #read(player_id: number): Promise<Waiting[]> {
    return JSON.parse((await this.#storage.getItem(this.#place(player_id))) ?? '[]')
  }

  #change(player_id: number, change: (list: Waiting[]) => Waiting[]): Promise<void> {
    const place = this.#place(player_id)
    const work = async () => {
      const list = change(await this.#read(player_id))
      if (list.length > 0) await this.#storage.setItem(place, JSON.stringify(list))
      else await this.#storage.removeItem(place)
    }
    // Another tab of the same page has the same storage.
    const locks = globalThis.navigator?.locks
    const changed = this.#last.then(() => (locks ? locks.request(place, work) : work()))
    this.#last = changed.catch(() => {})
    return changed
  }
}
