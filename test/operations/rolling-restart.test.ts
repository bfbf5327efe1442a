import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../support/postgres.ts'
import { playkeep, Program } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'
import { Connection } from '../torture/connection.ts'
import type { PlayerAccount } from '../torture/history.ts'
import { createFixture, SYSTEM_KEY } from '../torture/load.ts'

const TIMEOUT_MS = 600_000
const PAUSE_MS = 25
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const read = (path: string) => readFile(join(ROOT, path), 'utf8')

async function waitUntil(what: string, condition: () => Promise<boolean> | boolean) {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries === 1200) throw new Error(`never happened: ${what}`)
    await sleep(50)
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** A server that starts again on the same port. */
class Server {
  readonly port: number
  readonly #database_url: string
  #program: Program | undefined

  constructor(port: number, database_url: string) {
    this.port = port
    this.#database_url = database_url
  }

  async start(): Promise<void> {
    this.#program = playkeep(['serve'], {
      PORT: String(this.port),
      DATABASE_URL: this.#database_url,
      SYSTEM_KEY,
      TRUST_PROXY: '1',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '4',
    })
    await waitUntil('the server is ready', () => answers(`http://127.0.0.1:${this.port}/ready`))
  }

  stop = async () => this.#program?.kill('SIGTERM')
}

/** A proxy in front of both servers, with the configuration that operators get. */
interface Proxy {
  url: string
  /** Resolves when it sends requests to this server again, which it has taken out this many times. */
  waitFor(server: number, times_out: number): Promise<void>
  close(): Promise<void>
}

/** Replaces a part that must exist. */
function adapt(text: string, part: RegExp | string, by: string): string {
  expect(text).toMatch(part)
  return text.replace(part, by)
}

async function startProxy(
  command: string,
  url: string,
  config: string,
  args: (file: string) => string[],
) {
  const folder = await mkdtemp(join(tmpdir(), `playkeep-${command}-`))
  const file = join(folder, 'config')
  await writeFile(file, config)
  const program = new Program(command, args(file), { cwd: folder })
  await waitUntil(`${command} answers`, () => {
    if (program.process.exitCode !== null) throw new Error(program.stderr + program.stdout)
    return answers(`${url}/health`)
  })
  const close = async () => {
    await program.kill('SIGTERM')
    await rm(folder, { recursive: true })
  }
  return { program, close }
}

async function startHaproxy([one, two]: [number, number], port: number): Promise<Proxy> {
  let config = await read('ops/haproxy/haproxy.cfg')
  config = adapt(config, /bind .*/, `bind 127.0.0.1:${port}`)
  // 20,000 would need more open files than a machine for tests may allow.
  config = adapt(config, 'maxconn 20000', 'maxconn 1000')
  config = adapt(config, '10.0.0.11:3000', `127.0.0.1:${one}`)
  config = adapt(config, '10.0.0.12:3000', `127.0.0.1:${two}`)
  const url = `http://127.0.0.1:${port}`
  const args = (file: string) => ['-db', '-f', file]
  const { program, close } = await startProxy('haproxy', url, config, args)
  const waitFor = (server: number, times: number) => {
    const name = server === 0 ? 'one' : 'two'
    const count = (state: string) => program.stdout.split(`servers/${name} is ${state}`).length - 1
    return waitUntil(`HAProxy sees ${name} again`, () => count('UP') >= times)
  }
  return { url, waitFor, close }
}

/** Requests that are never repeated. Returns what failed, and how many points each player was given. */
async function play(url: string, { id, token }: PlayerAccount, signal: AbortSignal) {
  const connection = new Connection()
  const failures: string[] = []
  let [points, requests] = [0, 0]
  const send = async (method: string, path: string, body?: object) => {
    requests++
    const headers = { 'authentication-token': token }
    const request = { method, url: `${url}/api/v3${path}`, headers, ...(body ? { body } : {}) }
    const { status, text } = await connection
      .send(request)
      .catch((error: unknown) => ({ status: 0, text: String(error) }))
    if (status !== 200) failures.push(`${method} ${path}: ${status} ${text}`)
    await sleep(PAUSE_MS)
    return { status, text }
  }
  while (!signal.aborted) {
    const { status } = await send('POST', `/users/${id}/add_score`, { score: 1 })
    if (status === 200) points++
    await send('GET', `/users/${id}?with_full_data=false`)
  }
  const { score }: { score: number } = JSON.parse((await send('GET', `/users/${id}`)).text)
  connection.close()
  return { failures, requests, points, score }
}

const PROXIES = [['HAProxy', 'haproxy', 12, startHaproxy]] as const

for (const [name, command, restarts, start] of PROXIES) {
  const is_installed = spawnSync(command, ['-v']).status === 0
  if (!is_installed)
    console.warn(`Skipped: ${name} is not installed (Debian: apt-get install ${command}).`)

  test.skipIf(!is_installed)(
    `no request fails while two servers behind ${name} are restarted one after the other, ${restarts} times [postgres]`,
    { timeout: TIMEOUT_MS },
    async () => {
      const database = await emptyDatabase('postgres')
      const ports: [number, number] = [await freePort(), await freePort()]
      const servers = ports.map((port) => new Server(port, database.url))
      for (const server of servers) await server.start()
      const proxy = await start(ports, await freePort())

      const { players } = await createFixture(proxy.url)
      const stopping = new AbortController()
      const playing = players.map((player) => play(proxy.url, player, stopping.signal))
      for (let restart = 0; restart < restarts; restart++) {
        const server = servers[restart % 2]
        expect(await server?.stop()).toBe(0)
        await server?.start()
        await proxy.waitFor(restart % 2, Math.floor(restart / 2) + 1)
      }
      stopping.abort()
      const played = await Promise.all(playing)

      expect(played.flatMap(({ failures }) => failures)).toEqual([])
      expect(played.map(({ score }) => score)).toEqual(played.map(({ points }) => points))
      const requests = played.reduce((sum, player) => sum + player.requests, 0)
      console.info(`${name}: ${restarts} restarts, ${requests} requests, none failed`)
      await proxy.close()
      for (const server of servers) expect(await server.stop()).toBe(0)
      await database.remove()
    },
  )
}
