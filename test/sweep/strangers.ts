import type { Endpoint } from '../../src/http/docs/openapi.ts'
import type { World } from '../support/world.ts'
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
import { type Estate, missingFrom, snapshot } from './estate.ts'
import { sampleOf, shapeOf } from './samples.ts'

/** Whoever opens one more route to everybody has to say so here. */
const OPEN_TO_ANYONE = new Set([
  'GET /api/v3/games/:id/forget_password',
  'GET /api/v3/games/fetch_game_variables',
  'GET /api/v3/games/store_items',
  'GET /api/v3/games/verify',
  'GET /api/v3/util/get_server_time',
  'POST /api/v3/password/reset',
  'POST /api/v3/sessions',
  'POST /api/v3/users',
  'POST /api/v3/users/guest',
])

const JSON_TYPE = { 'content-type': 'application/json' }

/** Every route, with every id of the estate in its path and fields, in the body and in the query. */
async function* tryEverything(world: World, estate: Estate, home: World) {
  const player = await home.player({ credits: 100 })
  for (const endpoint of world.server.endpoints) {
    for (const id of estate.ids) {
      const { headers } = isFarewell(endpoint) ? await home.player() : player
      const fields = sampleOf(shapeOf(endpoint), { id, word: estate.word })
      const named = {
        ...fields,
        username: estate.owner.username,
        usernames: [estate.owner.username],
      }
      const { method } = endpoint
      const path = pathOf(endpoint, id)
      const query = new URLSearchParams(
        Object.entries(named).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )
      const body = JSON.stringify(named)
      yield { endpoint, answer: await ask(world, { method, path }, { headers }) }
      yield {
        endpoint,
        answer: await ask(world, { method, path }, { headers: { ...headers, ...JSON_TYPE }, body }),
      }
      yield {
        endpoint,
        answer: await ask(world, { method, path: `${path}?${query.toString()}` }, { headers }),
      }
    }
  }
  const [lost] = await lostPlayer(player)
  if (lost) throw new Error(lost)
}

/** (1) Without a token, or with one that nobody has: 401, unless the route is on the list of those for anyone. */
export async function sweepWithoutToken(world: World, estate: Estate): Promise<Findings> {
  const findings: Findings = []
  const before = await snapshot(world)
  const callers = [
    {},
    { 'authentication-token': 'nonsense' },
    {
      'service-key-name': 'x',
      'service-key-token': 'y',
      'current-user-id': String(estate.owner.id),
    },
  ]
  for (const endpoint of world.server.endpoints) {
    const is_open = callerOf(endpoint) === 'anyone'
    if (is_open && !OPEN_TO_ANYONE.has(nameOf(endpoint)))
      findings.push(`${nameOf(endpoint)} is open to anyone`)
    for (const headers of callers) {
      const path = pathOf(endpoint, estate.owner.id)
      const answer = await ask(world, { method: endpoint.method, path }, { headers })
      findings.push(...judge(endpoint, answer))
      if (!is_open && answer.status !== 401)
        findings.push(`${nameOf(endpoint)} answered ${answer.status} to somebody without a token`)
      if (answer.text.includes(estate.mark))
        findings.push(`${nameOf(endpoint)} showed the estate to somebody without a token`)
    }
  }
  findings.push(...(await changes(world, before)))
  return findings
}

async function changes(world: World, before: Set<string>): Promise<Findings> {
  return missingFrom(before, await snapshot(world)).map((row) => `changed or removed: ${row}`)
}

/** (2) With a token and ids of another game: nothing is seen, nothing is changed. */
export async function sweepFromAnotherGame(world: World, estate: Estate): Promise<Findings> {
  const home = await world.otherGame()
  const findings: Findings = []
  const before = await snapshot(world)
  for await (const { endpoint, answer } of tryEverything(world, estate, home)) {
    if (isOfTheGameItself(endpoint)) continue
    findings.push(...judge(endpoint, answer))
    // What was sent may come back: only the mark of what the intruder did not send counts.
    if (answer.text.replaceAll(estate.owner.username, '').includes(estate.mark))
      findings.push(`${nameOf(endpoint)} showed the estate to a player of another game`)
  }
  findings.push(...(await changes(world, before)))
  return findings
}

/** Asks with id and token of a game; the sweep has the one and not the other. */
const isOfTheGameItself = (endpoint: Endpoint) => callerOf(endpoint) === 'anyone'

/** (3) With the token of another player of the game: nothing of the owner's is changed. */
export async function sweepAsAnotherPlayer(world: World, estate: Estate): Promise<Findings> {
  const findings: Findings = []
  const before = await snapshot(world)
  for await (const { endpoint, answer } of tryEverything(world, estate, world))
    findings.push(...judge(endpoint, answer))
  findings.push(...(await changes(world, before)))
  return findings
}
