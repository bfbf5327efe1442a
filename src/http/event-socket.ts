import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { FastifyBaseLogger } from 'fastify'
import type { Context, Player, StreamListener, Subscription } from '../context.ts'
import { Refusal, type RefusalCode, refusals } from '../errors.ts'
import { limits } from '../limits.ts'
import { asRefusal, rawAnswer } from './error-answers.ts'
import { HEARTBEAT_MS, MAX_UNREAD_BYTES, type Presenter, retryDelay } from './event-stream.ts'
import type { RateLimiter } from './overload/rate-limiter.ts'

/** A client that has not said who it is by then is disconnected. */
const AUTHENTICATE_WITHIN_MS = 10_000
/** How long a client may take to confirm that the connection is closed. */
const CLOSE_WITHIN_MS = 1000
/** Pings and pongs of a client between two heartbeats. It is asked for one. */
const MAX_CONTROL_FRAMES = 60

/** Close codes from 4000 on are for applications: 4000 and the status of the refusal. */
const closeCode = (code: RefusalCode) => 4000 + refusals[code][0]
const SERVER_RESTARTS = 1012
const READS_TOO_SLOWLY = 4408
/** How often a socket that is sent much at once is asked whether it has read it. */
const UNREAD_CHECK_MS = 20

interface Hello {
  token: string
  after?: string
  types?: string
}

const invalid = (sentence: string) => new Refusal('invalid_input', { sentence })

/** Some engines send null or an empty text for what is not set. */
function readOption(name: 'after' | 'types', value: unknown) {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value === 'string' && value.length <= limits.event_types_characters.value)
    return { [name]: value }
  throw invalid(`${name} must be a text.`)
}

/** The first frame: `{ "token": "…", "after": "…", "types": "…" }`. */
function readHello(text: string): Hello {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    throw invalid('The first frame must be JSON: { "token": "…" }.')
  }
  const { token, after, types }: Record<string, unknown> = Object(fields)
  if (typeof token !== 'string' || token.length > limits.secret_characters.value)
    throw new Refusal('not_signed_in')
  return { token, ...readOption('after', after), ...readOption('types', types) }
}

interface SocketParts {
  context: Context
  log: FastifyBaseLogger
  rate_limiter: RateLimiter
  findByToken(context: Context, token: string): Player | undefined | Promise<Player | undefined>
  createPresenter(context: Context, player: Player): Promise<Presenter>
  follow(
    player: Player,
    wanted: Omit<Hello, 'token'>,
    listener: StreamListener,
  ): Promise<Subscription>
}

/** Sockets that are not told otherwise get frames as one buffer. */
const textOfFrame = (data: RawData) => (Buffer.isBuffer(data) ? data.toString() : '')

/** Does not wait for long for a client that is gone, or does not want to go. */
function close(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref()
}

const refuse = (socket: WebSocket, { code }: Refusal) => close(socket, closeCode(code), code)

async function serve(socket: WebSocket, hello: Hello, parts: SocketParts): Promise<void> {
  const player = await parts.findByToken(parts.context, hello.token)
  if (!player) throw new Refusal('not_signed_in')
  const present = await parts.createPresenter(parts.context, player)
  const isOpen = () => socket.readyState === socket.OPEN
  const send = (frame: object) => isOpen() && socket.send(JSON.stringify(frame))
  const subscription = await parts.follow(player, hello, {
    onEvents(events) {
      if (socket.bufferedAmount > MAX_UNREAD_BYTES)
        close(socket, READS_TOO_SLOWLY, 'reads_too_slowly')
      else if (isOpen()) for (const event of events) socket.send(present.event(event).text)
    },
    async wantsMore() {
      while (isOpen() && socket.bufferedAmount > 0) await sleep(UNREAD_CHECK_MS)
      return isOpen()
    },
    onEnd(reason) {
      if (reason === 'not_signed_in') return refuse(socket, new Refusal(reason))
      send({ type: 'reconnect', after_ms: retryDelay() })
      close(socket, SERVER_RESTARTS, reason)
    },
  })
  if (isOpen()) socket.once('close', () => subscription.close())
  else subscription.close()
  send({ type: 'ready', cursor: present.cursor(subscription.position) })
  await subscription.catchUp()
}

/** Ends the connection of a client that is gone, does not read, or sends more pings than it needs. */
function watch(socket: WebSocket): void {
  let is_alive = true
  let control_frames = 0
  const count = () => {
    if (++control_frames > MAX_CONTROL_FRAMES) socket.terminate()
  }
  socket.on('pong', () => {
    is_alive = true
    count()
  })
  socket.on('ping', (data) => {
    count()
    if (socket.readyState === socket.OPEN) socket.pong(data)
  })
  const heartbeat = setInterval(() => {
    if (!is_alive || socket.bufferedAmount > MAX_UNREAD_BYTES) return socket.terminate()
    is_alive = false
    control_frames = 0
    socket.ping()
  }, HEARTBEAT_MS)
  socket.once('close', () => clearInterval(heartbeat))
  socket.on('error', () => socket.terminate())
}

function accept(socket: WebSocket, parts: SocketParts): void {
  watch(socket)
  const silent = setTimeout(
    () => refuse(socket, new Refusal('not_signed_in')),
    AUTHENTICATE_WITHIN_MS,
  )
  socket.once('close', () => clearTimeout(silent))
  socket.once('message', (data, is_binary) => {
    clearTimeout(silent)
    const start = async () => {
      if (is_binary) throw invalid('Frames are texts.')
      await serve(socket, readHello(textOfFrame(data)), parts)
    }
    start().catch((thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      const refusal = asRefusal(error)
      if (refusal.code === 'internal') parts.log.error({ err: error }, 'a socket failed')
      refuse(socket, refusal)
    })
    socket.on('message', () =>
      refuse(socket, invalid('After the first frame, nothing is expected.')),
    )
  })
}

/** For requests to the address of the sockets that do not ask for one, or that a proxy has changed. */
export function refuseWithoutUpgrade(): never {
  throw new Refusal('upgrade_required', { headers: { upgrade: 'websocket' } })
}

/**
 * Events as they happen over a WebSocket. The first frame authenticates, so that no token is part of an address. Returns a
 * function that closes all sockets.
 */
export function addEventSockets(server: Server, parts: SocketParts): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.socket_frame_bytes.value,
    perMessageDeflate: false,
    autoPong: false,
  })
  sockets.on('connection', (socket) => accept(socket, parts))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const { context, rate_limiter } = parts
    if (rate_limiter.findExcess(request, context.now())) socket.end(rawAnswer('too_many_requests'))
    // Also of those who have not said who they are.
    else if (sockets.clients.size >= context.config.MAX_STREAMS) socket.end(rawAnswer('overloaded'))
    else
      sockets.handleUpgrade(request, socket, head, (open) =>
        sockets.emit('connection', open, request),
      )
  })
  return () => {
    for (const socket of sockets.clients) close(socket, SERVER_RESTARTS, 'server_restarts')
  }
}
