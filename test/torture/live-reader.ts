import { setTimeout as sleep } from 'node:timers/promises'

export const TRANSPORTS = ['poll', 'stream', 'socket'] as const
type Transport = (typeof TRANSPORTS)[number]

export interface ReceivedEvent {
  id: string
  type: string
  actor_id: number | null
  data: Record<string, unknown>
}

const RECONNECT_MS = 100

/** Follows the events of one player over one transport. After each disconnect it resumes behind the last event, at any server. */
export class LiveReader {
  readonly transport: Transport
  readonly events: ReceivedEvent[] = []
  readonly #token: string
  readonly #pickUrl: () => string
  readonly #stopping = new AbortController()
  #cursor: string | undefined
  connections = 0

  constructor(transport: Transport, token: string, pickUrl: () => string) {
    this.transport = transport
    this.#token = token
    this.#pickUrl = pickUrl
  }

  get #headers() {
    return { 'authentication-token': this.#token }
  }

  /** Resolves when it knows where it begins. */
  async start(): Promise<void> {
    void this.#run()
    while (this.#cursor === undefined) await sleep(RECONNECT_MS)
  }

  stop(): void {
    this.#stopping.abort()
  }

  #add(event: ReceivedEvent): void {
    this.events.push(event)
    this.#cursor = event.id
  }

  async #run(): Promise<void> {
    const follow = {
      poll: this.#followPoll,
      stream: this.#followStream,
      socket: this.#followSocket,
    }
    while (!this.#stopping.signal.aborted) {
      this.connections++
      await follow[this.transport].call(this).catch(() => {})
      await sleep(RECONNECT_MS, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }

  async #poll(query: string): Promise<{ events: ReceivedEvent[]; cursor: string }> {
    const reply = await fetch(`${this.#pickUrl()}/api/v3/events?${query}`, {
      headers: this.#headers,
      signal: this.#stopping.signal,
    })
    if (reply.status !== 200) throw new Error(`events were answered with ${reply.status}`)
    return reply.json()
  }

  async #followPoll(): Promise<void> {
    for (;;) {
      const query = this.#cursor === undefined ? '' : `after=${this.#cursor}&wait=25`
      const { events, cursor } = await this.#poll(query)
      for (const event of events) this.#add(event)
      this.#cursor = cursor
    }
  }

  async #followStream(): Promise<void> {
    const reply = await fetch(`${this.#pickUrl()}/api/v3/events/stream`, {
      headers: { ...this.#headers, 'last-event-id': this.#cursor ?? '' },
      signal: this.#stopping.signal,
    })
    if (reply.status !== 200 || !reply.body) throw new Error(`answered with ${reply.status}`)
    let text = ''
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        const id = /^id: (.*)$/m.exec(block)?.[1]
        if (data && id) this.#add(JSON.parse(data))
        else if (id) this.#cursor = id
      }
    }
  }

  #followSocket(): Promise<void> {
    const closed = Promise.withResolvers<void>()
    const socket = new WebSocket(`${this.#pickUrl().replace('http', 'ws')}/api/v3/events/socket`)
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ token: this.#token, after: this.#cursor })),
    )
    socket.addEventListener('message', ({ data }) => {
      const frame: ReceivedEvent & { cursor?: string } = JSON.parse(String(data))
      if (frame.id) this.#add(frame)
      else if (frame.cursor) this.#cursor = frame.cursor
    })
    for (const end of ['close', 'error']) socket.addEventListener(end, () => closed.resolve())
    this.#stopping.signal.addEventListener('abort', () => socket.close())
    return closed.promise
  }
}
