import { chmodSync, readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePrivate } from '../../src/storage/sqlite/private-files.ts'
import { MAIN, Program, waitForOutput } from '../support/servers.ts'

const WINDOWS = process.platform === 'win32'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playkeep-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

const environment = (name: string) => ({
  PORT: '0',
  DATABASE_URL: `sqlite:${join(folder, name, 'data', 'playkeep.db')}`,
  MAIL_OUTBOX: join(folder, name, 'outbox'),
  BACKUP_DIR: join(folder, name, 'backups'),
})

/** With the umask that makes every file readable and writable for everybody. */
const careless = (args: string[], env: Record<string, string>, cwd?: string) =>
  new Program('sh', ['-c', 'umask 000; exec "$0" "$@"', process.execPath, MAIN, ...args], {
    env,
    ...(cwd ? { cwd } : {}),
  })

async function run(args: string[], env: Record<string, string>, cwd?: string) {
  const program = careless(args, env, cwd)
  const code = await program.ended
  return { code, text: program.stdout + program.stderr }
}

/** Every file and folder with its mode. */
const modesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => {
    const full = join(entry.parentPath, entry.name)
    return [relative(path, full), (statSync(full).mode & 0o777).toString(8)]
  })

const isPrivate = ([, mode]: (string | undefined)[]) => mode?.endsWith('00')

test(
  'with umask 000, no file or folder of the server is open to other users',
  { skip: WINDOWS },
  async () => {
    const env = environment('new')
    const server = careless(['serve'], env)
    const game_token = await waitForOutput(server, /game_token {2}(\S+)\n/)
    const url = (await waitForOutput(server, /API {7}(\S+)\/api\/v3/)).trim()
    const account = { username: 'ada', email: 'ada@example.com', password: 'secret1' }
    const signed_up = await fetch(`${url}/api/v3/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...account,
        game_id: 1,
        game_token,
        password_confirmation: 'secret1',
      }),
    })
    expect(signed_up.status).toBe(200)
    await fetch(
      `${url}/api/v3/games/1/forget_password?email=ada@example.com&game_token=${game_token}`,
    )
    await waitForOutput(server, /a mail was written to the outbox/)
    const backup = join(folder, 'new', 'backup.gz')
    const exported = join(folder, 'new', 'game.ndjson')
    const player = join(folder, 'new', 'ada.json')
    const restored = { ...env, DATABASE_URL: `sqlite:${join(folder, 'new/restored/again.db')}` }
    expect(await run(['backup', backup], env)).toMatchObject({ code: 0 })
    expect(await run(['export', '1', exported], env)).toMatchObject({ code: 0 })
    expect(await run(['player', 'export', '1', player], env)).toMatchObject({ code: 0 })
    expect(await run(['restore', backup], restored)).toMatchObject({ code: 0 })
    const is_running = modesIn(join(folder, 'new'))
    expect(is_running.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'data',
        'data/playkeep.db',
        'data/playkeep.db-wal',
        'data/playkeep.db-shm',
        'outbox',
        'restored/again.db',
        'backup.gz',
        'game.ndjson',
        'ada.json',
      ]),
    )
    expect(is_running.filter((file) => !isPrivate(file))).toEqual([])
    expect(await server.kill('SIGTERM')).toBe(0)
  },
)

test(
  'a database that other users can read is made private at the start, with a line in the log',
  { skip: WINDOWS },
  async () => {
    const env = environment('old')
    expect(await run(['migrate'], env)).toMatchObject({ code: 0 })
    const file = join(folder, 'old/data/playkeep.db')
    chmodSync(file, 0o644)
    const doctor = await run(['doctor'], env)
    expect(doctor.text).toContain(`! files: other users of this machine can open ${file}`)
    expect(doctor.text).toContain('chmod 600')

    const server = careless(['serve'], env)
    await waitForOutput(server, /now only its owner can/)
    await waitForOutput(server, /API {7}(\S+)\/api\/v3/)
    expect(modesIn(join(folder, 'old/data')).filter((one) => !isPrivate(one))).toEqual([])
    expect(await server.kill('SIGTERM')).toBe(0)
    expect((await run(['doctor'], env)).text).toContain('✓ files: only their owner can open them')
  },
)

test('the doctor warns of an .env that other users can read', { skip: WINDOWS }, async () => {
  const env = environment('settings')
  await mkdir(join(folder, 'settings'))
  const file = join(folder, 'settings', '.env')
  await writeFile(file, 'LOG_LEVEL=info\n')
  await chmod(file, 0o644)
  await run(['migrate'], env, join(folder, 'settings'))
  const doctor = () => run(['doctor'], env, join(folder, 'settings'))
  expect((await doctor()).text).toContain('! files: other users of this machine can open .env')
  await chmod(file, 0o640)
  expect((await doctor()).text).toContain('✓ files: only their owner can open them')
})

test(
  'files of another owner, and those that cannot be looked at, are left as they are',
  { skip: WINDOWS || process.getuid?.() !== 0 },
  async () => {
    const open = join(folder, 'theirs.db')
    const hidden = join(folder, 'hidden')
    await writeFile(open, '')
    await chmod(open, 0o644)
    await mkdir(hidden, { mode: 0o700 })
    await chmod(folder, 0o755)
    try {
      process.seteuid?.(54_321)
      expect(makePrivate(open)).toEqual([])
      expect(makePrivate(join(hidden, 'playkeep.db'))).toEqual([])
    } finally {
      process.seteuid?.(0)
    }
    expect(statSync(open).mode & 0o777).toBe(0o644)
    expect(makePrivate(open)).toEqual([open])
  },
)
