import { Agent, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Sent {
  method: string
  /** The full URL. */
  url: string
  headers?: Record<string, string>
  body?: object
  hangs_up_after_ms?: number | undefined
}

export interface Received {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

const PATIENCE_MS = 10_000

/** One connection to the server, reopened when it is lost. Rejects if no complete answer came. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  send({ method, url, headers, body, hangs_up_after_ms }: Sent): Promise<Received> {
    const content = body && JSON.stringify(body)
    const type = content ? { 'content-type': 'application/json' } : {}
    const signal = AbortSignal.timeout(hangs_up_after_ms ?? PATIENCE_MS)
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, signal, headers: { ...type, ...headers } }
      const request = openRequest(url, options, (response) => {
        const { statusCode: status = 0, headers: received } = response
        text(response).then(
          (whole) => resolve({ status, headers: received, text: whole }),
          (error: unknown) => reject(error),
        )
      })
      request.on('error', reject)
      request.end(content)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
