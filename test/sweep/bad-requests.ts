import fc from 'fast-check'
import type { Endpoint } from '../../src/http/docs/endpoint.ts'
import { SEED } from '../support/random.ts'
import type { Player, World } from '../support/world.ts'
import {
  fillingLast,
  isFilling,
  sendRequest,
  isForOperators,
  type Problems,
  mayEndSession,
  checkAnswer,
  checkSignedIn,
  nameOf,
  pathOf,
} from './requests.ts'
import { encodings } from './encoding.ts'
import type { SampleGame } from './sample-game.ts'
import { missingFrom, snapshot } from './snapshot.ts'
import { type Fields, sampleOf, shapeOf } from './samples.ts'
import { invalidInputs } from './invalid-input.ts'

interface Sweep {
  world: World
  /** Another game, which must be neither shown nor changed. */
  sample: SampleGame
  player: Player
}

interface Attempt {
  endpoint: Endpoint
  encoding: string
  input: { json: string; fields: Fields }
  id: unknown
  at: number
}

async function sendAttempt(
  { world, ...sweep }: Sweep,
  { endpoint, encoding, input, id, at }: Attempt,
) {
  const player = mayEndSession(endpoint) ? await world.player() : sweep.player
  const { type, body, query } = encodings[encoding]?.(input, at) ?? {}
  const headers = {
    ...player.headers,
    ...(isForOperators(endpoint) ? world.system.headers : {}),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(at % 5 === 0 ? { 'idempotency-key': `sweep-${at}` } : {}),
  }
  const path = `${pathOf(endpoint, id).replaceAll('%25', '%')}${query === undefined ? '' : `?${query}`}`
  const parts = body === undefined ? { headers } : { headers, body }
  return sendRequest(world, { method: endpoint.method, path }, parts)
}

/** Routes of the system key change a game of their own, because they may disable it. */
async function idsFor({ world, player }: Sweep) {
  const { game } = await world.otherGame()
  return (endpoint: Endpoint) => (isForOperators(endpoint) ? game.id : player.id)
}

/** Would delete the game of the sweep itself. */
const deletesGame = ({ url }: Endpoint) => url.endsWith('/clean_up_test')

/** What staff export is noted in the audit log. */
const isRead = ({ method, url }: Endpoint) => method === 'GET' && !url.endsWith('/export')

/**
 * Sends every kind of invalid input to every route, each in another encoding. A refused request must change nothing, and
 * neither may a read. With `one_in`, each route gets one in so many kinds, and each kind one in so many routes.
 */
export async function sweepBadInput(
  sweep: Sweep,
  one_in = 1,
): Promise<{ problems: Problems; tried: Set<string> }> {
  const { world, sample, player } = sweep
  const problems: Problems = []
  const tried = new Set<string>()
  const encoding_names = Object.keys(encodings)
  const ownId = await idsFor(sweep)
  let at = 0
  let before = await snapshot(world)
  const endpoints = world.server.endpoints.filter((one) => !deletesGame(one))
  for (const [index, endpoint] of fillingLast(endpoints).entries()) {
    const shape = shapeOf(endpoint)
    const kinds = Object.entries(invalidInputs).filter((_, kind) => (index + kind) % one_in === 0)
    for (const [kind, makeInvalid] of kinds) {
      at++
      const encoding = encoding_names[at % encoding_names.length] ?? ''
      const own = ownId(endpoint)
      const ids = [own, own, '%00', '1e99', '9'.repeat(400), sample.ids[at % sample.ids.length]]
      const good = sampleOf(shape, { id: own, word: 'sample' })
      const input = makeInvalid(good, shape, at)
      const id = isForOperators(endpoint) ? ids[at % 5] : ids[at % 6]
      const answer = await sendAttempt(sweep, { endpoint, encoding, input, id, at })
      const about = `${kind}, ${encoding}`
      tried.add(about)
      problems.push(...checkAnswer(endpoint, answer, about))
      if (answer.text.includes(sample.marker))
        problems.push(`${nameOf(endpoint)} (${about}) showed another game`)
      // To read takes nothing away, so it is looked at once for all kinds of input.
      if (isRead(endpoint) && kind !== kinds.at(-1)?.[0]) continue
      const after = await snapshot(world)
      const may_change = (!isRead(endpoint) && answer.status < 400) || mayEndSession(endpoint)
      if (!may_change && before.symmetricDifference(after).size > 0)
        problems.push(
          `${nameOf(endpoint)} (${about}) refused with ${answer.status} and changed something`,
        )
      before = after
    }
  }
  problems.push(...(await checkSignedIn(player)))
  return { problems, tried }
}

/** Sends random input, always the same; a failing one is reduced to the smallest that fails. */
export async function sweepRandomInput(sweep: Sweep, runs: number): Promise<Problems> {
  const { world, sample, player } = sweep
  const before = await snapshot(world)
  const endpoints = world.server.endpoints.filter((one) => !deletesGame(one) && !isFilling(one))
  const unusual_values = fc.oneof(
    fc.constantFrom<unknown>(
      ...sample.ids,
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
  const requests = fc.record({
    endpoint: fc.constantFrom(...endpoints),
    encoding: fc.constantFrom(...Object.keys(encodings)),
    id: fc.oneof(
      fc.constant(player.id),
      fc.constantFrom<unknown>(...sample.ids, 'abc', '-1', '..'),
    ),
    values: fc.array(unusual_values, { minLength: 12, maxLength: 12 }),
    at: fc.nat(1000),
  })
  const ownId = await idsFor(sweep)
  let problems: Problems = []
  const result = await fc.check(
    fc.asyncProperty(requests, async ({ endpoint, values, encoding, at, ...random }) => {
      problems = []
      const is_system = isForOperators(endpoint)
      const id = is_system ? ownId(endpoint) : random.id
      const names = Object.keys(shapeOf(endpoint).properties ?? {})
      const fields = Object.fromEntries(names.map((name, index) => [name, values[index % 12]]))
      const well_formed = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.toWellFormed() : value,
        ]),
      )
      const input = { json: JSON.stringify(fields), fields: well_formed }
      const answer = await sendAttempt(sweep, { endpoint, input, id, encoding, at })
      problems = checkAnswer(endpoint, answer, `random, ${encoding}`)
      if (answer.text.includes(sample.marker))
        problems.push(`${nameOf(endpoint)} showed another game`)
      return problems.length === 0
    }),
    { numRuns: runs, seed: SEED },
  )
  const changed = missingFrom(before, await snapshot(world)).filter((row) =>
    row.includes(sample.marker),
  )
  return [
    ...problems,
    ...(result.failed ? [`failed: ${String(result.errorInstance)}`] : []),
    ...changed.map((row) => `changed or removed: ${row}`),
    ...(await checkSignedIn(player)),
  ]
}
