import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import T, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { environment, load_generator, LOAD_CORE, pinned } from './programs.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body?: object
}

/** Calls that follow each other: the next is sent after the one before was answered. */
export type Visit = Call[]

export interface Load {
  url: string
  plan: string
  seconds: number
  connections: number
  /** Every friend request that is answered is accepted by whom it went to. */
  accepts: boolean
  /** The first request of every connection: an address that always answers. */
  opener: string
}

const LoadReport = T.Object({
  requests: T.Number(),
  seconds: T.Number(),
  p50_ms: T.Number(),
  p99_ms: T.Number(),
  failures: T.Number(),
})
export type LoadReport = Static<typeof LoadReport>

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** One visit per line: method, path, token and body of each call, separated by tabs. */
export function writePlan(file: string, visits: Visit[]): Promise<void> {
  const lines = visits.map((visit) =>
    visit
      .flatMap(({ method, path, token = '', body }) => [
        method,
        path,
        token,
        body ? JSON.stringify(body) : '',
      ])
      .join('\t'),
  )
  return writeFile(file, `${lines.join('\n')}\n`)
}

function command({ url, plan, seconds, connections, accepts, opener }: Load): [string, string[]] {
  const follow = accepts ? 'accept' : 'nothing'
  if (load_generator === 'autocannon') {
    const args = [url, plan, String(seconds), String(connections), follow]
    return [process.execPath, [beside('./autocannon.ts'), ...args]]
  }
  const size = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s']
  return [
    'wrk',
    [...size, '-s', beside('./wrk.lua'), url, '--', plan, follow, opener, String(connections)],
  ]
}

/** Sends the plan's visits from a process of its own, on another core than the servers. */
export async function send(load: Load): Promise<LoadReport> {
  const [name, args] = pinned(LOAD_CORE, ...command(load))
  const child = spawn(name, args, { env: environment({}), stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const text of child.stdout) said += String(text)
  const report = said.trim().split('\n').at(-1) ?? ''
  if (!report.startsWith('{')) throw new Error(`the load generator failed: ${said}`)
  return Value.Parse(LoadReport, JSON.parse(report))
}

/** Sends one call and gives back what was answered; anything but 2xx is an error. */
export async function sendOne(url: string, { method, path, token, body }: Call): Promise<string> {
  const headers = {
    ...(token ? { 'authentication-token': token } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const content = body ? { body: JSON.stringify(body) } : {}
  const answer = await fetch(url + path, { method, headers, ...content })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return text
}
