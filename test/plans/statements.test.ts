import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect } from 'vitest'
import { sqlFor } from '../../src/storage/dialect.ts'
import { type Statement, statement } from '../../src/storage/statement.ts'
import { onEachEngine, type World } from '../support/world.ts'

interface Step {
  id: number
  parent: number
  detail: string
}

const isStatement = (value: unknown): value is Statement<object, never> =>
  typeof value === 'object' && value !== null && 'sql' in value && 'writes' in value

async function listStatements(): Promise<[name: string, sql: string][]> {
  const found: [string, string][] = []
  for await (const file of glob('src/features/**/queries.ts')) {
    const exported: Record<string, unknown> = await import(resolve(file))
    for (const [name, value] of Object.entries(exported))
      if (isStatement(value)) found.push([`${file} ${name}`, sqlFor('sqlite', value.sql)])
  }
  return found
}

/** The parameters are of no interest to the planner. */
async function explain({ context }: World, sql: string): Promise<Step[]> {
  const names = new Set([...sql.matchAll(/(?<!:):([a-z_]+)/g)].map(([, name]) => name ?? ''))
  const values = Object.fromEntries([...names].map((name) => [name, 0]))
  return context.db.all(
    statement<Record<string, number>, Step>(`explain query plan ${sql}`),
    values,
  )
}

/** PostgreSQL knows how many rows there are, so its plans for an empty database say nothing. */
onEachEngine('a list in a parameter is not searched for each row of a table', async (world) => {
  if (world.engine === 'postgres') return
  const statements = await listStatements()
  expect(statements.length).toBeGreaterThan(300)
  for (const [name, sql] of statements.filter(([, text]) => text.includes('json_each'))) {
    const loops = (await explain(world, sql)).filter(({ detail }) => /^(SCAN|SEARCH) /.test(detail))
    for (const together of Map.groupBy(loops, ({ parent }) => parent).values()) {
      const details = together.map(({ detail }) => detail)
      const inner = details.slice(1).filter((detail) => detail.startsWith('SCAN json_each'))
      expect([name, inner, details]).toEqual([name, [], details])
    }
  }
})
