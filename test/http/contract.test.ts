import { readFileSync } from 'node:fs'
import { createConfig, lint } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { checkAnswer } from '../support/contract.ts'

const FILE = 'docs/openapi.json'

interface Parameter {
  $ref?: string
  name: string
  description?: string
  example?: unknown
}

interface Operation {
  operationId: string
  deprecated?: boolean
  description?: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { example: object }> }
}

const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync(FILE, 'utf8'),
)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
)
const canonical = operations.filter(({ deprecated }) => deprecated !== true)

test('operations have names that read like code', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(['rounds.create', 'store.purchase', 'groups.connect']))
  for (const { name, operationId } of canonical)
    expect([name, operationId]).toEqual([
      name,
      expect.stringMatching(/^(admin\.)?[a-z]\w+\.[a-z]\w+$/),
    ])
})

test('addresses that do the same as another one are deprecated and name it', () => {
  const aliases = operations.filter(({ deprecated }) => deprecated)
  expect(aliases.map(({ name }) => name)).toContain(
    'GET /api/v3/users/{id}/remove_game_user_store_item',
  )
  for (const { name, description } of aliases) {
    const instead = /^Use `([\w.]+)` instead: `([A-Z]+ \S+)`/.exec(description ?? '') ?? []
    const found = canonical.find(({ operationId }) => operationId === instead[1])
    expect([name, found?.name]).toEqual([name, instead[2]])
  }
})

test('every parameter has a description and an example, and every body an example', () => {
  const incomplete = canonical.flatMap(({ name, parameters, requestBody }) => [
    ...parameters
      .filter(({ $ref, description, example }) => !$ref && (!description || example === undefined))
      .map((parameter) => `${name}: ${parameter.name}`),
    ...Object.entries(requestBody?.content ?? {})
      .filter(([, { example }]) => Object.keys(example).length === 0)
      .map(([type]) => `${name}: the body as ${type}`),
  ])
  expect(incomplete).toEqual([])
})

/** Of addresses that existing clients use. */
const AMBIGUOUS = 'no-ambiguous-paths'

test('Redocly finds nothing in the document', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: FILE, config })
  const found = problems.filter(({ ruleId }) => ruleId !== AMBIGUOUS)
  expect(
    found
      .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])
      .slice(0, 20),
  ).toEqual([])
})

test('Spectral finds nothing in the document', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [Object(rulesets.oas)] })
  const problems = await linter.run(JSON.parse(readFileSync(FILE, 'utf8')))
  expect(
    problems.map(({ code, message, path }) => [code, message, path.join('/')]).slice(0, 20),
  ).toEqual([])
})

test('a status, a code or a field that the document does not list is noticed', () => {
  const url = 'http://127.0.0.1/api/v3/users/1/game_user_store_items'
  const answer = { method: 'GET', url, status: 200, headers: new Headers(), text: '' }
  const fine = JSON.stringify({ credits: 1, game_user_store_items: [] })
  expect(() => checkAnswer({ ...answer, text: fine })).not.toThrow()
  const more = JSON.stringify({ credits: 1, game_user_store_items: [], secret: 1 })
  expect(() => checkAnswer({ ...answer, text: more })).toThrow('secret')
  const less = JSON.stringify({ credits: 1 })
  expect(() => checkAnswer({ ...answer, text: less })).toThrow('game_user_store_items')
  expect(() => checkAnswer({ ...answer, status: 418 })).toThrow('no status 418')
  const headers = new Headers({ 'x-error-code': 'group_full' })
  expect(() => checkAnswer({ ...answer, status: 404, headers })).toThrow('no 404 group_full')
})
