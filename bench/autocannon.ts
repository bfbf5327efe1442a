// The load generator where wrk is not installed. `load.ts` starts it; it prints one line of JSON.
import { readFileSync } from 'node:fs'
import autocannon, { type Client, type Request } from 'autocannon'
import { addressOf, tokenOf } from './players.ts'

const [url = '', plan = '', seconds = '1', connections = '1', mode] = process.argv.slice(2)

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

function buildRequest(address: string, [method, path = '', token, body]: string[]): Request {
  const checked_method = METHODS.find((name) => name === method) ?? 'GET'
  const headers = {
    'x-forwarded-for': address,
    ...(token ? { 'authentication-token': token } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  return { method: checked_method, path, headers, ...(body ? { body } : {}) }
}

/** A friend request, and the request of its receiver to accept it. */
function addAcceptance(request: Request): Request[] {
  let answer = ''
  const accept = (): Request => {
    const friendship = /"friendship_id":(\d+)/.exec(answer)?.[1] ?? '0'
    const receiver = Number(/"id":(\d+)/.exec(answer)?.[1] ?? 0)
    const body = '{"status":"accepted"}'
    const call = ['PUT', `/api/v3/friendships/${friendship}`, tokenOf(receiver), body]
    return buildRequest(addressOf(receiver), call)
  }
  return [
    { ...request, onResponse: (_status: number, body: string) => void (answer = body) },
    { setupRequest: (next: Request) => Object.assign(next, accept()) },
  ]
}

function readSequence(line: string): Request[] {
  const [address = '', ...fields] = line.split('\t')
  const requests: Request[] = []
  for (let at = 0; at < fields.length; at += 4) {
    requests.push(buildRequest(address, fields.slice(at, at + 4)))
  }
  return mode === 'accept' ? requests.flatMap(addAcceptance) : requests
}

const lines = readFileSync(plan, 'utf8').trim().split('\n')
let clients = 0

/** Each connection has its own sequences, so that the calls of one sequence stay in order. */
function setupClient(client: Client): void {
  const client_index = clients++
  const own_lines = lines.filter(
    (_, index) => index % Number(connections) === client_index % lines.length,
  )
  client.setRequests(own_lines.flatMap(readSequence))
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
