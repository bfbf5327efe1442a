import type { Connection } from '../connection.ts'
import { event_types } from '../contract/table.ts'
import { notSignedIn, PlaykeepError } from '../errors.ts'
import { callAll, listen } from '../listeners.ts'
import type { Session } from '../session.ts'
import { backoff, wait } from '../waits.ts'
import { followByPoll } from './poll.ts'
import { followBySocket } from './socket.ts'
import { followByStream } from './stream.ts'
import type { Ending, EventType, LiveEvent, Transport } from './transport.ts'

export type TransportName = 'socket' | 'stream' | 'poll'
export type EventsState = 'closed' | 'connecting' | 'open'

const TRANSPORTS: Record<TransportName, Transport> = {
  socket: followBySocket,
  stream: followByStream,
  poll: followByPoll,
}

/** A transport that has never worked is given up after so many failures, for the next one. */
const MAX_FIRST_FAILURES = 2

/** Whatever a server says, it is not asked more often. */
const MIN_PAUSE_MS = 200

const closed = (sentence: string) => new PlaykeepError(sentence, { code: 'aborted' })

type Handler = (event: LiveEvent) => void

/** What happens in the game, as it happens. Connected while something listens and a player is signed in. */
export class Events {
  readonly #connection: Connection
  readonly #session: Session
  readonly #transports: TransportName[]
  readonly #handlers = new Map<EventType, Set<Handler>>()
  readonly #reload_listeners = new Set<(value: undefined) => void>()
  readonly #state_listeners = new Set<(state: EventsState) => void>()
  readonly #error_listeners = new Set<(error: PlaykeepError) => void>()
  #state: EventsState = 'closed'
  #cursor: string | undefined
  #player_id: number | undefined
  #running: AbortController | undefined
  #restart_timer: ReturnType<typeof setTimeout> | undefined
  #transport = 0

  constructor(connection: Connection, session: Session, transports: TransportName[]) {
    this.#connection = connection
    this.#session = session
    this.#transports = transports
    session.onChange(() => this.#restart())
  }

  get state(): EventsState {
    return this.#state
  }

  /** Which transport is used, or tried next. */
  get transport(): TransportName {
    return this.#transports[this.#transport] ?? 'poll'
  }

  /** Returns a function that ends it. Events come in order and once, also after a lost connection. */
  on<T extends EventType>(type: T, handler: (event: LiveEvent<T>) => void): () => void {
    if (!event_types.includes(type))
      throw new PlaykeepError(`No type of event is called ${type}.`, {
        code: 'invalid_input',
        status: 422,
      })
    const handlers = this.#handlers.get(type) ?? new Set()
    const own: Handler = (event) => {
      if (isOfType(event, type)) handler(event)
    }
    this.#handlers.set(type, handlers.add(own))
    if (handlers.size === 1) this.#restart()
    return () => {
      handlers.delete(own)
      if (handlers.size > 0) return
      this.#handlers.delete(type)
      this.#restart()
    }
  }

  /** Too much was missed to be told: load what you show again. */
  onReload = (listener: () => void) => listen(this.#reload_listeners, () => listener())

  onState = (listener: (state: EventsState) => void) => listen(this.#state_listeners, listener)

  /** The server refuses to be followed, and trying again does not help. */
  onError = (listener: (error: PlaykeepError) => void) => listen(this.#error_listeners, listener)

  /** Resolves when the connection is open: what happens from then on is told. */
  opened(): Promise<void> {
    if (this.#state === 'open') return Promise.resolve()
    if (!this.#session.player) return Promise.reject(notSignedIn())
    if (this.#handlers.size === 0)
      return Promise.reject(closed('Nothing listens: call events.on first.'))
    return new Promise((resolve, reject) => {
      const ends = [
        this.onState((state) => {
          if (state === 'open') done(resolve)
          if (state === 'closed')
            done(() => reject(closed('The connection for events was closed.')))
        }),
        this.onError((error) => done(() => reject(error))),
      ]
      const done = (settle: () => void) => {
        for (const end of ends) end()
        settle()
      }
    })
  }

  /** Ends the connection and forgets all handlers. */
  close(): void {
    this.#handlers.clear()
    this.#cursor = undefined
    this.#stop()
  }

  /** Soon, because often several handlers are added at once. */
  #restart(): void {
    clearTimeout(this.#restart_timer)
    this.#restart_timer = setTimeout(() => {
      const { player } = this.#session
      const is_wanted = player !== undefined && this.#handlers.size > 0
      if (player?.id !== this.#player_id || !is_wanted) this.#cursor = undefined
      this.#player_id = player?.id
      if (!is_wanted) return this.#stop()
      this.#running?.abort()
      this.#running = new AbortController()
      void this.#run(this.#running.signal)
    })
  }

  #stop(): void {
    clearTimeout(this.#restart_timer)
    this.#running?.abort()
    this.#running = undefined
    this.#setState('closed')
  }

  #setState(state: EventsState): void {
    if (this.#state === state) return
    this.#state = state
    callAll(this.#state_listeners, state)
  }

  async #run(signal: AbortSignal): Promise<void> {
    let failures = 0
    let has_worked = false
    while (!signal.aborted) {
      this.#setState('connecting')
      const { token } = this.#connection
      const ending = await this.#follow(signal, () => {
        failures = 0
        has_worked = true
      })
      if (signal.aborted) return
      const wants_more = await this.#afterEnding(ending, token)
      if (!wants_more) return
      failures++
      if (!has_worked && failures % MAX_FIRST_FAILURES === 0 && (await this.#isReachable()))
        this.#transport = (this.#transport + 1) % this.#transports.length
      if (signal.aborted) return
      this.#setState('connecting')
      const told_ms = ending.reason === 'lost' ? ending.after_ms : undefined
      const pause_ms = Math.max(told_ms ?? backoff(failures, 500), MIN_PAUSE_MS)
      await wait(pause_ms, signal).catch(() => {})
    }
  }

  /** While a server restarts, no transport works: that says nothing about this one. */
  async #isReachable(): Promise<boolean> {
    const { fetch, addressOf } = this.#connection
    const response = await fetch(addressOf('/util/get_server_time'), {}).catch(() => undefined)
    return response?.ok === true
  }

  async #follow(signal: AbortSignal, onWorks: () => void): Promise<Ending> {
    const { token = '', fetch } = this.#connection
    const transport = TRANSPORTS[this.transport]
    if (this.transport === 'socket' && !globalThis.WebSocket) return { reason: 'lost' }
    try {
      return await transport({
        addressOf: this.#connection.addressOf,
        headers: () => this.#connection.headers(),
        fetch,
        token,
        types: [...this.#handlers.keys()].join(','),
        after: this.#cursor,
        signal,
        onReady: (cursor) => {
          if (signal.aborted) return
          onWorks()
          this.#cursor = cursor
          this.#setState('open')
        },
        onEvent: (event) => {
          if (signal.aborted) return
          this.#cursor = event.id
          callAll(this.#handlers.get(event.type) ?? [], event)
        },
      })
    } catch {
      return { reason: 'lost' }
    }
  }

  #fail(error: PlaykeepError): void {
    if (this.#error_listeners.size === 0) console.error(error)
    callAll(this.#error_listeners, error)
  }

  /** False: it is over. */
  async #afterEnding(ending: Ending, token: string | undefined): Promise<boolean> {
    if (ending.reason === 'lost') return true
    if (ending.reason === 'cursor_too_old') {
      this.#cursor = undefined
      callAll(this.#reload_listeners, undefined)
      return true
    }
    if (ending.reason === 'not_signed_in') {
      this.#fail(notSignedIn())
      await this.#session.endOf(token)
    } else {
      const { code, status } = ending
      const sentence = `The server does not let this player follow events: ${code}.`
      this.#fail(new PlaykeepError(sentence, { code, status }))
    }
    this.#setState('closed')
    return false
  }
}

const isOfType = <T extends EventType>(event: LiveEvent, type: T): event is LiveEvent<T> =>
  event.type === type
