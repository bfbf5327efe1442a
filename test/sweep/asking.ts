import { Agent, request } from 'node:http'
import type { Endpoint } from '../../src/http/docs/openapi.ts'
import type { Player, World } from '../support/world.ts'

/** What is wrong with an answer, in words. An empty list: nothing. */
export type Findings = string[]

export interface Answer {
  status: number
  type: string
  code: string
  text: string
}

interface Question {
  headers: Record<string, string>
  body?: string | Buffer
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** `fetch` sends no body with GET, and some clients do. */
export async function ask(
  { server }: World,
  { method, path }: { method: string; path: string },
  { headers, body }: Question,
): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const sent = request(
      server.url + path,
      { method, agent, headers: { ...headers, ...length } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => {
          const type = response.headers['content-type'] ?? ''
          const code = String(response.headers['x-error-code'] ?? '')
          resolve({ status: response.statusCode ?? 0, type, code, text })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

export const callerOf = ({ schema }: Endpoint) => schema.caller ?? 'player'

export const nameOf = ({ method, url }: Endpoint) => `${method} ${url}`

/** The path of an endpoint with an id in each of its places. */
export const pathOf = ({ url }: Endpoint, id: unknown) =>
  url.replaceAll(/:\w+/g, encodeURIComponent(String(id)))

/** May end the caller's own session or account, and with it the sweep: somebody else has to try it. */
export const isFarewell = ({ method, url }: Endpoint) =>
  method === 'DELETE' && /^\/api\/v3\/(sessions(\/:id)?|users\/:id)$/.test(url)

/** A sweep whose player was thrown out has tried nothing since. */
export async function lostPlayer(player: Player): Promise<Findings> {
  const { status } = await player.get(`/users/${player.id}`)
  return status === 200 ? [] : [`the player who sweeps is answered ${status}: nothing was tried`]
}

/** An answer is JSON, or a refusal in one plain sentence that tells nothing of the inside; never a 5xx. */
export function judge(endpoint: Endpoint, answer: Answer, about = ''): Findings {
  const { status, type, code, text } = answer
  const where = `${nameOf(endpoint)}${about && ` (${about})`} answered ${status}`
  if (status >= 500) return [`${where}: ${text}`]
  if (status < 400)
    return type.startsWith('application/json') ? [] : [`${where} with content-type ${type}`]
  return [
    ...(type === 'text/plain; charset=utf-8' ? [] : [`${where} with content-type ${type}`]),
    ...(/^[a-z_]+$/.test(code) ? [] : [`${where} with error code "${code}"`]),
    ...(/\n|node_modules|\bat \w+ \(|select |insert |SQLITE|violates/.test(text)
      ? [`${where} and told of the inside: ${text}`]
      : []),
  ]
}
