import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LogSync } from './log-sync.ts'

async function startSync(
  createLog: (log: string) => Promise<void>,
  parent = tmpdir(),
): Promise<LogSync> {
  const folder = await mkdtemp(join(parent, 'playkeep-test-'))
  await createLog(join(folder, 'data.sqlite-wal'))
  const log_sync = new LogSync(join(folder, 'data.sqlite'))
  onTestFinished(async () => {
    await log_sync.close()
    await rm(folder, { recursive: true })
  })
  await expect.poll(() => log_sync.begin(), { timeout: 20_000, interval: 1 }).toBe(true)
  return log_sync
}

test('after many commits a thread waits for the disk', async () => {
  const log_sync = await startSync((log) => writeFile(log, 'some commits'))
  await log_sync.sync()
  await log_sync.idle()
  expect(log_sync.begin()).toBe(true)
})

/** A disk in memory, as Linux has it, which is always fast. */
const FAST_DISK = '/dev/shm'

test.skipIf(!existsSync(FAST_DISK))(
  'where the disk is fast, a commit is there before the next turn of the event loop',
  async () => {
    const log_sync = await startSync((log) => writeFile(log, 'some commits'), FAST_DISK)
    const isThereAtOnce = async () => {
      let has_turned = false
      setImmediate(() => (has_turned = true))
      await log_sync.sync()
      return !has_turned
    }
    // On a busy machine the thread is late now and then.
    await expect.poll(isThereAtOnce, { timeout: 20_000, interval: 1 }).toBe(true)
    await log_sync.idle()
  },
)

test('after a commit that did not get to the disk, none is trusted', async () => {
  // A device that cannot be synced.
  const log_sync = await startSync((log) => symlink('/dev/null', log))
  await expect(log_sync.sync()).rejects.toThrow('could not be brought to its disk (EINVAL)')
  expect(() => log_sync.check()).toThrow('restart the server')
  expect(() => log_sync.begin()).toThrow('restart the server')
})
