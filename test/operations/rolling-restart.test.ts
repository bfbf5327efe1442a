import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '../support/postgres.ts'
import { answers, isInstalled, startProxy, waitUntil } from '../support/reverse-proxies.ts'
import { playkeep, type Program } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'
import { Connection } from '../torture/connection.ts'
import type { PlayerAccount } from '../torture/history.ts'
import { createFixture, SYSTEM_KEY } from '../torture/load.ts'

const PAUSE_MS = 25
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
  ['haproxy', 2],
  ['nginx', 2],
] as const

for (const [name, restarts] of PROXIES) {
  test.skipIf(!isInstalled(name))(
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
