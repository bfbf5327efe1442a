import type { Database } from '../database.ts'
import type { Migration } from './migration.ts'
import { dialects, type Engine, sqlFor } from '../dialect.ts'
import { accounts } from './0001-games-and-accounts.ts'
import { creditsAndStore } from './0002-credits-and-store.ts'
import { rounds } from './0003-rounds.ts'
import { groups } from './0004-groups.ts'
import { friends } from './0005-friends.ts'
import { leaderboards } from './0006-leaderboards.ts'
import { chats } from './0007-chats.ts'
import { answersOfUsers } from './0008-answers-of-users.ts'
import { chores } from './0009-chores.ts'
import { jobs } from './0010-jobs.ts'

/** In order, forward only: a released migration is never changed, a new one goes to the end. */
const migrations: Migration[] = [
  accounts,
  creditsAndStore,
  rounds,
  groups,
  friends,
  leaderboards,
  chats,
  answersOfUsers,
  chores,
  jobs,
]

const CREATE_LIST = `create table if not exists migrations (
  name text primary key,
  applied_at bigint not null
)`

type Run = (sql: string) => Promise<unknown[]>

async function appliedNames(run: Run): Promise<Map<string, number>> {
  const rows = (await run('select name, applied_at from migrations')) as {
    name: string
    applied_at: number
  }[]
  return new Map(rows.map((row) => [row.name, row.applied_at]))
}

async function applyMissing(engine: Engine, run: Run, { name, sql }: Migration): Promise<string[]> {
  await run(dialects[engine].migrationLock)
  await run(CREATE_LIST)
  if ((await appliedNames(run)).has(name)) return []
  await run(sqlFor(engine, sql))
  await run(`insert into migrations (name, applied_at) values ('${name}', ${Date.now()})`)
  return [name]
}

/** Any number of servers may call this at once: each migration runs in one of them, once. Returns what it applied. */
export async function migrate(database: Database): Promise<string[]> {
  const applied: string[] = []
  for (const migration of migrations) {
    await database.define(async (run) => {
      applied.push(...(await applyMissing(database.engine, run, migration)))
    })
  }
  return applied
}

/** The names of all migrations, oldest first. */
export const levels = migrations.map(({ name }) => name)

/** All migrations up to the named one. */
export const migrationsUpTo = (level: string) => migrations.slice(0, levels.indexOf(level) + 1)

/** As `migrate`, but only up to a level, and in the transaction of the caller. */
export async function advanceTo(level: string, engine: Engine, run: Run): Promise<void> {
  for (const migration of migrationsUpTo(level)) await applyMissing(engine, run, migration)
}

/** Every migration this program knows, with the time it was applied, or null where it is still to come. */
export async function migrationStatus(database: Database) {
  let applied = new Map<string, number>()
  await database.define(async (run) => {
    await run(dialects[database.engine].migrationLock)
    await run(CREATE_LIST)
    applied = await appliedNames(run)
  })
  return migrations.map(({ name }) => ({ name, applied_at: applied.get(name) ?? null }))
}
