import { Agent, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'

export interface HttpRequest {
  method: string
  /** The full URL. */
  url: string
  headers?: Record<string, string>
  body?: object
  /** Closes the connection after this time if no complete answer came. */
  disconnect_after_ms?: number | undefined
}

export interface HttpResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

const ANSWER_TIMEOUT_MS = 10_000

/** One connection to the server, reopened when it is lost. `send` rejects if no complete answer came. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  send({ method, url, headers, body, disconnect_after_ms }: HttpRequest): Promise<HttpResponse> {
    const content = body && JSON.stringify(body)
    const type = content ? { 'content-type': 'application/json' } : {}
    const signal = AbortSignal.timeout(disconnect_after_ms ?? ANSWER_TIMEOUT_MS)
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
