import { Agent, request as openRequest } from 'node:http'

export type HeaderFields = Record<string, string>

export interface RequestOptions {
  json?: unknown
  form?: Record<string, string>
  multipart?: Record<string, string>
  /** The body, sent unchanged. */
  raw?: string
  headers?: HeaderFields
}

interface EncodedBody {
  body?: string | Buffer
  type?: string
}

export async function encodeBody({
  json,
  form,
  multipart,
  raw,
}: RequestOptions): Promise<EncodedBody> {
  // As `fetch` names a text, so that the server must find out what it is.
  if (raw !== undefined) return { body: raw, type: 'text/plain;charset=UTF-8' }
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' }
  if (form) {
    const body = new URLSearchParams(form).toString()
    return { body, type: 'application/x-www-form-urlencoded;charset=UTF-8' }
  }
  if (!multipart) return {}
  const data = new FormData()
  for (const [name, value] of Object.entries(multipart)) data.set(name, value)
  const encoded = new Response(data)
  const type = encoded.headers.get('content-type') ?? ''
  return { body: Buffer.from(await encoded.arrayBuffer()), type }
}

const agent = new Agent({ keepAlive: true })
/** A game server that is kept busy by its code for longer is ended. */
const MAX_CLOSING_MS = 2000

interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Not `fetch`, which takes several times as long: a tenth of the time of all tests. */
export function exchange(
  method: string,
  url: string,
  { headers, body }: { headers: HeaderFields; body?: string | Buffer },
): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const begun_at = performance.now()
  return new Promise((resolve, reject) => {
    const options = { method, agent, headers: { ...length, ...headers } }
    const request = openRequest(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode: status = 0, headersDistinct } = response
        const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve({ status, headers: new Headers(pairs), text })
      })
    })
    request.once('error', (error: NodeJS.ErrnoException) => {
      // The server has closed a connection that was kept just when the request was sent. Later, it has ended while it worked on it.
      const is_new = performance.now() - begun_at < MAX_CLOSING_MS
      const is_unsent = is_new && request.reusedSocket && error.code === 'ECONNRESET'
      if (is_unsent)
        exchange(method, url, { headers, ...(body ? { body } : {}) }).then(resolve, reject)
      else reject(error)
    })
    request.end(body)
  })
}
