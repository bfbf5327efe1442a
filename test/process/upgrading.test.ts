import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { playkeep, serve, waitForOutput } from '../support/servers.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

async function execute(url: string, ...texts: string[]): Promise<void> {
  const db = await openDatabase({ url, pool_size: 2 })
  await db.rawTransaction(async (run) => {
    for (const sql of texts) await run(sql)
  })
  await db.close()
}

/** What the migrations of a later version may do: they only add. */
const LATER_VERSION = [
  'alter table users add column mood text',
  'create table moods (id bigint primary key)',
  "insert into migrations (name, applied_at) values ('9999-moods', 1)",
]

async function signUp(url: string, game_token: string, username: string): Promise<number> {
  const response = await fetch(`${url}/api/v3/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      game_id: 1,
      game_token,
      username,
      email: `${username}@example.com`,
      password: 'secret1',
      password_confirmation: 'secret1',
    }),
  })
  return response.status
}

for (const engine of ENGINES) {
  test(`a running server goes on when a newer version migrates, but does not start again [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const { program, url } = await serve({ DATABASE_URL })
    const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
    expect(await signUp(url, game_token, 'before')).toBe(200)
    await execute(DATABASE_URL, ...LATER_VERSION)
    expect(await signUp(url, game_token, 'after')).toBe(200)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    expect(await program.kill('SIGTERM')).toBe(0)

    for (const args of [['serve'], ['migrate', '--status'], ['migrate'], ['doctor'], ['games']]) {
      const refused = playkeep(args, { DATABASE_URL, PORT: '0' })
      expect(await refused.ended).toBe(1)
      expect(refused.stdout + refused.stderr).toContain(
        'The database belongs to a newer version of Playkeep: this version does not know its migration 9999-moods.',
      )
      expect(refused.stderr).not.toContain('    at ')
    }
    await remove()
  })
}

test('only commands that may create a database do so [sqlite]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-typo-'))
  const file = join(folder, 'folder', 'playkeep.db')
  const env = { DATABASE_URL: `sqlite:${file}` }
  const commands = ['doctor', 'games', 'verify', 'migrate --status', 'create-game Chess']
  for (const command of [...commands, 'backup out.gz', 'player find ada']) {
    const program = playkeep(command.split(' '), env, folder)
    expect(await program.ended).toBe(1)
    expect(program.stdout + program.stderr).toMatch(/There is no database/)
    expect(existsSync(join(folder, 'folder'))).toBe(false)
  }
  expect(await playkeep(['migrate'], env, folder).ended).toBe(0)
  expect(await playkeep(['create-game', 'Chess'], env, folder).ended).toBe(0)
  await rm(folder, { recursive: true })
})
