import type { Database } from './database.ts'
import type { Migration } from './migration.ts'
import { migrationLock, spellSchema } from './differences.ts'
import { accounts } from './migrations/0001-games-and-accounts.ts'
import { creditsAndStore } from './migrations/0002-credits-and-store.ts'
import { rounds } from './migrations/0003-rounds.ts'
import { groups } from './migrations/0004-groups.ts'
import { friends } from './migrations/0005-friends.ts'
import { leaderboards } from './migrations/0006-leaderboards.ts'
import { chats } from './migrations/0007-chats.ts'

/** In order, forward only: a released migration is never changed, a new one goes to the end. */
const migrations: Migration[] = [
  accounts,
  creditsAndStore,
  rounds,
  groups,
  friends,
  leaderboards,
  chats,
]

const CREATE_LIST = `create table if not exists migrations (
  name text primary key,
  applied_at bigint not null
)`

async function appliedNames(
  run: (sql: string) => Promise<unknown[]>,
): Promise<Map<string, number>> {
  const rows = (await run('select name, applied_at from migrations')) as {
    name: string
    applied_at: number
  }[]
  return new Map(rows.map((row) => [row.name, row.applied_at]))
}

/** Any number of servers may call this at once: each migration runs in one of them, once. Returns what it applied. */
export async function migrate(database: Database): Promise<string[]> {
  const applied: string[] = []
  for (const { name, sql } of migrations) {
    await database.define(async (run) => {
      await run(migrationLock(database.engine))
      await run(CREATE_LIST)
      if ((await appliedNames(run)).has(name)) return
      await run(spellSchema(database.engine, sql))
      await run(`insert into migrations (name, applied_at) values ('${name}', ${Date.now()})`)
      applied.push(name)
    })
  }
  return applied
}

/** Every migration this program knows, with the time it was applied, or null where it is still to come. */
export async function migrationStatus(database: Database) {
  let applied = new Map<string, number>()
  await database.define(async (run) => {
    await run(migrationLock(database.engine))
    await run(CREATE_LIST)
    applied = await appliedNames(run)
  })
  return migrations.map(({ name }) => ({ name, applied_at: applied.get(name) ?? null }))
}
