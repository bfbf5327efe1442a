import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { serve, waitForOutput } from '../support/servers.ts'

const REQUESTS = 2000
const SECONDS = 20
/** By then the server has noticed, even on a busy machine. */
const NOTICED_AFTER_MS = 10_000

const megabytes = (pid = 0) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** All processes of a PostgreSQL. */
async function processesOf(url: string): Promise<number[]> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const first = /^\d+ \(.*\) \w (\d+)/.exec(readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8'))?.[1]
  await client.end()
  const others = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
  return `${first} ${others}`.trim().split(' ').map(Number)
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has just ended.
    }
  }
}

interface Answer {
  sent_ms: number
  waited_ms: number
  status: number
  retry_after: string | null
}

test.runIf(process.platform === 'linux')(
  'while PostgreSQL stands still, nobody waits long, and soon nobody waits at all [postgres]',
  async () => {
    const postgres = await startPostgres({ max_connections: 50 })
    const { program, url } = await serve({
      DATABASE_URL: `${postgres.url}/postgres`,
      RATE_LIMIT: 'off',
    })
    const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
    const headers = { 'content-type': 'application/json' }
    const signUp = (username: string) => {
      const account = { username, email: `${username}@example.com`, password: 'secret1' }
      const body = { ...account, password_confirmation: 'secret1', game_id: 1, game_token }
      return fetch(`${url}/api/v3/users`, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    const { id, authentication_token } = await (await signUp('ada')).json()
    const own = { headers: { ...headers, 'authentication-token': authentication_token } }
    const read = () => fetch(`${url}/api/v3/users/${id}`, own)
    const write = () =>
      fetch(`${url}/api/v3/users/${id}/add_credits`, {
        ...own,
        method: 'POST',
        body: '{"credits":1}',
      })
    const { pid } = program.process
    const before = megabytes(pid)

    const stopped = await processesOf(postgres.url)
    signal(stopped, 'SIGSTOP')
    onTestFinished(async () => {
      signal(stopped, 'SIGCONT')
      await program.kill('SIGKILL')
      await postgres.stop()
    })
    const began = performance.now()
    const answers: Promise<Answer>[] = []
    const send = async (call: () => Promise<Response>): Promise<Answer> => {
      const sent_ms = performance.now() - began
      const reply = await call()
      await reply.arrayBuffer()
      const waited_ms = performance.now() - began - sent_ms
      return {
        sent_ms,
        waited_ms,
        status: reply.status,
        retry_after: reply.headers.get('retry-after'),
      }
    }
    for (let count = 0; count < REQUESTS; count++) {
      const due = (count / REQUESTS) * SECONDS * 1000
      const early_ms = due - (performance.now() - began)
      if (early_ms > 1) await sleep(early_ms)
      answers.push(send(count % 2 === 0 ? read : write))
    }
    const all = await Promise.all(answers)
    const late = all.filter(({ sent_ms }) => sent_ms > NOTICED_AFTER_MS)
    const slowest = (some: Answer[]) => Math.max(...some.map(({ waited_ms }) => waited_ms))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]))
    expect(all.filter(({ retry_after }) => !retry_after)).toEqual([])
    // Far more than they take, and far less than without the watch: a minute, and five seconds.
    expect(slowest(all)).toBeLessThan(25_000)
    expect(slowest(late)).toBeLessThan(4000)
    expect(megabytes(pid) - before).toBeLessThan(300)

    signal(stopped, 'SIGCONT')
    let number = 0
    await expect.poll(async () => (await signUp(`later-${number++}`)).status).toBe(200)
    await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
  },
)
