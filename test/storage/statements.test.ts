import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'
import { spell } from '../../src/storage/differences.ts'
import { type Statement, statement } from '../../src/storage/statement.ts'
import { onEachEngine, type World } from '../world.ts'

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

onEachEngine('every statement of every queries.ts can be prepared', async (world) => {
  let prepared = 0
  for (const path of globSync('src/**/queries.ts')) {
    const module: Record<string, unknown> = await import(resolve(path))
    for (const value of Object.values(module).flatMap(statementsIn)) {
      await prepare(world, value.sql, `p${prepared++}`)
    }
  }
  expect(prepared).toBeGreaterThan(30)
})
