import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/storage/dialect.ts'
import { checkBackup, takeBackupInTrouble } from './backup.ts'
import { type Damage, wreakHavoc } from './fault-injection.ts'
import { check } from './check.ts'
import { broken, type Problem } from './comparison.ts'
import type { History } from './history.ts'
import { emptyStore, House } from './server-under-test.ts'
import type { Figures } from './client.ts'
import { gatherCast, startPlaying } from './load.ts'
import { openReader } from './reader.ts'

export interface Ordeal {
  engine: Engine
  seed: number
  minutes: number
  /** The name of a file in `faults/` with which the server is started. */
  fault?: string | undefined
  say?: (text: string) => void
  /** Ends the run early. */
  signal?: AbortSignal
}

export interface Report {
  figures: Figures & Damage
  problems: Problem[]
  /** Problems of the backup that was taken in the middle of the run and then restored. */
  backup_problems: Problem[]
  history: History
}

const PROGRESS_MS = 10_000

export const describe = (figures: object) =>
  Object.entries(figures)
    .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`)
    .join(', ')

async function examine(house: House, history: History): Promise<Problem[]> {
  const reader = await openReader({ url: house.url, database_url: house.store.url })
  try {
    const problems = await check(history, reader)
    return [
      ...house.crashes.map((said) => broken(`the server ended by itself: ${said}`)),
      ...problems,
    ]
  } finally {
    await reader.close()
  }
}

/** Players play while the server and the database fail; then the state is compared with what was acknowledged. */
export async function torture(ordeal: Ordeal): Promise<Report> {
  const { engine, seed, minutes, fault, say = () => {} } = ordeal
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, ...(ordeal.signal ? [ordeal.signal] : [])])
  const damage = { kills: 0, database_restarts: 0, cut_connections: 0 }
  const duration_ms = minutes * 60_000
  const store = await emptyStore(engine)
  const house = await House.open(store, fault)
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-torture-'))
  const backUp = async () => {
    await sleep(duration_ms / 2, undefined, { signal })
    return takeBackupInTrouble(store.url, join(folder, 'backup.ndjson.gz'), signal)
  }
  try {
    const playing = startPlaying(house.url, await gatherCast(house.url), seed)
    const figures = () => ({ ...playing.figures, ...damage })
    const progress = setInterval(() => say(describe(figures())), PROGRESS_MS)
    const havoc = wreakHavoc(house, { seed, engine, duration_ms, signal }, damage)
    const backing_up = backUp()
    try {
      await Promise.all([havoc, backing_up])
      if (!house.is_running) await house.start()
    } finally {
      over.abort()
      clearInterval(progress)
      await Promise.allSettled([havoc, backing_up])
      await playing.stop()
    }
    const { history } = playing
    say(`checking ${history.acts.length} acts`)
    const problems = await examine(house, history)
    say('restoring the backup and checking it')
    const backup_problems = await checkBackup(history, await backing_up, await store.another())
    return { figures: figures(), problems, backup_problems, history }
  } finally {
    await house.close()
    await rm(folder, { recursive: true, force: true })
  }
}
