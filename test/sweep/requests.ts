import { Agent, request } from 'node:http'
import type { Endpoint } from '../../src/http/docs/endpoint.ts'
import type { Player, World } from '../support/world.ts'

/** What is wrong with an answer, as sentences. An empty list: nothing. */
export type Problems = string[]

export interface Answer {
  status: number
  type: string
  code: string
  text: string
}

interface RequestParts {
  headers: Record<string, string>
  body?: string | Buffer
}

const STREAM = 'text/event-stream'

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Not `fetch`, which sends no body with GET, as some clients do. */
export async function sendRequest(
  { server }: World,
  { method, path }: { method: string; path: string },
  { headers, body }: RequestParts,
): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const sent = request(
      server.url + path,
      { method, agent, headers: { ...headers, ...length } },
      (response) => {
        let text = ''
        const type = response.headers['content-type'] ?? ''
        const code = String(response.headers['x-error-code'] ?? '')
        const end = () => resolve({ status: response.statusCode ?? 0, type, code, text })
        if (type.startsWith(STREAM)) {
          // It has no end.
          end()
          response.on('error', () => {})
          response.destroy()
        } else {
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          response.on('end', end)
        }
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

export const callerOf = ({ schema }: Endpoint) => schema.caller ?? 'player'

/** Routes that the system key opens. */
export const isForOperators = (endpoint: Endpoint) =>
  callerOf(endpoint) === 'system' || callerOf(endpoint) === 'staff'

export const nameOf = ({ method, url }: Endpoint) => `${method} ${url}`

/** The demo data comes last: every look at the whole database takes longer afterwards. */
export const fillingLast = (endpoints: Endpoint[]) =>
  endpoints.toSorted((one, other) => Number(isFilling(one)) - Number(isFilling(other)))

/** It writes thousands of rows. */
export const isFilling = ({ url }: Endpoint) => url.endsWith('/demo_data')

/** The path of an endpoint with the id for each of its parameters. */
export const pathOf = ({ url }: Endpoint, id: unknown) =>
  url.replaceAll(/:\w+/g, encodeURIComponent(String(id)))

/** Whether the route may end the caller's session or account, so that the sweep needs another player for it. */
export const mayEndSession = ({ method, url }: Endpoint) =>
  method === 'DELETE' && /^\/api\/v3\/(sessions(\/:id)?|users\/:id)$/.test(url)

/** A sweep whose player has lost their session tests nothing from then on. */
export async function checkSignedIn(player: Player): Promise<Problems> {
  const { status } = await player.get(`/users/${player.id}`)
  return status === 200 ? [] : [`the player of the sweep is answered ${status}: nothing was tested`]
}

/** An answer is JSON, a stream of events, a file, or a refusal in one plain sentence without internals; never a 5xx. */
export function checkAnswer(endpoint: Endpoint, answer: Answer, about = ''): Problems {
  const { status, type, code, text } = answer
  const where = `${nameOf(endpoint)}${about && ` (${about})`} answered ${status}`
  if (status >= 500) return [`${where}: ${text}`]
  if (status < 400)
    return ['application/json', 'application/gzip', STREAM].some((each) => type.startsWith(each))
      ? []
      : [`${where} with content-type ${type}`]
  return [
    ...(type === 'text/plain; charset=utf-8' ? [] : [`${where} with content-type ${type}`]),
    ...(/^[a-z_]+$/.test(code) ? [] : [`${where} with error code "${code}"`]),
    ...(/\n|node_modules|\bat \w+ \(|select |insert |SQLITE|violates/.test(text)
      ? [`${where} and showed internals: ${text}`]
      : []),
  ]
}
