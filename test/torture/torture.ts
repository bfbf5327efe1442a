import type { Engine } from '../../src/storage/differences.ts'
import { type Damage, wreakHavoc } from './chaos.ts'
import { check } from './check.ts'
import { broken, type Problem } from './evidence.ts'
import type { History } from './history.ts'
import { emptyStore, House } from './house.ts'
import type { Figures } from './player.ts'
import { gatherCast, startPlaying } from './playing.ts'
import { openReader } from './reader.ts'

export interface Ordeal {
  engine: Engine
  seed: number
  minutes: number
  /** A file of `faults/` that the server is started with. */
  fault?: string | undefined
  say?: (text: string) => void
  /** Ends it before its time. */
  signal?: AbortSignal
}

export interface Report {
  figures: Figures & Damage
  problems: Problem[]
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

/** Players play while servers and databases die; then what is there is compared with what they were told. */
export async function torture(ordeal: Ordeal): Promise<Report> {
  const { engine, seed, minutes, fault, say = () => {} } = ordeal
  const { signal = new AbortController().signal } = ordeal
  const damage = { kills: 0, database_restarts: 0, cut_connections: 0 }
  const duration_ms = minutes * 60_000
  const house = await House.open(await emptyStore(engine), fault)
  try {
    const playing = startPlaying(house.url, await gatherCast(house.url), seed)
    const figures = () => ({ ...playing.figures, ...damage })
    const progress = setInterval(() => say(describe(figures())), PROGRESS_MS)
    try {
      await wreakHavoc(house, { seed, engine, duration_ms, signal }, damage)
      if (!house.is_running) await house.start()
    } finally {
      clearInterval(progress)
      await playing.stop()
    }
    say(`checking ${playing.history.acts.length} acts`)
    const problems = await examine(house, playing.history)
    return { figures: figures(), problems, history: playing.history }
  } finally {
    await house.close()
  }
}
