import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type Resolve, resolveHost } from '../../src/services/host-lookup.ts'

/** The last bits of the flags of an answer. */
const CODES = { no_data: 0, server_failure: 2, no_such_host: 3 }

interface Dns {
  /** The names that were asked for. */
  questions: string[]
  resolve: Resolve
}

function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12; query[at]; at += 1 + (query[at] ?? 0))
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  return labels.join('.')
}

/** A DNS server that gives this answer to all questions. */
export async function startDns(answer: keyof typeof CODES | 'nothing'): Promise<Dns> {
  const questions: string[] = []
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    questions.push(nameIn(query))
    if (answer === 'nothing') return
    const reply = Buffer.from(query)
    // It is an answer, by a server that asks others.
    reply[2] = 0x81
    reply[3] = 0x80 | CODES[answer]
    server.send(reply, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const servers = [`127.0.0.1:${server.address().port}`]
  return { questions, resolve: (host, options) => resolveHost(host, { ...options, servers }) }
}
