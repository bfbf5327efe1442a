import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { discardInTurns, readInTurns } from './paced-bodies.ts'

const BODY = 'x'.repeat(1_000_000)

/** Sends bodies at once, or one after the other on one connection, to a server that handles requests this way. */
async function sendTo(handle: Parameters<typeof createServer>[1], connections: number) {
  const server = createServer(handle).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => agent.destroy())
  return async () => {
    const sent = request({ port, method: 'POST', agent })
    sent.end(BODY)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    answer?.resume()
    return answer?.statusCode
  }
}

test('bodies that are read in turns arrive whole, a chunk of each at a time', async () => {
  const chunks: IncomingMessage[] = []
  const arrived: (() => void)[] = []
  const send = await sendTo((incoming, response) => {
    const read = () => {
      let bytes = 0
      readInTurns(incoming)
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(incoming)
        bytes += chunk.length
      })
      incoming.once('end', () => response.writeHead(bytes === BODY.length ? 200 : 400).end())
    }
    // Only when both are there.
    if (arrived.push(read) === 2) for (const begin of arrived) begin()
  }, 2)
  expect(await Promise.all([send(), send()])).toEqual([200, 200])
  // Not one body after the other.
  const first = chunks[0]
  expect(chunks.lastIndexOf(first as IncomingMessage)).toBeGreaterThan(
    chunks.findIndex((incoming) => incoming !== first),
  )
})

test('a body that was refused is discarded a chunk at a time, and its connection goes on', async () => {
  let pauses = 0
  const send = await sendTo((incoming, response) => {
    discardInTurns(incoming)
    incoming.on('pause', () => pauses++)
    response.writeHead(429).end()
  }, 1)
  expect([await send(), await send(), await send()]).toEqual([429, 429, 429])
  await expect.poll(() => pauses).toBeGreaterThan(2 * 10)
})

test('a connection does not remember the bodies that were discarded', async () => {
  let listeners = 0
  const send = await sendTo((incoming, response) => {
    listeners = incoming.socket.listenerCount('close')
    expect(discardInTurns(incoming)).toBe(true)
    incoming.once('end', () => response.writeHead(429).end())
  }, 1)
  await send()
  const before = listeners
  for (let count = 0; count < 5; count++) await send()
  expect(listeners).toBe(before)
})
