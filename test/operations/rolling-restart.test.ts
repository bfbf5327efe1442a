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

  /** Resolves when the proxy sends it players' requests. */
  waitForPlayers = () =>
    waitUntil('the proxy uses the server', async () => {
      const metrics = await fetch(`http://127.0.0.1:${this.port}/metrics`)
      return (await metrics.text()).includes('add_score')
    })
}

/** Replaces a part that must exist. */
function adapt(text: string, part: RegExp | string, by: string): string {
  expect(text).toMatch(part)
  return text.replace(part, by)
}

/** The configurations that operators get, with the addresses of this test. */
const CONFIGURATIONS = {
  async haproxy(port: number) {
    const config = await read('ops/haproxy/haproxy.cfg')
    // 20,000 would need more open files than a machine for tests may allow.
    const small = adapt(config, 'maxconn 20000', 'maxconn 1000')
    return adapt(small, /bind .*/, `bind 127.0.0.1:${port}`)
  },
  async nginx(port: number) {
    const page = await read('docs/high-availability.md')
    const config = /```nginx\n([^]*?)```/.exec(page)?.[1] ?? ''
    const plain = adapt(config, /listen .*/, `listen 127.0.0.1:${port};`)
    const here = adapt(plain, /access_log .*/, 'access_log off;')
    return `daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
${here.replaceAll(/^ *ssl_.*\n/gm, '')}}
`
  },
}

const ARGUMENTS = {
  haproxy: ['-db', '-f', 'config'],
  nginx: ['-p', '.', '-c', 'config'],
}

type ProxyName = keyof typeof CONFIGURATIONS

async function startProxy(name: ProxyName, servers: [number, number]) {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), `playkeep-${name}-`))
  let config = await CONFIGURATIONS[name](port)
  config = adapt(config, '10.0.0.11:3000', `127.0.0.1:${servers[0]}`)
  config = adapt(config, '10.0.0.12:3000', `127.0.0.1:${servers[1]}`)
  await writeFile(join(folder, 'config'), config)
  const program = new Program(name, ARGUMENTS[name], { cwd: folder })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(`${name} answers`, () => {
    if (program.process.exitCode !== null) throw new Error(program.stderr + program.stdout)
    return answers(`${url}/health`)
  })
  const close = async () => {
    await program.kill('SIGTERM')
    await rm(folder, { recursive: true })
  }
  return { url, close }
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

const PROXIES = [
  ['haproxy', 6],
  ['nginx', 2],
] as const

for (const [name, restarts] of PROXIES) {
  const is_installed = spawnSync(name, ['-v']).status === 0
  if (!is_installed)
    console.warn(`Skipped: ${name} is not installed (Debian: apt-get install ${name}).`)

  test.skipIf(!is_installed)(
    `no request fails while two servers behind ${name} are restarted in turn, ${restarts} times [postgres]`,
    async () => {
      const database = await emptyDatabase('postgres')
      const ports: [number, number] = [await freePort(), await freePort()]
      const servers = ports.map((port) => new Server(port, database.url))
      for (const server of servers) await server.start()
      const proxy = await startProxy(name, ports)

      const { players } = await createFixture(proxy.url)
      const stopping = new AbortController()
      const playing = players.map((player) => play(proxy.url, player, stopping.signal))
      for (let restart = 0; restart < restarts; restart++) {
        const server = servers[restart % 2]
        expect(await server?.stop()).toBe(0)
        await server?.start()
        await server?.waitForPlayers()
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
