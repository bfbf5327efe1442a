// The load generator of machines without wrk. Takes what `load.ts` gives it and prints one line of JSON.
import { readFileSync } from 'node:fs'
import autocannon, { type Client, type Request } from 'autocannon'
import { tokenOf } from './people.ts'

const [url = '', plan = '', seconds = '1', connections = '1', follow] = process.argv.slice(2)

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

function build(method = '', path = '', token = '', body = ''): Request {
  const known = METHODS.find((name) => name === method) ?? 'GET'
  const headers = {
    ...(token ? { 'authentication-token': token } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  return { method: known, path, headers, ...(body ? { body } : {}) }
}

/** A request to a friend and, once its answer is there, the friend's own. */
function askAndAccept(ask: Request): Request[] {
  let answer = ''
  const accept = (): Request => {
    const friendship = /"friendship_id":(\d+)/.exec(answer)?.[1] ?? '0'
    const receiver = Number(/"id":(\d+)/.exec(answer)?.[1] ?? 0)
    const body = '{"status":"accepted"}'
    return build('PUT', `/api/v3/friendships/${friendship}`, tokenOf(receiver), body)
  }
  return [
    { ...ask, onResponse: (_status: number, body: string) => void (answer = body) },
    { setupRequest: (request: Request) => Object.assign(request, accept()) },
  ]
}

function callsOf(line: string): Request[] {
  const fields = line.split('\t')
  const calls: Request[] = []
  for (let at = 0; at < fields.length; at += 4) {
    calls.push(build(fields[at], fields[at + 1], fields[at + 2], fields[at + 3]))
  }
  return follow === 'accept' ? calls.flatMap(askAndAccept) : calls
}

const lines = readFileSync(plan, 'utf8').trim().split('\n')
let clients = 0

/** Every connection has visits of its own, so that the calls of one visit follow each other. */
function setupClient(client: Client): void {
  const first = clients++
  const own = lines.filter((_, index) => index % Number(connections) === first % lines.length)
  client.setRequests(own.flatMap(callsOf))
}

const options = { url, connections: Number(connections), duration: Number(seconds), timeout: 10 }
const result = await autocannon({ ...options, setupClient })
console.log(
  JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  }),
)
