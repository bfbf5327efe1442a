import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import T, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { addressOf } from './players.ts'
import { environment, load_generator, LOAD_CORE, pinToCore } from './programs.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body?: object
}

/** Calls that are sent one after the other, each after the previous answer. */
export type CallSequence = Call[]

export interface Load {
  url: string
  plan: string
  seconds: number
  connections: number
  /** The receiver of every friend request accepts it. */
  accepts: boolean
  /** The first request of every connection: a path that always answers. */
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

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** One sequence per line: the address of its player, then method, path, token and body of each call, separated by tabs. */
export function writePlan(file: string, sequences: CallSequence[]): Promise<void> {
  const lines = sequences.map((sequence, index) => {
    const calls = sequence.flatMap(({ method, path, token = '', body }) => [
      method,
      path,
      token,
      body ? JSON.stringify(body) : '',
    ])
    return [addressOf(index), ...calls].join('\t')
  })
  return writeFile(file, `${lines.join('\n')}\n`)
}

function commandFor({
  url,
  plan,
  seconds,
  connections,
  accepts,
  opener,
}: Load): [string, string[]] {
  const mode = accepts ? 'accept' : 'nothing'
  if (load_generator === 'autocannon') {
    const args = [url, plan, String(seconds), String(connections), mode]
    return [process.execPath, [pathOf('./autocannon.ts'), ...args]]
  }
  const size = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s']
  return [
    'wrk',
    [...size, '-s', pathOf('./wrk.lua'), url, '--', plan, mode, opener, String(connections)],
  ]
}

/** Sends the sequences of the plan from a separate process, on another core than the servers. */
export async function sendLoad(load: Load): Promise<LoadReport> {
  const [name, args] = pinToCore(LOAD_CORE, ...commandFor(load))
  const child = spawn(name, args, { env: environment({}), stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const text of child.stdout) output += String(text)
  const report = output.trim().split('\n').at(-1) ?? ''
  if (!report.startsWith('{')) throw new Error(`the load generator failed: ${output}`)
  return Value.Parse(LoadReport, JSON.parse(report))
}

/** Returns the body of the answer. Throws if the status is not 2xx. */
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
