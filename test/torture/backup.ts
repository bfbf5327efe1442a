import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { playkeep } from '../support/servers.ts'
import { check } from './check.ts'
import type { Problem } from './comparison.ts'
import { clock, type History } from './history.ts'
import { openReader, type Reader } from './reader.ts'
import { existingDatabase, ServerUnderTest } from './server-under-test.ts'

const MAX_ATTEMPTS = 20
const RETRY_DELAY_MS = 250

export interface Backup {
  file: string
  /** Everything that was acknowledged before this time is in the backup. */
  started_at: number
  ended_at: number
}

/** Runs a command of the program until it ends or the signal aborts it. */
async function run(args: string[], DATABASE_URL: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const program = playkeep(args, { DATABASE_URL })
  const finished = new AbortController()
  if (signal) {
    once(signal, 'abort', { signal: finished.signal }).then(
      () => program.kill('SIGTERM'),
      () => {},
    )
  }
  const code = await program.ended
  finished.abort()
  signal?.throwIfAborted()
  if (code === 0) return
  throw new Error(`playkeep ${args[0]} ended with ${code}: ${program.stderr}${program.stdout}`)
}

export async function takeBackup(
  database_url: string,
  file: string,
  signal?: AbortSignal,
): Promise<Backup> {
  const started_at = clock()
  await run(['backup', file], database_url, signal)
  return { file, started_at, ended_at: clock() }
}

/** Takes a backup, again from the start each time it fails because the database was down. */
export async function takeBackupWithRetries(
  database_url: string,
  file: string,
  signal: AbortSignal,
): Promise<Backup> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await takeBackup(database_url, file, signal)
    } catch (error) {
      if (signal.aborted || attempts === MAX_ATTEMPTS) throw error
      await sleep(RETRY_DELAY_MS, undefined, { signal })
    }
  }
}

interface RestoredServer {
  reader: Reader
  close(): Promise<void>
}

/** Restores the file into an empty database with the command, and starts a server on it. */
export async function startRestored(file: string, database_url: string): Promise<RestoredServer> {
  await run(['restore', file], database_url)
  const server = await ServerUnderTest.launch(existingDatabase(database_url))
  const reader = await openReader({ url: server.url, database_url }).catch(async (error) => {
    await server.close()
    throw error
  })
  return {
    reader,
    async close() {
      await reader.close()
      await server.close()
    },
  }
}

/** Restores the backup, and compares it with what was acknowledged before it started. */
export async function checkBackup(
  history: History,
  { file, started_at }: Backup,
  database_url: string,
): Promise<Problem[]> {
  const { reader, close } = await startRestored(file, database_url)
  try {
    return await check(history, reader, { before: started_at })
  } finally {
    await close()
  }
}
