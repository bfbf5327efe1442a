import { expect, test } from 'vitest'
import { playkeep, waitForOutput } from '../support/servers.ts'
import { Client, emptyDatabase, ENGINES, unique } from '../support/world.ts'
import { openDatabase } from '../../src/storage/open.ts'

const SYSTEM_KEY = 'tests:only-for-the-tests-0123456789'
const HEAP_MIB = 96
const READERS = 90
/** Together they are larger than the heap; what a client has not read yet is not on the heap. */
const ATTRIBUTES = 40
const VALUE_CHARACTERS = 65_536

for (const engine of ENGINES) {
  test(`many reads of a large list at once do not fill the memory [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const program = playkeep(['serve'], {
      PORT: '0',
      DATABASE_URL: database.url,
      SYSTEM_KEY,
      RATE_LIMIT: 'off',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    })
    const url = (await waitForOutput(program, /API {7}(\S+)\/api\/v3/)).trim()
    const [name = '', token = ''] = SYSTEM_KEY.split(':')
    const system = new Client(url, { 'service-key-name': name, 'service-key-token': token })
    const game = (await system.post('/test_suite/create_game')).body
    const username = unique('hoarder')
    const player = (
      await system.post('/test_suite/create_user', {
        game_id: game.id,
        username,
        email: `${username}@example.com`,
      })
    ).body

    const db = await openDatabase({ url: database.url, pool_size: 2 })
    await db.rawTransaction(async (run) => {
      for (let n = 0; n < ATTRIBUTES; n++) {
        await run(`insert into user_attributes (user_id, key, value)
          values (${player.id}, 'k${n}', '${'x'.repeat(VALUE_CHARACTERS)}')`)
      }
    })
    await db.close()

    const reader = new Client(url, { 'authentication-token': player.authentication_token })
    /** Asks again while the database is busy: on a slow machine, the last ones would wait too long for a connection. */
    const readPatiently = async (path: string) => {
      for (;;) {
        const reply = await reader.get(path)
        if (reply.status !== 503) return reply
      }
    }
    const readTogether = (path: string) =>
      Promise.all(Array.from({ length: READERS }, () => readPatiently(path)))
    // Opens the connections, so that the requests below arrive in one turn of the server's event loop.
    await readTogether(`/users/${player.id}?with_full_data=false`)
    const answers = await readTogether(`/users/${player.id}/game_user_attributes`)
    expect(answers.map(({ status, body }) => [status, body?.game_user_attributes.length])).toEqual(
      answers.map(() => [200, ATTRIBUTES]),
    )
    // A long read, for which SQLite has a process of its own, does not delay the stop.
    expect((await reader.get('/groups?query=a')).status).toBe(200)
    expect(await program.kill('SIGTERM')).toBe(0)
    await database.remove()
  })
}
