import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseUnavailable, DiskFull } from '../database.ts'
import { buildConcurrently } from './concurrent-indexes.ts'
import { migrations, migrationsUpTo } from './list.ts'
import type { Migration, Run } from './migration.ts'
import { dialects, type Engine, sqlFor } from '../dialect.ts'

/** Which migrations this database has seen. */
const CREATE_TABLE = `create table if not exists migrations (
  name text primary key,
  applied_at bigint not null
)`

const WAIT_FOR_OTHERS_MS = 500
const WAIT_FOR_LOCK_MS = 2000
/** With the time that each try waits itself: some minutes. */
const MAX_LOCK_TRIES = 60

/** PostgreSQL's code for a lock that was not given in time, and SQLite's for a database that is locked. */
const LOCK_CODES = new Set<unknown>(['55P03', 5])

export class MigrationProblem extends Error {}

/** A newer version of the program has migrated this database. */
class DatabaseTooNew extends MigrationProblem {
  constructor(unknown: string[]) {
    super(
      `The database belongs to a newer version of Playkeep: this version does not know its ${unknown.length === 1 ? 'migration' : 'migrations'} ${unknown.join(', ')}. Run the newer version, or restore a backup from before the upgrade.`,
    )
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const migrationFailed = (name: string, error: unknown) =>
  new MigrationProblem(
    error instanceof DiskFull
      ? `The disk is full: there is no room for the migration ${name}. Free up space and try again.`
      : `The migration ${name} failed: ${messageOf(error)}`,
    { cause: error },
  )

/** What a migration reports while it works. */
export interface MigrationListener {
  onApplied?: (name: string, seconds: number) => void
  /** Another process is migrating this database, or uses what the migration must lock. */
  onWait?: (name: string, reason: string) => void
}

async function appliedNames(run: Run): Promise<Map<string, number>> {
  const rows = (await run('select name, applied_at from migrations')) as {
    name: string
    applied_at: number
  }[]
  return new Map(rows.map((row) => [row.name, row.applied_at]))
}

async function apply(engine: Engine, run: Run, { name, sql, fill }: Migration): Promise<void> {
  await run(sqlFor(engine, sql))
  await fill?.(run, dialects[engine])
  await remember(run, name)
}

async function remember(run: Run, name: string): Promise<void> {
  await run(`insert into migrations (name, applied_at) values ('${name}', ${Date.now()})`)
}

/** Reads without writing or waiting. */
async function readApplied(database: Database, all: Migration[]): Promise<Map<string, number>> {
  let applied = new Map<string, number>()
  await database.rawTransaction(async (run) => {
    const [table] = await run(dialects[database.engine].findTable('migrations'))
    if (table) applied = await appliedNames(run)
  })
  const known = new Set(all.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) throw new DatabaseTooNew(unknown.sort())
  return applied
}

function isLocked(error: unknown): boolean {
  const cause: unknown = error instanceof DatabaseUnavailable ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  return [
    'code' in cause && LOCK_CODES.has(cause.code),
    'errcode' in cause && LOCK_CODES.has(Number(cause.errcode) & 0xff),
  ].some(Boolean)
}

type Outcome = 'applied' | 'known' | 'locked'

async function tryToApply(
  engine: Engine,
  run: Run,
  migration: Migration,
  is_built: boolean,
): Promise<Outcome> {
  const [lock] = await run(dialects[engine].tryMigrationLock)
  if (!lock) return 'locked'
  await run(dialects[engine].limitLockWaits)
  await run(CREATE_TABLE)
  if ((await appliedNames(run)).has(migration.name)) return 'known'
  await (is_built ? remember(run, migration.name) : apply(engine, run, migration))
  return 'applied'
}

/** Returns whether it was this call that applied it. */
async function applyOnce(
  database: Database,
  migration: Migration,
  { onApplied, onWait }: MigrationListener,
): Promise<boolean> {
  const { name, indexes } = migration
  const { rawStatement } = database
  const is_built = indexes !== undefined && rawStatement !== undefined
  const started = performance.now()
  if (is_built) {
    await buildConcurrently(rawStatement, indexes, () =>
      onWait?.(name, 'another process builds it'),
    )
  }
  for (let lock_tries = 1, is_waiting = false; ; is_waiting = true) {
    try {
      let outcome = 'locked' as Outcome
      await database.rawTransaction(async (run) => {
        outcome = await tryToApply(database.engine, run, migration, is_built)
      })
      if (outcome === 'applied') onApplied?.(name, (performance.now() - started) / 1000)
      if (outcome !== 'locked') return outcome === 'applied'
      if (!is_waiting) onWait?.(name, 'another process is migrating the database')
      await sleep(WAIT_FOR_OTHERS_MS)
    } catch (error) {
      if (!isLocked(error) || lock_tries === MAX_LOCK_TRIES) throw error
      lock_tries++
      onWait?.(name, 'a transaction has locked what the migration changes')
      await sleep(WAIT_FOR_LOCK_MS)
    }
  }
}

/** Any number of servers may call this at once: each migration runs once, in one of them. Returns the names of those it ran. */
export async function migrate(
  database: Database,
  listener: MigrationListener = {},
  all = migrations,
): Promise<string[]> {
  const known = await readApplied(database, all)
  const applied: string[] = []
  for (const migration of all.filter(({ name }) => !known.has(name))) {
    try {
      if (await applyOnce(database, migration, listener)) applied.push(migration.name)
    } catch (error) {
      throw migrationFailed(migration.name, error)
    }
  }
  return applied
}

/** For a program that must not migrate. */
export async function refusePending(database: Database): Promise<void> {
  const pending = (await migrationStatus(database)).filter(({ applied_at }) => applied_at === null)
  const [next] = pending
  if (!next) return
  throw new MigrationProblem(
    `The database is not up to date, and MIGRATE is off. Pending migrations: ${pending.length}, from ${next.name} on. Apply them with: playkeep migrate`,
  )
}

/** Like `migrate`, but only up to the named migration, and in the caller's transaction. */
export async function migrateTo(name: string, engine: Engine, run: Run): Promise<void> {
  await run(dialects[engine].migrationLock)
  await run(CREATE_TABLE)
  const applied = await appliedNames(run)
  for (const migration of migrationsUpTo(name))
    if (!applied.has(migration.name)) await apply(engine, run, migration)
}

/** Every migration this program knows, with the time when it was applied. Null: it is still to come. */
export async function migrationStatus(database: Database) {
  const applied = await readApplied(database, migrations)
  return migrations.map(({ name }) => ({ name, applied_at: applied.get(name) ?? null }))
}
