import { Agent, request } from 'node:http'
import type { Call } from './load.ts'

const ANSWER_TIMEOUT_MS = 10_000

/** Sends the requests of many players over a few connections, as a reverse proxy does. */
export class HttpClient {
  readonly #port: number
  readonly #agent: Agent

  constructor(port: number, connections: number) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Rejects if no complete answer came. */
  send({ method, path, token, body }: Call, address?: string) {
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const payload = body ? JSON.stringify(body) : undefined
      const headers = {
        ...(token ? { 'authentication-token': token } : {}),
        ...(address ? { 'x-forwarded-for': address } : {}),
        ...(payload
          ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
          : {}),
      }
      const options = { port: this.#port, host: '127.0.0.1', method, path, headers }
      const call = request({ ...options, agent: this.#agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      })
      call.setTimeout(ANSWER_TIMEOUT_MS, () => call.destroy(new Error('no answer in time')))
      call.on('error', reject)
      call.end(payload)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
