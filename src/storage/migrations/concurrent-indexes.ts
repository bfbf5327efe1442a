import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, UniqueViolation } from '../database.ts'
import type { ConcurrentIndex } from './migration.ts'

const WAIT_FOR_OTHERS_MS = 500

type Build = NonNullable<Database['rawStatement']>

/** Another process has begun at the same moment; PostgreSQL lets one of both fail, if need be as a deadlock. */
const isCollision = (error: unknown) =>
  error instanceof UniqueViolation ||
  (error instanceof Error && 'code' in error && error.code === '40P01')

/** An index that is not valid was left by an interrupted build, or is being built. */
const findIndex = (name: string) => `
  select indisvalid as is_valid, exists (
    select 1 from pg_stat_progress_create_index where index_relid = indexrelid
  ) as is_building
  from pg_index where indexrelid = to_regclass('${name}')`

async function build(run: Build, { name, on }: ConcurrentIndex, onWait: () => void): Promise<void> {
  for (let is_waiting = false; ;) {
    const [found] = (await run(findIndex(name))) as { is_valid: boolean; is_building: boolean }[]
    if (found?.is_valid) return
    if (found?.is_building) {
      if (!is_waiting) onWait()
      is_waiting = true
      await sleep(WAIT_FOR_OTHERS_MS)
    } else if (found) {
      await run(`drop index concurrently if exists ${name}`)
    } else {
      await run(`create index concurrently if not exists ${name} on ${on}`).catch(
        (error: unknown) => {
          if (!isCollision(error)) throw error
        },
      )
    }
  }
}

/** Builds those that do not exist, while others write. Any number of processes may do this at once. */
export async function buildConcurrently(
  run: Build,
  indexes: ConcurrentIndex[],
  onWait: () => void,
): Promise<void> {
  for (const index of indexes) await build(run, index, onWait)
}
