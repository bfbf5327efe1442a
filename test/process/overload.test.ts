import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { serveFirstGame } from '../support/first-game.ts'
import type { Program } from '../support/servers.ts'
import { emptyDatabase, ENGINES, type Player } from '../support/world.ts'

const megabytesOf = ({ process: { pid } }: Program) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

async function serveWithPlayer(settings: Record<string, string>) {
  const env = { RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...settings }
  const { program, url, signUpPlayer } = await serveFirstGame(env)
  return { program, url, player: await signUpPlayer('ada') }
}

/** Sends a request on a new connection and reads only the first bytes of the answer; the returned function reads the rest. */
async function requestWithoutReading(url: string, path: string, player: Player) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const headers = `host: x\r\nconnection: close\r\nauthentication-token: ${player.token}`
  socket.write(`GET /api/v3${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  return async () => {
    let bytes = 0
    socket.on('data', (chunk) => (bytes += chunk.length)).resume()
    await new Promise((resolve) => socket.once('close', resolve))
    return bytes
  }
}

for (const engine of ENGINES) {
  test(`with more requests than it can handle, the server's memory stays bounded and no confirmed write is lost [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const settings = { DATABASE_URL: database.url, MAX_REQUESTS: '20' }
    const { program, player } = await serveWithPlayer(settings)
    let highest = 0
    const statuses = new Map<number, number>()
    for (let wave = 0; wave < 5; wave++) {
      const replies = await Promise.all(
        Array.from({ length: 400 }, () => player.post(player.at('add_score'), { score: 1 })),
      )
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      highest = Math.max(highest, megabytesOf(program))
    }
    expect([...statuses.keys()].sort((a, b) => a - b)).toEqual([200, 503])
    expect(highest).toBeLessThan(500)
    const last = await player.post(player.at('add_score'), { score: 1 })
    expect([last.status, last.body.score]).toEqual([200, (statuses.get(200) ?? 0) + 1])
    expect(await program.kill('SIGTERM')).toBe(0)
    await database.remove()
  })

  test(`large answers that clients do not read do not fill the memory [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const { program, url, player } = await serveWithPlayer({ DATABASE_URL: database.url })
    // Larger than the limit, as an account from before there was one.
    const db = await openDatabase({ url: database.url, pool_size: 2 })
    await db.rawTransaction(async (run) => {
      for (let n = 0; n < 256; n++)
        await run(`insert into user_attributes (user_id, key, value)
          values (${player.id}, 'k${n}', '${'x'.repeat(60_000)}')`)
    })
    await db.close()
    const readers = []
    for (let count = 0; count < 40; count++)
      readers.push(await requestWithoutReading(url, player.at('game_user_attributes'), player))
    expect((await player.get(`/users/${player.id}?with_full_data=false`)).status).toBe(200)
    expect(megabytesOf(program)).toBeLessThan(1000)
    const read = await Promise.all(readers.map((readAll) => readAll()))
    const whole = 256 * 60_000
    expect(read.at(-1)).toBeGreaterThan(whole)
    expect(read.filter((bytes) => bytes < whole).length).toBeGreaterThan(0)
    expect(await program.kill('SIGTERM')).toBe(0)
    await database.remove()
  })
}
