import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { LogSync } from './log-sync.ts'
import { createSyncMemory, slots, states, type SyncOrders } from './sync-memory.ts'

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
  'on a fast disk, a sync ends within the same turn of the event loop',
  async () => {
    const log_sync = await startSync((log) => writeFile(log, 'some commits'), FAST_DISK)
    const syncsInSameTurn = async () => {
      let has_turned = false
      setImmediate(() => (has_turned = true))
      await log_sync.sync()
      return !has_turned
    }
    // On a busy machine the thread is late now and then.
    await expect.poll(syncsInSameTurn, { timeout: 20_000, interval: 1 }).toBe(true)
  },
)

async function startThread(createLog: (log: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-test-'))
  const orders: SyncOrders = { log: join(folder, 'log'), memory: createSyncMemory() }
  await createLog(orders.log)
  const thread = new Worker(new URL('./sync-thread.ts', import.meta.url), { workerData: orders })
  onTestFinished(async () => {
    await thread.terminate()
    await rm(folder, { recursive: true })
  })
  await once(thread, 'message')
  const shared = new Int32Array(orders.memory)
  const notify = () => Atomics.notify(shared, slots.state)
  const order = (state: number) => {
    Atomics.store(shared, slots.state, state)
    notify()
  }
  return { thread, shared, notify, order }
}

test('a notification that comes late starts no second sync', async () => {
  const { thread, shared, notify, order } = await startThread((log) =>
    writeFile(log, 'some commits'),
  )
  const message = once(thread, 'message')
  order(states.server_expects_message)
  await message
  shared[slots.took_us] = -1
  // Twice, so that the thread waits again after the first.
  for (const _ of [1, 2]) await expect.poll(notify, { interval: 1 }).toBe(1)
  expect(shared[slots.took_us]).toBe(-1)
})

test('a failure is reported by a message, even to a server that blocks', async () => {
  const { thread, shared, order } = await startThread((log) => symlink('/dev/null', log))
  const message = once(thread, 'message')
  order(states.server_blocks)
  expect(await message).toEqual(['EINVAL'])
  expect(shared[slots.state]).toBe(states.server_expects_message)
})

test('after a commit that did not get to the disk, none is trusted', async () => {
  // A device that cannot be synced.
  const log_sync = await startSync((log) => symlink('/dev/null', log))
  await expect(log_sync.sync()).rejects.toThrow('could not be brought to its disk (EINVAL)')
  expect(() => log_sync.check()).toThrow('restart the server')
  expect(() => log_sync.begin()).toThrow('restart the server')
})
