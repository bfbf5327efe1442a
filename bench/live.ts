import { fileURLToPath } from 'node:url'
import { createDatabase, type Engine, openDirectly } from './engines.ts'
import type { LiveFigures, LiveOrders } from './live-clients.ts'
import { BLOCK } from './players.ts'
import { freePort, Server, startLoad } from './programs.ts'
import { Seeding } from './seed.ts'

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url))
const CLIENTS = fileURLToPath(new URL('./live-clients.ts', import.meta.url))

export interface LiveResult {
  engine: Engine
  idle: { sockets: number; memory_mb: number; kb_per_socket: number }
  delivery: { sockets: number; p50_ms: number; p99_ms: number; lost: number }
  most: { events_per_second: number }
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

async function follow(
  orders: LiveOrders,
  whileConnected: () => void,
  logProgress: (text: string) => void,
): Promise<LiveFigures> {
  const clients = startLoad(CLIENTS)
  clients.send(orders)
  try {
    return await new Promise((resolve, reject) => {
      clients.once('exit', () => reject(new Error('the clients have ended')))
      clients.on('message', (message: { connected?: number; figures?: LiveFigures }) => {
        if (message.connected && message.connected % 5000 === 0)
          logProgress(`${message.connected} sockets are open`)
        if (message.connected === orders.sockets) whileConnected()
        if (message.figures) resolve(message.figures)
      })
    })
  } finally {
    clients.kill()
  }
}

/** Idle sockets and their memory, the time from a write to its receipt, and how many events per second arrive. */
export async function measureLive(
  engine: Engine,
  {
    sockets,
    folder,
    logProgress,
  }: { sockets: number; folder: string; logProgress: (text: string) => void },
): Promise<LiveResult> {
  const database = await createDatabase(engine)
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
    MAX_STREAMS: '100000',
    MAX_CONNECTIONS: '100000',
  }
  const start = () =>
    Server.start({ args: [MAIN, 'serve'], env, cwd: folder, port, ready: '/ready' })
  let server = await start()
  try {
    await server.stop()
    const direct = await openDirectly(database.url)
    await (await Seeding.begin()).fill(direct, BLOCK)
    await direct.tidyUp()
    await direct.close()

    server = await start()
    const before_mb = server.memoryMb() ?? 0
    let memory_mb = 0
    logProgress(`${engine}: opening ${sockets} sockets`)
    const players = Math.min(BLOCK, sockets)
    const idle = await follow(
      { port, sockets, players, messages: 0, rate: 1 },
      () => (memory_mb = server.memoryMb() ?? 0),
      logProgress,
    )
    await server.stop()

    server = await start()
    const connected = Math.min(5000, sockets)
    const few = { port, sockets: connected, players: connected }
    const nothing = () => {}
    const slow = await follow({ ...few, messages: 1000, rate: 50 }, nothing, logProgress)
    const sorted = slow.latencies_ms.toSorted((a, b) => a - b)
    await server.stop()

    server = await start()
    const fast = await follow({ ...few, messages: 10_000, rate: 0 }, nothing, logProgress)
    return {
      engine,
      idle: {
        sockets: idle.connected,
        memory_mb: Math.round(memory_mb),
        kb_per_socket: Math.round((((memory_mb - before_mb) * 1024) / idle.connected) * 10) / 10,
      },
      delivery: {
        sockets: slow.connected,
        p50_ms: Math.round(percentile(sorted, 0.5) * 10) / 10,
        p99_ms: Math.round(percentile(sorted, 0.99) * 10) / 10,
        lost: 2000 - sorted.length,
      },
      most: { events_per_second: Math.round(fast.latencies_ms.length / fast.seconds) },
    }
  } finally {
    await server.stop()
    await database.remove()
  }
}

export const describeLive = ({ engine, idle, delivery, most }: LiveResult) => `${engine}:
  ${idle.sockets} idle sockets: ${idle.memory_mb} MB, ${idle.kb_per_socket} KB each
  ${delivery.sockets} connected, 50 messages per second: p50 ${delivery.p50_ms} ms, p99 ${delivery.p99_ms} ms from the request to the receipt, ${delivery.lost} lost
  as many as possible: ${most.events_per_second} events received per second`
