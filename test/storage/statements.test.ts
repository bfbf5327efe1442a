import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { spell } from '../../src/storage/dialect.ts'
import { type Statement, statement } from '../../src/storage/statement.ts'
import { onEachEngine, openWorld, type World } from '../support/world.ts'

const isStatement = (value: unknown): value is Statement<object, unknown> =>
  typeof value === 'object' && value !== null && 'sql' in value

/** A statement, or a few of them under names. */
const statementsIn = (value: unknown) =>
  isStatement(value) ? [value] : Object.values(Object(value)).filter(isStatement)

async function prepare({ context, engine }: World, sql: string, name: string): Promise<void> {
  if (engine === 'sqlite') await context.db.all(statement(`explain ${sql}`), {})
  else {
    await context.db.define(async (run) => {
      await run(`prepare ${name} as ${spell(engine, sql).text}`)
    })
  }
}

async function allStatements() {
  const found = []
  for (const path of globSync('src/**/queries.ts')) {
    const module: Record<string, unknown> = await import(resolve(path))
    for (const [name, value] of Object.entries(module)) {
      for (const { sql } of statementsIn(value)) found.push({ name: `${path}: ${name}`, sql })
    }
  }
  return found
}

onEachEngine('every statement of every queries.ts can be prepared', async (world) => {
  const statements = await allStatements()
  for (const [index, { sql }] of statements.entries()) await prepare(world, sql, `p${index}`)
  expect(statements.length).toBeGreaterThan(30)
})

test('no statement is planned anew when it runs again: that costs more than most of them', async () => {
  const { world, close } = await openWorld('sqlite')
  const db = new DatabaseSync(world.context.config.DATABASE_URL.slice('sqlite:'.length))
  let planned = 0
  db.setAuthorizer(() => (planned++, constants.SQLITE_OK))
  const replanned = []
  for (const { name, sql } of await allStatements()) {
    const { text, names } = spell('sqlite', sql)
    const query = db.prepare(text)
    const values = names.map((parameter) => (sql.includes(`json_rows(:${parameter},`) ? '[]' : 1))
    const run = () => {
      db.exec('begin')
      planned = 0
      // What the values do not fit fails after it was planned.
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
