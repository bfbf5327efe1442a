import type { Call, Connection, OperationName } from './connection.ts'
import { operations } from './contract/table.ts'
import { PlaykeepError } from './errors.ts'
import type { Session, Storage } from './session.ts'
import { backoff, randomText } from './waits.ts'

/** The server knows for a day that it has done something. After that, what may be done already is not sent again. */
const REMEMBERED_MS = 23 * 3_600_000

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

/** Writes that wait for the network, in the storage. They are sent one after the other, and done once. */
export class Outbox {
  readonly #connection: Connection
  readonly #session: Session
  readonly #storage: Storage
  readonly #key: string
  readonly #listeners = new Set<(refused: Refused) => void>()
  /** What changes the stored list waits for the change before. */
  #last: Promise<unknown> = Promise.resolve()
  #sending: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(
    { connection, session }: { connection: Connection; session: Session },
    storage: Storage,
    key: string,
  ) {
    this.#connection = connection
    this.#session = session
    this.#storage = storage
    this.#key = key
    globalThis.addEventListener?.('online', () => this.#sendSoon())
  }

  /** The server said no to a write: tell the player. */
  onRefused(listener: (refused: Refused) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** How many wait. */
  size = async () => (await this.#read()).length

  /** Resolves when it is stored, without an answer. */
  add: Call = async (name, input) => {
    if (!operations[name].keyed)
      throw new PlaykeepError(`${name} cannot be sent later.`, { code: 'not_for_later' })
    this.#connection.check(name, { ...input })
    await this.#change((list) => [...list, { name, input: { ...input }, key: randomText() }])
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

  /** Where nobody waits for it. */
  #sendSoon(): void {
    this.send().catch(() => {})
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer)
    for (;;) {
      const [next] = this.#session.player ? await this.#read() : []
      if (!next) return
      try {
        await this.#sendOne(next)
        this.#failures = 0
      } catch {
        this.#failures++
        this.#timer = setTimeout(() => this.#sendSoon(), backoff(this.#failures, 1000))
        return
      }
      await this.#change((list) => list.filter(({ key }) => key !== next.key))
    }
  }

  /** Rejects if it is to be sent again. */
  async #sendOne({ name, input, key, tried_at }: Waiting): Promise<void> {
    if (tried_at !== undefined && Date.now() - tried_at > REMEMBERED_MS) {
      const sentence = 'It is not known whether this was done: it was sent more than a day ago.'
      return this.#tell({
        operation: name,
        input,
        error: new PlaykeepError(sentence, { code: 'too_late' }),
      })
    }
    if (tried_at === undefined)
      await this.#change((list) =>
        list.map((one) => (one.key === key ? { ...one, tried_at: Date.now() } : one)),
      )
    try {
      await this.#connection.sendStored(name, input, key)
    } catch (error) {
      if (!(error instanceof PlaykeepError) || TRY_AGAIN.has(error.status)) throw error
      // Whoever signs in as the same player again sends it.
      if (error.code === 'not_signed_in') throw error
      this.#tell({ operation: name, input, error })
    }
  }

  #tell(refused: Refused): void {
    for (const listener of this.#listeners) listener(refused)
  }

  /** Each player has a list of their own. */
  #place = () => `${this.#key}:outbox:${this.#session.me()}`

  async #read(): Promise<Waiting[]> {
    return JSON.parse((await this.#storage.getItem(this.#place())) ?? '[]')
  }

  #change(change: (list: Waiting[]) => Waiting[]): Promise<void> {
    const place = this.#place()
    const work = async () => {
      const list: Waiting[] = JSON.parse((await this.#storage.getItem(place)) ?? '[]')
      await this.#storage.setItem(place, JSON.stringify(change(list)))
    }
    // Another tab of the same page has the same storage.
    const locks = globalThis.navigator?.locks
    const changed = this.#last.then(() => (locks ? locks.request(place, work) : work()))
    this.#last = changed.catch(() => {})
    return changed
  }
}
