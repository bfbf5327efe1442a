import { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { LiveEvent, Position, StreamListener, Subscription } from '../context.ts'

export const HEARTBEAT_MS = 25_000
/** A client that reads more slowly is disconnected, and resumes later. */
export const MAX_UNREAD_BYTES = 262_144
/** After how long a client that is sent much at once is asked whether it has read it; then ever more rarely. */
const FIRST_CHECK_MS = 20
const RAREST_CHECK_MS = 640
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

/** Until the client has read everything: `unread` returns how many bytes it has not, or 0 if it is gone. */
export async function waitUntilRead(unread: () => number): Promise<void> {
  // What has just been sent is on its way after this turn.
  await nextTurn()
  for (let wait_ms = FIRST_CHECK_MS; unread() > 0; wait_ms *= 2)
    await sleep(Math.min(wait_ms, RAREST_CHECK_MS))
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
  let is_ended = false
  let onClose = () => {}
  const stream = new Readable({ read() {} })
  stream.on('error', () => {})
  stream.once('close', () => onClose())
  // What the stream has handed on waits in the answer.
  const unread = () => (stream.destroyed ? 0 : stream.readableLength + reply.raw.writableLength)
  const send = (text: string) => {
    if (stream.destroyed || is_ended) return
    if (unread() > MAX_UNREAD_BYTES) stream.destroy()
    else stream.push(text)
  }
  const subscription = await follow({
    onEvents(events) {
      for (const event of events) {
        const { id, type, text } = present.event(event)
        send(`id: ${id}\nevent: ${type}\ndata: ${text}\n\n`)
      }
    },
    async wantsMore() {
      await waitUntilRead(unread)
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
  }
  // A proxy would otherwise collect events until it has many.
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  // The first bytes tell the client that it is connected.
  sendCursor()
  // The client comes back with its last cursor.
  subscription.catchUp().catch(() => stream.destroy())
  return stream
}
