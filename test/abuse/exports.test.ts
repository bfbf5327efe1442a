import { execFileSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { limits } from '../../src/limits.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type Program, serve, waitForOutput } from '../support/servers.ts'
import { openLimited } from './limited-world.ts'
import { Client, emptyDatabase, ENGINES, onEachEngine, Player } from '../support/world.ts'

const ROWS = 600
const VALUE = 'x'.repeat(60_000)
/** Less than one export of the account below. */
const HEAP_MEGABYTES = 64
const MOST_MEGABYTES = 350

const NUMBERS = `with recursive numbers(at) as
  (select 1 union all select at + 1 from numbers where at < ${ROWS})`

/** By SQL, since players may not store that much. */
async function fillAccount(db: Database, user_id: number, game_id: number): Promise<void> {
  await db.rawTransaction(async (run) => {
    await run(`${NUMBERS} insert into user_attributes (user_id, key, value)
      select ${user_id}, 'key ' || at, '${VALUE}' from numbers`)
    await run(`${NUMBERS} insert into leaderboard_entries
        (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
      select ${game_id}, ${user_id}, 'board', at, '${VALUE}', 0 from numbers`)
  })
}

const megabytesOf = ({ process: { pid } }: Program) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

/** Asks for the export and reads only its beginning. */
async function beginExport(player: Player): Promise<Socket> {
  const { hostname, port } = new URL(player.base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const headers = `host: x\r\nauthentication-token: ${player.token}`
  socket.write(`GET /api/v3${player.at('export')} HTTP/1.1\r\n${headers}\r\n\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

for (const engine of ENGINES) {
  test(`an export that is larger than the server's memory is sent, and one that is not read stays small [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const { program, url } = await serve({
      DATABASE_URL: database.url,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
    })
    const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
    const device = { game_id: 1, game_token, device_id: 'a device of this test' }
    const player = new Player(url, (await new Client(url).post('/users/guest', device)).body)
    const db = await openDatabase({ url: database.url, pool_size: 2 })
    await fillAccount(db, player.id, 1)
    await db.close()

    const unread = await beginExport(player)
    const second = await player.get(player.at('export'))
    expect([second.status, second.headers.get('x-error-code')]).toEqual([429, 'export_running'])
    unread.destroy()
    let reply = second
    const read = async () => (reply = await player.get(player.at('export'))).status
    await expect.poll(read).toBe(200)

    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.body.is_complete).toBe(true)
    expect(reply.body.attributes).toHaveLength(ROWS)
    expect(reply.body.leaderboard_entries).toHaveLength(ROWS)
    expect(new Set(reply.body.attributes.map(({ id }: { id: number }) => id)).size).toBe(ROWS)
    expect(megabytesOf(program)).toBeLessThan(MOST_MEGABYTES)
    expect(await program.kill('SIGTERM')).toBe(0)
    await database.remove()
  })
}

onEachEngine('only a few exports are sent at once', async (world) => {
  const players = await world.players(limits.exports_at_once.value + 1)
  for (const { id } of players) await fillAccount(world.context.db, id, world.game.id)
  const last = players.at(-1)
  const unread = []
  for (const player of players.slice(0, -1)) unread.push(await beginExport(player))

  const refused = await last?.get(last.at('export'))
  for (const socket of unread) socket.destroy()

  expect([refused?.status, refused?.headers.get('x-error-code')]).toEqual([503, 'busy'])
  const send = async () => (await last?.get(last.at('export')))?.status
  await expect.poll(send).toBe(200)
})

for (const engine of ENGINES) {
  test(`an export is complete although answers to its player were large [${engine}]`, async () => {
    const { world } = await openLimited(engine, '')
    const player = await world.player()
    const attributes = Array.from({ length: 8 }, (_, at) => ({ key: `key ${at}`, value: VALUE }))
    for (const attribute of attributes)
      expect((await player.post(player.at('add_game_user_attribute'), attribute)).status).toBe(200)
    const { status, body } = await player.get(player.at('export'))
    expect(status).toBe(200)
    expect(body.attributes).toHaveLength(attributes.length)
  })
}
