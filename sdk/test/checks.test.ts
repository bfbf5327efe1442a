import { expect, test } from 'vitest'
import { onEachEngine, type Player } from '../../test/support/world.ts'
import { type FieldCheck, findProblems } from '../src/checks.ts'
import * as competition from '../src/contract/competition-table.ts'
import { operations } from '../src/contract/table.ts'

const isOf = ({ type }: FieldCheck, name: string) => [type].flat().includes(name)

/** A value that the server accepts as far as this field is concerned. */
function goodValue(check: FieldCheck, name = ''): unknown {
  if (check.enum) return check.enum[0]
  if (name === 'email') return 'ana@example.com'
  if (isOf(check, 'integer') || isOf(check, 'number')) return Math.max(check.minimum ?? 1, 1)
  if (isOf(check, 'boolean')) return true
  if (isOf(check, 'array')) return []
  if (isOf(check, 'object')) return {}
  return 'x'.repeat(Math.max(check.minLength ?? 1, 1))
}

/** Values that break each rule of the field. */
function badValues(check: FieldCheck): unknown[] {
  const values: unknown[] = check.required ? [undefined] : []
  const { minimum, maximum, minLength = 0, maxLength, maxBytes, maxItems, items } = check
  if (check.enum) return [...values, 'none of these']
  if (isOf(check, 'integer')) values.push(0.5)
  if (minimum !== undefined) values.push(minimum - 1)
  if (maximum !== undefined) values.push(maximum * 2)
  if (isOf(check, 'string')) {
    if (minLength > 0) values.push('x'.repeat(minLength - 1))
    if (maxLength !== undefined) values.push('x'.repeat(maxLength + 1))
    if (maxBytes !== undefined) values.push('ü'.repeat(maxBytes / 2 + 1))
    if (check.expected === undefined) values.push('a\0b'.padEnd(minLength, 'x'))
  }
  if (isOf(check, 'object') && maxBytes !== undefined) values.push({ x: 'x'.repeat(maxBytes) })
  if (isOf(check, 'array') && maxItems !== undefined && items) {
    values.push(Array.from({ length: maxItems + 1 }, () => goodValue(items)))
    for (const bad of badValues(items).slice(0, 2)) values.push([bad])
  }
  return values
}

const goodInput = (fields: Record<string, FieldCheck>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, check]) => check.required)
      .map(([name, check]) => [name, goodValue(check, name)]),
  )

/** Every way to break one field of an operation. */
const badInputs = Object.entries({ ...operations, ...competition.operations }).flatMap(
  ([name, operation]) =>
    Object.entries(operation.fields).flatMap(([field, check]) =>
      badValues(check).map((value) => ({
        name,
        operation,
        input: { ...goodInput(operation.fields), [field]: value },
      })),
    ),
)

async function askServer(player: Player, { operation, input }: (typeof badInputs)[number]) {
  const { method, path } = operation
  const address = path.replaceAll(/\{(\w+)\}/g, (_, field) =>
    field === 'id' ? String(player.id) : '1',
  )
  const headers = { accept: 'application/problem+json', 'authentication-token': player.token }
  if (method !== 'GET' && method !== 'DELETE') {
    const url = `${player.base}/api/v3${address}`
    const type = { 'content-type': 'application/json' }
    return fetch(url, { method, headers: { ...headers, ...type }, body: JSON.stringify(input) })
  }
  const fields = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `${field}=${encodeURIComponent(text)}`
    })
  return fetch(`${player.base}/api/v3${address}?${fields.join('&')}`, { method, headers })
}

onEachEngine('what the client rejects, the server refuses in the same words', async (world) => {
  expect(badInputs.length).toBeGreaterThan(150)
  const differences: string[] = []
  const player = await world.player()
  for (const bad of badInputs) {
    const { name, operation, input } = bad
    const problems = findProblems(input, operation.fields)
    const reply = await askServer(player, bad)
    // A long address is refused before the server looks into it.
    if (reply.status === 431 || reply.status === 414) continue
    const answer = await reply.json().catch(() => ({}))
    const status = operation.invalid_status ?? 422
    const [first] = problems
    const expected = { status, code: 'invalid_input', detail: `${first?.field} ${first?.problem}.` }
    const actual = { status: reply.status, code: answer.code, detail: answer.detail }
    if (JSON.stringify([expected, problems]) !== JSON.stringify([actual, answer.fields]))
      differences.push(
        `${name} ${JSON.stringify(input).slice(0, 80)}: ${JSON.stringify(expected)} and ${JSON.stringify(problems).slice(0, 200)} here, but ${JSON.stringify(actual)} and ${JSON.stringify(answer.fields).slice(0, 200)}`,
      )
  }
  expect(differences).toEqual([])
})

test('what the server may accept is not rejected', () => {
  const fields = operations['scores.add']?.fields ?? {}
  expect(findProblems({ score: '5' }, fields)).toEqual([])
  expect(findProblems({ score: null }, fields)).toEqual([])
})
