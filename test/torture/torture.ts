import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/storage/dialect.ts'
import { checkBackup, takeBackupWithRetries } from './backup.ts'
import { check } from './check.ts'
import type { LoadCounters } from './client.ts'
import { type Problem, violation } from './comparison.ts'
import { type FaultCounters, injectFaults } from './fault-injection.ts'
import type { History } from './history.ts'
import { createFixture, startLoad } from './load.ts'
import { openReader } from './reader.ts'
import { createDatabase, ServerUnderTest } from './server-under-test.ts'

export interface TortureOptions {
  engine: Engine
  seed: number
  minutes: number
  /** The name of a file in `faults/`: a bug with which the server is started. */
  planted_fault?: string | undefined
  /** How many server processes share the port. */
  workers?: number
  log?: (text: string) => void
  /** Ends the run early. */
  signal?: AbortSignal
}

export interface Report {
  load_counters: LoadCounters
  fault_counters: FaultCounters
  problems: Problem[]
  /** Problems of the backup that was taken in the middle of the run and then restored. */
  backup_problems: Problem[]
  history: History
}

const PROGRESS_INTERVAL_MS = 10_000

export const formatCounters = (counters: object) =>
  Object.entries(counters)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ')

export async function checkServer(
  server: ServerUnderTest,
  history: History,
  database_url = server.database.url,
): Promise<Problem[]> {
  const reader = await openReader({ url: server.url, database_url })
  try {
    const problems = await check(history, reader)
    return [
      ...server.crashes.map((output) => violation(`the server exited unexpectedly: ${output}`)),
      ...problems,
    ]
  } finally {
    await reader.close()
  }
}

/** Players send writes while the server and the database fail; then the state is compared with what was acknowledged. */
export async function torture(options: TortureOptions): Promise<Report> {
  const { engine, seed, minutes, planted_fault, workers, log = () => {} } = options
  const finished = new AbortController()
  const signal = AbortSignal.any([finished.signal, ...(options.signal ? [options.signal] : [])])
  const fault_counters = { server_kills: 0, database_restarts: 0, dropped_connections: 0 }
  const duration_ms = minutes * 60_000
  const database = await createDatabase(engine)
  const server = await ServerUnderTest.launch(database, { planted_fault, workers })
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-torture-'))
  const backUp = async () => {
    await sleep(duration_ms / 2, undefined, { signal })
    return takeBackupWithRetries(database.url, join(folder, 'backup.ndjson.gz'), signal)
  }
  try {
    const load = startLoad(server.url, await createFixture(server.url), seed)
    const progress = setInterval(
      () => log(formatCounters({ ...load.counters, ...fault_counters })),
      PROGRESS_INTERVAL_MS,
    )
    const injection = injectFaults(server, { seed, engine, duration_ms, signal }, fault_counters)
    const backing_up = backUp()
    try {
      await Promise.all([injection, backing_up])
      if (!server.is_running) await server.start()
    } finally {
      finished.abort()
      clearInterval(progress)
      await Promise.allSettled([injection, backing_up])
      await load.stop()
    }
    const { history, counters: load_counters } = load
    log(`checking the results of ${history.results.length} actions`)
    const problems = await checkServer(server, history)
    log('restoring the backup and checking it')
    const second_url = await database.createSecond()
    const backup_problems = await checkBackup(history, await backing_up, second_url)
    return { load_counters, fault_counters, problems, backup_problems, history }
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
