import type { Database } from '../database.ts'
import { migrations, migrationsUpTo } from './list.ts'
import type { Migration, Run } from './migration.ts'
import { dialects, type Engine, sqlFor } from '../dialect.ts'

/** Which migrations this database has seen. */
const CREATE_TABLE = `create table if not exists migrations (
  name text primary key,
  applied_at bigint not null
)`

async function appliedNames(run: Run): Promise<Map<string, number>> {
  const rows = (await run('select name, applied_at from migrations')) as {
    name: string
    applied_at: number
  }[]
  return new Map(rows.map((row) => [row.name, row.applied_at]))
}

async function applyMissing(
  engine: Engine,
  run: Run,
  { name, sql, fill }: Migration,
): Promise<string[]> {
  await run(dialects[engine].migrationLock)
  await run(CREATE_TABLE)
  if ((await appliedNames(run)).has(name)) return []
  await run(sqlFor(engine, sql))
  await fill?.(run, dialects[engine])
  await run(`insert into migrations (name, applied_at) values ('${name}', ${Date.now()})`)
  return [name]
}

/** Any number of servers may call this at once: each migration runs once, in one of them. Returns the names of those it ran. */
export async function migrate(database: Database): Promise<string[]> {
  const applied: string[] = []
  for (const migration of migrations) {
    await database.rawTransaction(async (run) => {
      applied.push(...(await applyMissing(database.engine, run, migration)))
    })
  }
  return applied
}

/** Like `migrate`, but only up to the named migration, and in the caller's transaction. */
export async function migrateTo(name: string, engine: Engine, run: Run): Promise<void> {
  for (const migration of migrationsUpTo(name)) await applyMissing(engine, run, migration)
}

/** Every migration this program knows, with the time when it was applied. Null: it is still to come. */
export async function migrationStatus(database: Database) {
  let applied = new Map<string, number>()
  await database.rawTransaction(async (run) => {
    await run(dialects[database.engine].migrationLock)
    await run(CREATE_TABLE)
    applied = await appliedNames(run)
  })
  return migrations.map(({ name }) => ({ name, applied_at: applied.get(name) ?? null }))
}
