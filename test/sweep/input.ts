import fc from 'fast-check'
import type { Endpoint } from '../../src/http/docs/openapi.ts'
import type { Player, World } from '../support/world.ts'
import {
  ask,
  callerOf,
  type Findings,
  isFarewell,
  judge,
  lostPlayer,
  nameOf,
  pathOf,
} from './asking.ts'
import { encodings } from './encoding.ts'
import { type Estate, missingFrom, snapshot } from './estate.ts'
import { type Fields, sampleOf, shapeOf } from './samples.ts'
import { spoils } from './spoiling.ts'

interface Sweep {
  world: World
  /** Of another game: it must be neither seen nor changed. */
  estate: Estate
  player: Player
}

interface Attempt {
  endpoint: Endpoint
  encoding: string
  input: { json: string; fields: Fields }
  id: unknown
  at: number
}

async function attempt({ world, ...sweep }: Sweep, { endpoint, encoding, input, id, at }: Attempt) {
  const player = isFarewell(endpoint) ? await world.player() : sweep.player
  const { type, body, query } = encodings[encoding]?.(input, at) ?? {}
  const headers = {
    ...player.headers,
    ...(callerOf(endpoint) === 'system' ? world.system.headers : {}),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(at % 5 === 0 ? { 'idempotency-key': `sweep-${at}` } : {}),
  }
  const path = `${pathOf(endpoint, id).replaceAll('%25', '%')}${query === undefined ? '' : `?${query}`}`
  const question = body === undefined ? { headers } : { headers, body }
  return ask(world, { method: endpoint.method, path }, question)
}

/** What the system may change is a game of its own, so that the sweep goes on when it is switched off. */
async function idsFor({ world, player }: Sweep) {
  const { game } = await world.otherGame()
  return (endpoint: Endpoint) => (callerOf(endpoint) === 'system' ? game.id : player.id)
}

/** Would take the sweep's own game away. */
const isDestruction = ({ url }: Endpoint) => url.endsWith('/clean_up_test')

/** (4) Every route with every kind of bad input, each in another encoding. What is refused changes nothing at all. */
export async function sweepBadInput(
  sweep: Sweep,
): Promise<{ findings: Findings; tried: Set<string> }> {
  const { world, estate, player } = sweep
  const findings: Findings = []
  const tried = new Set<string>()
  const ways = Object.keys(encodings)
  const ownId = await idsFor(sweep)
  let at = 0
  let before = await snapshot(world)
  for (const endpoint of world.server.endpoints.filter((one) => !isDestruction(one))) {
    const shape = shapeOf(endpoint)
    for (const [kind, spoil] of Object.entries(spoils)) {
      at++
      const encoding = ways[at % ways.length] ?? ''
      const own = ownId(endpoint)
      const ids = [own, own, '%00', '1e99', '9'.repeat(400), estate.ids[at % estate.ids.length]]
      const good = sampleOf(shape, { id: own, word: 'sample' })
      const input = spoil(good, shape, at)
      const id = callerOf(endpoint) === 'system' ? ids[at % 5] : ids[at % 6]
      const answer = await attempt(sweep, { endpoint, encoding, input, id, at })
      const about = `${kind}, ${encoding}`
      tried.add(about)
      findings.push(...judge(endpoint, answer, about))
      if (answer.text.includes(estate.mark))
        findings.push(`${nameOf(endpoint)} (${about}) showed another game`)
      const after = await snapshot(world)
      const may_change = answer.status < 400 || isFarewell(endpoint)
      if (!may_change && before.symmetricDifference(after).size > 0)
        findings.push(
          `${nameOf(endpoint)} (${about}) refused with ${answer.status} and changed something`,
        )
      before = after
    }
  }
  findings.push(...(await lostPlayer(player)))
  return { findings, tried }
}

/** (4) Made-up input, shrunk to the smallest that fails. */
export async function sweepMadeUpInput(sweep: Sweep, runs: number): Promise<Findings> {
  const { world, estate, player } = sweep
  const before = await snapshot(world)
  const endpoints = world.server.endpoints.filter((one) => !isDestruction(one))
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      ...estate.ids,
      null,
      '',
      '\0',
      '\ud800',
      '-0',
      '1; drop table users',
      "' or 1=1 --",
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double(),
    fc.jsonValue({ maxDepth: 4 }),
  )
  const made = fc.record({
    endpoint: fc.constantFrom(...endpoints),
    encoding: fc.constantFrom(...Object.keys(encodings)),
    id: fc.oneof(
      fc.constant(player.id),
      fc.constantFrom<unknown>(...estate.ids, 'abc', '-1', '..'),
    ),
    values: fc.array(odd, { minLength: 12, maxLength: 12 }),
    at: fc.nat(1000),
  })
  const ownId = await idsFor(sweep)
  let findings: Findings = []
  const result = await fc.check(
    fc.asyncProperty(made, async ({ endpoint, values, encoding, at, ...named }) => {
      findings = []
      const is_system = callerOf(endpoint) === 'system'
      const id = is_system ? ownId(endpoint) : named.id
      const names = Object.keys(shapeOf(endpoint).properties ?? {})
      const fields = Object.fromEntries(names.map((name, index) => [name, values[index % 12]]))
      const plain = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.toWellFormed() : value,
        ]),
      )
      const input = { json: JSON.stringify(fields), fields: plain }
      const answer = await attempt(sweep, { endpoint, input, id, encoding, at })
      findings = judge(endpoint, answer, `made up, ${encoding}`)
      if (answer.text.includes(estate.mark))
        findings.push(`${nameOf(endpoint)} showed another game`)
      return findings.length === 0
    }),
    { numRuns: runs, seed: 20_261_115 },
  )
  const changed = missingFrom(before, await snapshot(world)).filter((row) =>
    row.includes(estate.mark),
  )
  return [
    ...findings,
    ...(result.failed ? [`failed: ${String(result.errorInstance)}`] : []),
    ...changed.map((row) => `changed or removed: ${row}`),
    ...(await lostPlayer(player)),
  ]
}
