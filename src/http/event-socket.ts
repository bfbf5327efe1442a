import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { FastifyBaseLogger } from 'fastify'
import type { Context, Player, StreamListener, Subscription } from '../context.ts'
import { FOLLOW_BY_SOCKET } from '../access/route-names.ts'
import { Refusal, type RefusalCode, refusals } from '../errors.ts'
import { limits } from '../limits.ts'
import { authenticate, type Authenticator } from './authentication.ts'
import { asRefusal, rawAnswer } from './error-answers.ts'
import {
  HEARTBEAT_MS,
  MAX_UNREAD_BYTES,
  type Presenter,
  retryDelay,
  waitUntilRead,
} from './event-stream.ts'
import { AddressPlaces, holdPlace } from './overload/address-places.ts'
import type { Call } from './overload/sent.ts'
import type { ServerState } from './server.ts'

export const SOCKET_URL = '/api/v3/events/socket'
const ROUTE = {
  ...FOLLOW_BY_SOCKET,
  url: SOCKET_URL,
  is_closable: true,
  staff_access: undefined,
  rate: [],
  rate_with: {},
  success_status: 101,
  fields: undefined,
  waits: true,
  has_large_answers: false,
  bypasses_capacity: false,
}

/** A client that has not said who it is by then is disconnected. */
const AUTHENTICATE_WITHIN_MS = 10_000
/** How long a client may take to confirm that the connection is closed. */
const CLOSE_WITHIN_MS = 1000
/** Pings and pongs of a client between two heartbeats. It is asked for one. */
const MAX_CONTROL_FRAMES = 60
/** Of the first frame, which is short. */
const MAX_FRAGMENTS = 16

/** Close codes from 4000 on are for applications: 4000 and the status of the refusal. */
const closeCode = (code: RefusalCode) => 4000 + refusals[code][0]
const SERVER_RESTARTS = 1012
const READS_TOO_SLOWLY = 4408

interface Hello {
  token: string
  after?: string
  types?: string
  /** Whether to send a frame every 25 seconds: browsers hide pings from pages, which cannot tell a lost connection from a quiet one. */
  heartbeat: boolean
}

const invalid = (sentence: string) => new Refusal('invalid_input', { sentence })

/** Some engines send null or an empty text for what is not set. */
function readOption(name: 'after' | 'types', value: unknown) {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value === 'string' && value.length <= limits.event_types_characters.value)
    return { [name]: value }
  throw invalid(`${name} must be a text.`)
}

/** The first frame: `{ "token": "…", "after": "…", "types": "…", "heartbeat": true }`. */
function readHello(text: string): Hello {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    throw invalid('The first frame must be JSON: { "token": "…" }.')
  }
  const { token, after, types, heartbeat }: Record<string, unknown> = Object(fields)
  const is_possible = typeof token === 'string' && token.length <= limits.secret_characters.value
  const options = { ...readOption('after', after), ...readOption('types', types) }
  return { token: is_possible ? token : '', heartbeat: heartbeat === true, ...options }
}

interface SocketParts {
  context: Context
  log: FastifyBaseLogger
  state: Pick<ServerState, 'rate_limiter' | 'stream_places'>
  authenticator: Authenticator
  createPresenter(context: Context, player: Player): Promise<Presenter>
  follow(
    player: Player,
    wanted: Pick<Hello, 'after' | 'types'>,
    listener: StreamListener,
  ): Promise<Subscription>
}

/** Sockets that are not told otherwise get frames as one buffer. */
const textOfFrame = (data: RawData) => (Buffer.isBuffer(data) ? data.toString() : '')

const closing = new WeakSet<WebSocket>()

/** Does not wait for long for a client that is gone, or does not want to go. */
function close(socket: WebSocket, code: number, reason: string): void {
  if (closing.has(socket)) return
  closing.add(socket)
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref()
}

const refuse = (socket: WebSocket, { code }: Refusal) => close(socket, closeCode(code), code)

/** As a request for the stream with this token, with all its limits. */
async function signIn(raw: IncomingMessage, token: string, parts: SocketParts): Promise<Player> {
  const { context, authenticator, state } = parts
  const { rate_limiter } = state
  const call: Call = {
    raw,
    context,
    route: ROUTE,
    headers: {},
    body: { authentication_token: token },
    chunked_bytes: 0,
    player: null,
    staff: null,
    client_address: '',
    id: '',
    params: {},
    usage: null,
    has_turn: false,
    key_guess: null,
  }
  await authenticate({ authenticator, rate_limiter }, call)
  const delay_ms = rate_limiter.takeTurn(call)
  if (delay_ms !== undefined)
    await new Promise<void>((resolve) => rate_limiter.waitForTurn(call, delay_ms, resolve))
  rate_limiter.endTurn(call)
  if (!call.player) throw new Refusal('not_signed_in')
  return call.player
}

/** A socket that has opened. */
interface Visitor {
  socket: WebSocket
  /** The request that opened it. */
  raw: IncomingMessage
  /** Gives back its place among those who are not signed in. */
  leaveLobby: () => void
  /** Called every 25 seconds. */
  onHeartbeat?: () => void
}

async function serve(visitor: Visitor, hello: Hello, parts: SocketParts): Promise<void> {
  const { socket, raw, leaveLobby } = visitor
  const isOpen = () => socket.readyState === socket.OPEN
  const player = await signIn(raw, hello.token, parts)
  const present = await parts.createPresenter(parts.context, player)
  if (!isOpen()) return
  holdPlace(parts.state.stream_places, raw, socket)
  leaveLobby()
  const send = (frame: object) => isOpen() && socket.send(JSON.stringify(frame))
  const subscription = await parts.follow(player, hello, {
    onEvents(events) {
      for (const event of events) {
        if (!isOpen()) return
        if (socket.bufferedAmount > MAX_UNREAD_BYTES)
          return close(socket, READS_TOO_SLOWLY, 'reads_too_slowly')
        socket.send(present.event(event).text)
      }
    },
    async wantsMore() {
      await waitUntilRead(() => (isOpen() ? socket.bufferedAmount : 0))
      return isOpen()
    },
    onEnd(reason) {
      if (reason !== 'server_restarts') return refuse(socket, new Refusal(reason))
      send({ type: 'reconnect', after_ms: retryDelay() })
      close(socket, SERVER_RESTARTS, reason)
    },
  })
  if (isOpen()) socket.once('close', () => subscription.close())
  else subscription.close()
  const cursor = () => present.cursor(subscription.position)
  send({ type: 'ready', cursor: cursor() })
  if (hello.heartbeat) visitor.onHeartbeat = () => send({ type: 'heartbeat', cursor: cursor() })
  await subscription.catchUp()
}

/** Ends the connection of a client that is gone, does not read, or sends more pings than it needs. */
function watch(visitor: Visitor): void {
  const { socket } = visitor
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
    visitor.onHeartbeat?.()
  }, HEARTBEAT_MS)
  socket.once('close', () => clearInterval(heartbeat))
  socket.on('error', () => socket.terminate())
}

function accept(visitor: Visitor, parts: SocketParts): void {
  const { socket } = visitor
  watch(visitor)
  const silent = setTimeout(
    () => refuse(socket, new Refusal('not_signed_in')),
    AUTHENTICATE_WITHIN_MS,
  )
  socket.once('close', () => clearTimeout(silent))
  socket.once('message', (data, is_binary) => {
    clearTimeout(silent)
    const start = async () => {
      if (is_binary) throw invalid('Frames are texts.')
      await serve(visitor, readHello(textOfFrame(data)), parts)
    }
    start().catch((thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      const refusal = asRefusal(error)
      if (refusal.code === 'internal') parts.log.error({ err: error }, 'a socket failed')
      refuse(socket, refusal)
    })
    socket.once('message', () => {
      refuse(socket, new Refusal('invalid_input'))
      // However much the client goes on sending, nothing of it is read any more.
      socket.pause()
    })
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
    maxFragments: MAX_FRAGMENTS,
    perMessageDeflate: false,
    autoPong: false,
    // Of each socket, one frame in each turn of the event loop: a flood of small ones delays nobody else.
    allowSynchronousEvents: false,
  })
  const { context, state } = parts
  const { rate_limiter } = state
  const places_of_address = new AddressPlaces(
    context.config.RATE_LIMIT === 'on' ? limits.silent_sockets_of_address.value : Infinity,
    (raw) => rate_limiter.addressOf(raw),
  )
  /** In the order in which they opened. */
  const silent = new Set<WebSocket>()
  const welcome = (socket: WebSocket) => {
    const [oldest] = silent
    if (oldest && silent.size >= limits.silent_sockets.value) {
      silent.delete(oldest)
      oldest.terminate()
    }
    silent.add(socket)
    socket.once('message', () => silent.delete(socket))
    socket.once('close', () => silent.delete(socket))
  }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const is_excess = rate_limiter.findExcess(request, context.now()) !== undefined
    rate_limiter.endExpectation(request, context.now)
    const leaveLobby = is_excess ? undefined : places_of_address.take(request)
    if (!leaveLobby) {
      socket.end(rawAnswer('too_many_requests'))
      return
    }
    socket.once('close', leaveLobby)
    sockets.handleUpgrade(request, socket, head, (opened) => {
      welcome(opened)
      accept({ socket: opened, raw: request, leaveLobby }, parts)
    })
  })
  return () => {
    for (const socket of sockets.clients) close(socket, SERVER_RESTARTS, 'server_restarts')
  }
}
