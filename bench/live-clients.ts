// A program that `live.ts` starts: many sockets with events, as small as possible, and players who write.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenOf, usernameOf } from './players.ts'

export interface LiveOrders {
  port: number
  /** How many sockets, and of how many players: the first ones. */
  sockets: number
  players: number
  messages: number
  /** Messages per second. 0: as many as 64 writers send who wait for each answer. */
  rate: number
}

export interface LiveFigures {
  connected: number
  /** From the request of the writer to the frame at the receiver. */
  latencies_ms: number[]
  seconds: number
}

const AT_ONCE = 200
const WRITERS = 64
/** One address has about 28,000 ports. */
const SOCKETS_PER_ADDRESS = 10_000
const MAX_WAIT_MS = 60_000

const maskedFrame = (text: string) => {
  const payload = Buffer.from(text)
  const header = Buffer.from([
    0x81,
    0x80 | 126,
    payload.length >> 8,
    payload.length & 255,
    0,
    0,
    0,
    0,
  ])
  return Buffer.concat([header, payload])
}

/** When each message was sent, by its number. */
const sent_at = new Map<number, number>()
const latencies_ms: number[] = []

const MARK = /"text":"bench (\d+)"/g
const MARK_AT_END = /^"text":"bench \d+"/
let last_receipt = 0

/** A socket whose frames are only searched for what matters. */
function open({ port }: LiveOrders, index: number, user_id: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.0.${2 + Math.floor(index / SOCKETS_PER_ADDRESS)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.once('error', reject)
    socket.write(
      'GET /api/v3/events/socket HTTP/1.1\r\nhost: bench\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    /** What may be the first part of a mark. */
    let rest = ''
    socket.on('data', (chunk) => {
      const text = rest + chunk.toString('latin1')
      rest = text.slice(text.lastIndexOf('"text":"'))
      if (MARK_AT_END.test(rest) || rest.length > 64) rest = ''
      if (text.startsWith('HTTP/1.1 101'))
        socket.write(maskedFrame(JSON.stringify({ token: tokenOf(user_id) })))
      if (text.includes('"ready"')) resolve(socket)
      const now = performance.now()
      for (const [, number] of text.matchAll(MARK)) {
        const began = sent_at.get(Number(number))
        if (began !== undefined) latencies_ms.push(now - began)
        last_receipt = now
      }
    })
  })
}

async function post(port: number, number: number, from: number, to: number): Promise<void> {
  sent_at.set(number, performance.now())
  const reply = await fetch(`http://127.0.0.1:${port}/api/v3/chats`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authentication-token': tokenOf(from) },
    body: JSON.stringify({ usernames: [usernameOf(to)], text: `bench ${number}` }),
  })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`a message was answered with ${reply.status}`)
}

async function run(orders: LiveOrders): Promise<LiveFigures> {
  const { sockets, players, messages, rate, port } = orders
  const opened: Socket[] = []
  for (let first = 0; first < sockets; first += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, sockets - first) }, (_, index) =>
      open(orders, first + index, ((first + index) % players) + 1),
    )
    opened.push(...(await Promise.all(batch)))
    process.send?.({ connected: opened.length })
  }
  const per_player = Math.floor(sockets / players)
  const began = performance.now()
  const numbers = Array(messages).keys()
  /** Each message goes to two players, of whom one wrote it. */
  const postOne = (number: number) => {
    const from = ((2 * number) % players) + 1
    return post(port, number, from, from + 1)
  }
  const postAll = async () => {
    for (const number of numbers) await postOne(number)
  }
  if (rate === 0) await Promise.all(Array.from({ length: WRITERS }, postAll))
  else {
    const posting: Promise<void>[] = []
    for (const number of numbers) {
      await sleep(Math.max(0, began + (number * 1000) / rate - performance.now()))
      posting.push(postOne(number))
    }
    await Promise.all(posting)
  }
  const expected = messages * 2 * per_player
  while (latencies_ms.length < expected && performance.now() - began < MAX_WAIT_MS) await sleep(10)
  return { connected: opened.length, latencies_ms, seconds: (last_receipt - began) / 1000 }
}

async function report(orders: LiveOrders): Promise<void> {
  process.send?.({ figures: await run(orders) })
}

process.once('disconnect', () => process.exit())
process.once('message', (orders: LiveOrders) => void report(orders))
