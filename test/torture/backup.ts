import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { playkeep } from '../support/servers.ts'
import { check } from './check.ts'
import type { Problem } from './comparison.ts'
import { clock, type History } from './history.ts'
import { House, storeAt } from './server-under-test.ts'
import { openReader, type Reader } from './reader.ts'

const MOST_TRIES = 20
const PAUSE_MS = 250

export interface Backup {
  file: string
  /** Everything that was acknowledged before this time is in the backup. */
  began_at: number
  ended_at: number
}

/** Runs a command to its end, or until the signal. */
async function run(args: string[], DATABASE_URL: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const program = playkeep(args, { DATABASE_URL })
  const done = new AbortController()
  if (signal) {
    once(signal, 'abort', { signal: done.signal }).then(
      () => program.kill('SIGTERM'),
      () => {},
    )
  }
  const code = await program.ended
  done.abort()
  signal?.throwIfAborted()
  if (code === 0) return
  throw new Error(`playkeep ${args[0]} ended with ${code}: ${program.stderr}${program.stdout}`)
}

/** Runs the backup command while players play. */
export async function takeBackup(
  database_url: string,
  file: string,
  signal?: AbortSignal,
): Promise<Backup> {
  const began_at = clock()
  await run(['backup', file], database_url, signal)
  return { file, began_at, ended_at: clock() }
}

/** A backup fails when its database goes down; then it is started again. */
export async function takeBackupInTrouble(
  database_url: string,
  file: string,
  signal: AbortSignal,
): Promise<Backup> {
  for (let tries = 1; ; tries++) {
    try {
      return await takeBackup(database_url, file, signal)
    } catch (error) {
      if (signal.aborted || tries === MOST_TRIES) throw error
      await sleep(PAUSE_MS, undefined, { signal })
    }
  }
}

interface Restored {
  reader: Reader
  close(): Promise<void>
}

/** Restores the file into an empty database with the command, and starts a server on it. */
export async function openRestored(file: string, database_url: string): Promise<Restored> {
  await run(['restore', file], database_url)
  const house = await House.open(storeAt(database_url))
  const reader = await openReader({ url: house.url, database_url }).catch(async (error) => {
    await house.close()
    throw error
  })
  return {
    reader,
    async close() {
      await reader.close()
      await house.close()
    },
  }
}

/** What is wrong with the backup, compared with what was acknowledged before it started. */
export async function checkBackup(
  history: History,
  { file, began_at }: Backup,
  database_url: string,
): Promise<Problem[]> {
  const { reader, close } = await openRestored(file, database_url)
  try {
    return await check(history, reader, { before: began_at })
  } finally {
    await close()
  }
}
