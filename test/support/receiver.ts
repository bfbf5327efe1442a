import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as the receiver of a webhook got it. */
export interface Received {
  headers: Record<string, string>
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into events of every type
  body: any
}

/** Answers a request: with a status, or in a way of its own. */
export type Answer = number | ((response: ServerResponse, request: IncomingMessage) => void)

/** The server of a studio, which receives webhooks. `answer` says how it answers the next requests; at first with 200. */
export class Receiver {
  readonly received: Received[] = []
  answer: (received: Received) => Answer = () => 200
  url = ''

  /** The ids that came, each once. */
  get ids(): string[] {
    return [...new Set(this.received.map(({ headers }) => headers['webhook-id'] ?? ''))]
  }

  get types(): string[] {
    return this.received.map(({ body }) => body.type)
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    const server = createServer((request, response) => void receiver.#take(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
    return receiver
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const received = { headers, text, body: JSON.parse(text) }
    this.received.push(received)
    const answer = this.answer(received)
    if (typeof answer === 'number') response.writeHead(answer).end('ignored')
    else answer(response, request)
  }
}
