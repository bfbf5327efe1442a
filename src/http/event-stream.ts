import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { LiveEvent, Position, StreamListener, Subscription } from '../context.ts'

export const HEARTBEAT_MS = 25_000
/** A client that reads more slowly is disconnected, and resumes later. */
export const MAX_UNREAD_BYTES = 262_144
/** When a server stops, its clients come back after different times, not all at once. */
const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 5000

export const retryDelay = () =>
  Math.round(MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS))

/** Aborted when the client is gone, or has its answer. */
export function closeSignal({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController()
  raw.once('close', () => closing.abort())
  return closing.signal
}

/** How events and positions are sent. */
export interface Presenter {
  event(event: LiveEvent): { id: string; type: string; text: string }
  cursor(position: Position): string
}

interface Followed {
  present: Presenter
  follow: (listener: StreamListener) => Promise<Subscription>
}

/** Events as they happen, as a stream in the format that `EventSource` reads. */
export async function streamEvents(
  reply: FastifyReply,
  { present, follow }: Followed,
): Promise<Readable> {
  let onRead = () => {}
  let is_ended = false
  let onClose = () => {}
  const stream = new Readable({ read: () => onRead() })
  stream.on('error', () => {})
  stream.once('close', () => onClose())
  const send = (text: string) => {
    if (stream.destroyed || is_ended) return
    if (stream.readableLength > MAX_UNREAD_BYTES) stream.destroy()
    else stream.push(text)
  }
  const subscription = await follow({
    onEvents(events) {
      const shown = events.map((event) => present.event(event))
      send(
        shown.map(({ id, type, text }) => `id: ${id}\nevent: ${type}\ndata: ${text}\n\n`).join(''),
      )
    },
    async wantsMore() {
      if (stream.readableLength > stream.readableHighWaterMark && !stream.destroyed)
        await new Promise<void>((resolve) => (onRead = resolve))
      return !stream.destroyed
    },
    onEnd(reason) {
      if (reason === 'server_restarts') send(`retry: ${retryDelay()}\n\n`)
      else send(`event: ${reason}\ndata: {}\n\n`)
      is_ended = true
      stream.push(null)
    },
  })
  // A block without data is no event, but `EventSource` keeps its id: it resumes there even if nothing has happened yet.
  const sendCursor = () => send(`id: ${present.cursor(subscription.position)}\n\n`)
  const heartbeat = setInterval(sendCursor, HEARTBEAT_MS)
  onClose = () => {
    clearInterval(heartbeat)
    subscription.close()
    onRead()
  }
  // A proxy would otherwise collect events until it has many.
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  // The first bytes tell the client that it is connected.
  sendCursor()
  // The client comes back with its last cursor.
  subscription.catchUp().catch(() => stream.destroy())
  return stream
}
