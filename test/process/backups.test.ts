import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { type NoParameters, statement } from '../../src/storage/statement.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'
import { waitForOutput, playkeep, serve } from '../support/servers.ts'

interface Saver {
  id: number
  token: string
  /** Credits that the server has confirmed so far. */
  confirmed: number
  refused: string[]
}

const post = (url: string, path: string, body: object, token = '') =>
  fetch(`${url}/api/v3${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authentication-token': token },
    body: JSON.stringify(body),
  })

async function signUp(url: string, game_token: string, name: string): Promise<Saver> {
  const account = { username: name, email: `${name}@example.com`, password: 'secret1' }
  const credentials = { game_id: 1, game_token, password_confirmation: 'secret1' }
  const user = await (await post(url, '/users', { ...credentials, ...account })).json()
  return { id: user.id, token: user.authentication_token, confirmed: 0, refused: [] }
}

/** Adds one credit after the other, and a round for each, until the signal. */
async function keepSaving(url: string, saver: Saver, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const { id, token, confirmed } = saver
    const earned = await post(url, `/users/${id}/add_credits`, { credits: 1 }, token)
    if (earned.status !== 200) saver.refused.push(await earned.text())
    else saver.confirmed++
    const round = { game_user_id: id, game_type: 'saving', score: confirmed }
    await (await post(url, '/game_rounds', round, token)).text()
  }
}

async function run(args: string[], DATABASE_URL: string) {
  const program = playkeep(args, { DATABASE_URL })
  return { code: await program.ended, text: program.stdout + program.stderr }
}

const findLastEntry = statement<NoParameters, { action: string; game_id: number | null }>(
  `select action, game_id from audit_log order by id desc limit 1`,
)

/** The newest one of the audit log. */
async function lastEntry(url: string) {
  const db = await openDatabase({ url, pool_size: 2 })
  const entry = await db.first(findLastEntry, {})
  await db.close()
  return entry
}

for (const engine of ENGINES) {
  test(`a backup under load contains everything confirmed before it, and requests continue meanwhile [${engine}]`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'playkeep-backup-'))
    const file = join(folder, 'backup.ndjson.gz')
    const source = await emptyDatabase(engine)
    const { program, url } = await serve({ DATABASE_URL: source.url, RATE_LIMIT: 'off' })
    const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
    const names = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay']
    const savers = await Promise.all(names.map((name) => signUp(url, game_token, name)))
    const stop = new AbortController()
    const saving = Promise.all(savers.map((saver) => keepSaving(url, saver, stop.signal)))
    const confirmed = () => savers.map((saver) => saver.confirmed)
    while (Math.min(...confirmed()) < 20) await new Promise((resume) => setTimeout(resume, 20))

    const before = confirmed()
    expect(await run(['backup', file], source.url)).toMatchObject({ code: 0 })
    const after = confirmed()
    stop.abort()
    await saving
    expect(savers.flatMap(({ refused }) => refused)).toEqual([])
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
    expect(sum(after)).toBeGreaterThan(sum(before))
    expect((await run(['backup', file], source.url)).text).toContain('--force')
    expect(await program.kill('SIGTERM')).toBe(0)

    for (const other of ENGINES) {
      const target = await emptyDatabase(other)
      expect(await run(['restore', file], target.url)).toMatchObject({ code: 0 })
      expect(await run(['restore', file], target.url)).toMatchObject({ code: 1 })
      const verified = await run(['verify'], target.url)
      expect(verified).toEqual({ code: 0, text: '6 users checked, 0 differ from the ledger\n' })
      expect(await lastEntry(target.url)).toEqual({
        action: 'admin.backups.restore',
        game_id: null,
      })
      const second = await serve({ DATABASE_URL: target.url, RATE_LIMIT: 'off' })
      for (const [index, { id, token }] of savers.entries()) {
        const headers = { 'authentication-token': token }
        const own = await fetch(`${second.url}/api/v3/users/${id}`, { headers })
        const { credits } = await own.json()
        expect(credits).toBeGreaterThanOrEqual(before[index] ?? 0)
        expect(credits).toBeLessThanOrEqual((after[index] ?? 0) + 1)
      }
      expect((await signUp(second.url, game_token, 'new')).id).toBeGreaterThan(savers.length)
      expect(await second.program.kill('SIGTERM')).toBe(0)
      await target.remove()
    }
    const game_file = join(folder, 'game.ndjson.gz')
    const target = await emptyDatabase(engine)
    expect(await run(['export', '1', game_file], source.url)).toMatchObject({ code: 0 })
    expect(await run(['import', game_file], target.url)).toMatchObject({ code: 0 })
    expect(await lastEntry(target.url)).toEqual({ action: 'admin.games.import', game_id: 1 })
    await target.remove()
    await source.remove()
    await rm(folder, { recursive: true })
  })
}
