import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { codeOf, MAX_START_MS, playkeep, serve } from '../support/servers.ts'

const is_root = process.getuid?.() === 0

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return is_root && process.platform === 'linux'
  } catch {
    process.stdout.write('file systems cannot be mounted here: tests that need one are left out\n')
    return false
  }
}

const can_mount = canMount()

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A folder on a small file system of its own. */
async function smallDisk(size: string): Promise<string> {
  const folder = await temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Nobody can write to the folder, not even root. */
async function makeReadOnly(folder: string): Promise<void> {
  if (is_root) execFileSync('mount', ['-o', 'remount,ro', folder])
  else await chmod(folder, 0o555)
}

test.runIf(can_mount || !is_root)(
  'on a read-only file system the start ends with code 1 and a sentence [sqlite]',
  async () => {
    for (const is_new of [true, false]) {
      const folder = is_root ? await smallDisk('8m') : await temporaryFolder()
      const path = join(folder, 'playkeep.db')
      const DATABASE_URL = `sqlite:${path}`
      if (!is_new) await playkeep(['migrate'], { DATABASE_URL }).ended
      if (!is_new && !is_root) await chmod(path, 0o444)
      await makeReadOnly(folder)
      for (const WORKERS of ['1', '2']) {
        const program = playkeep(['serve'], { DATABASE_URL, PORT: '0', WORKERS, MIN_FREE_MB: '0' })
        expect(await codeOf(program)).toBe(1)
        expect(program.stderr).toMatch(/database is not available: .*(read-?only|unable to open)/i)
        expect(program.stderr).not.toMatch(/^ {4}at /m)
      }
    }
  },
)

test.runIf(can_mount)(
  'a migration on a full disk ends the start with code 1 and a sentence [sqlite]',
  async () => {
    for (const size of ['64k', '128k', '256k']) {
      const DATABASE_URL = `sqlite:${join(await smallDisk(size), 'playkeep.db')}`
      for (const command of ['serve', 'migrate']) {
        const program = playkeep([command], { DATABASE_URL, PORT: '0', MIN_FREE_MB: '0' })
        expect(await codeOf(program)).toBe(1)
        expect(program.stderr).toContain('The disk is full')
        expect(program.stderr).not.toMatch(/^ {4}at /m)
      }
    }
  },
)

test('a start that is interrupted closes the database [sqlite]', async () => {
  const path = join(await temporaryFolder(), 'playkeep.db')
  const DATABASE_URL = `sqlite:${path}`
  const first = await serve({ DATABASE_URL })
  expect(await first.program.kill('SIGTERM')).toBe(0)
  // The start computes what the new users lack, which takes seconds.
  const database = new DatabaseSync(path)
  database.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 200000)
    insert into users (game_id, username, username_key, last_login, created_at)
    select 1, 'p' || n, 'p' || n, 1, 1 from numbers`)
  database.close()
  expect(existsSync(`${path}-wal`)).toBe(false)

  const program = playkeep(['serve'], { DATABASE_URL, PORT: '0' })
  await expect.poll(() => existsSync(`${path}-wal`), { timeout: MAX_START_MS }).toBe(true)
  program.process.kill('SIGTERM')
  expect(await codeOf(program)).toBe(0)
  expect(program.stdout).toContain('stopped before the start was complete')
  expect(existsSync(`${path}-wal`)).toBe(false)
})
