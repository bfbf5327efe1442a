import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { CHANGES_OF_SESSIONS } from '../../src/features/players/sessions/queries.ts'
import { changesOf } from '../../src/storage/cache.ts'
import { sqlFor, type SqlText, toDialect } from '../../src/storage/dialect.ts'
import { type Statement, statement } from '../../src/storage/statement.ts'
import { onEachEngine, openWorld, type World } from '../support/world.ts'

const isStatement = (value: unknown): value is Statement<object, unknown> =>
  typeof value === 'object' && value !== null && 'sql' in value

/** An export is a statement, or an object of statements. */
const statementsIn = (value: unknown) =>
  isStatement(value) ? [value] : Object.values(Object(value)).filter(isStatement)

async function prepare({ context, engine }: World, sql: SqlText, name: string): Promise<void> {
  if (engine === 'sqlite') await context.db.all(statement(`explain ${sqlFor(engine, sql)}`), {})
  else {
    await context.db.rawTransaction(async (run) => {
      await run(`prepare ${name} as ${toDialect(engine, sql).text}`)
    })
  }
}

async function allStatements() {
  const found = []
  for (const path of globSync('src/**/queries.ts')) {
    const module: Record<string, unknown> = await import(resolve(path))
    for (const [name, value] of Object.entries(module)) {
      for (const { sql, writes } of statementsIn(value))
        found.push({ name: `${path}: ${name}`, sql, declared: changesOf(writes) })
    }
  }
  return found
}

onEachEngine('every statement of every queries.ts can be prepared', async (world) => {
  const statements = await allStatements()
  for (const [index, { sql }] of statements.entries()) await prepare(world, sql, `p${index}`)
  expect(statements.length).toBeGreaterThan(30)
})

test('SQLite plans no statement a second time, which costs more than running most of them', async () => {
  const { world, close } = await openWorld('sqlite')
  const db = new DatabaseSync(world.context.config.DATABASE_URL.slice('sqlite:'.length))
  let planned = 0
  db.setAuthorizer(() => (planned++, constants.SQLITE_OK))
  const replanned = []
  for (const { name, sql } of await allStatements()) {
    const { text, names } = toDialect('sqlite', sql)
    const query = db.prepare(text)
    const values = names.map((parameter) =>
      sqlFor('sqlite', sql).includes(`json_each(:${parameter})`) ? '[]' : 1,
    )
    const run = () => {
      db.exec('begin')
      planned = 0
      // A statement that these values do not suit fails after it was planned.
      try {
        query.all(...values)
      } catch {}
      const count = planned
      db.exec('rollback')
      return count
    }
    run()
    if (run() > 0) replanned.push(name)
  }
  db.close()
  await close()
  expect(replanned).toEqual([])
})

onEachEngine('no limit is a bare parameter', async ({ engine }) => {
  const bare = (await allStatements()).filter(({ sql }) =>
    /limit\s+:\w+(?!\s*\+)\b/.test(sqlFor(engine, sql)),
  )
  expect(bare.map(({ name }) => name)).toEqual([])
})

const KINDS = new Map([
  [constants.SQLITE_INSERT, 'inserts'],
  [constants.SQLITE_UPDATE, 'updates'],
  [constants.SQLITE_DELETE, 'deletes'],
])

/** What each statement writes according to SQLite's authorizer, with or without the actions of foreign keys. */
async function trueChanges({ foreign_keys }: { foreign_keys: boolean }) {
  const { world, close } = await openWorld('sqlite')
  const path = world.context.config.DATABASE_URL.slice('sqlite:'.length)
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: foreign_keys })
  const changes = new Set<string>()
  db.setAuthorizer((action, table, _column, _database, trigger) => {
    const kind = KINDS.get(action)
    // What triggers note for the ranks of long lists is in no cache.
    if (kind && !trigger?.startsWith('rank_')) changes.add(`${kind} ${table}`)
    return constants.SQLITE_OK
  })
  const found = (await allStatements()).map(({ name, sql, declared }) => {
    changes.clear()
    db.prepare(toDialect('sqlite', sql).text)
    return { name, declared, changes: [...changes] }
  })
  db.close()
  await close()
  return found
}

test('every statement declares what it writes', async () => {
  const statements = await trueChanges({ foreign_keys: false })
  const sorted = (key: 'declared' | 'changes') =>
    statements.map((one) => ({ name: one.name, changes: one[key].toSorted() }))
  expect(sorted('declared')).toEqual(sorted('changes'))
  expect(statements.filter(({ changes }) => changes.length > 0).length).toBeGreaterThan(30)
})

test('every statement that may end or change a session, even through a foreign key, clears the session cache', async () => {
  const clearing = new Set(changesOf(CHANGES_OF_SESSIONS))
  const clears = (changes: string[]) => changes.some((change) => clearing.has(change))
  const statements = await trueChanges({ foreign_keys: true })
  const namesWhere = (key: 'declared' | 'changes') =>
    statements.filter((one) => clears(one[key])).map(({ name }) => name)
  expect(namesWhere('declared')).toEqual(namesWhere('changes'))
  expect(namesWhere('declared')).not.toContainEqual(expect.stringMatching(/insertSession|Score/))
})

test('every lock is a select named lock…', async () => {
  const locking = (await allStatements()).filter(({ sql }) =>
    /for (no key update|update|key share)( skip locked)?$/.test(sqlFor('postgres', sql).trim()),
  )
  const named = (await allStatements()).filter(({ name }) => /: lock[A-Z]/.test(name))
  expect(locking.map(({ name }) => name)).toEqual(named.map(({ name }) => name))
  expect(locking.length).toBeGreaterThan(5)
})
