import type { Endpoint } from '../../src/http/docs/endpoint.ts'
import type { World } from '../support/world.ts'
import {
  sendRequest,
  callerOf,
  type Problems,
  mayEndSession,
  checkAnswer,
  checkSignedIn,
  nameOf,
  pathOf,
} from './requests.ts'
import type { SampleGame } from './sample-game.ts'
import { missingFrom, snapshot } from './snapshot.ts'
import { sampleOf, shapeOf } from './samples.ts'

/** The routes that need no credentials; a new one must be added here. */
const OPEN_TO_ANYONE = new Set([
  'GET /api/v3/games/:id/forget_password',
  'GET /api/v3/games/fetch_game_variables',
  'GET /api/v3/games/store_items',
  'GET /api/v3/games/verify',
  'GET /api/v3/util/get_server_time',
  'POST /admin/api/sessions',
  'POST /admin/api/staff_invitations/accept',
  'POST /api/v3/password/reset',
  'POST /api/v3/sessions',
  'POST /api/v3/users',
  'POST /api/v3/users/guest',
])

const JSON_TYPE = { 'content-type': 'application/json' }

/** Requests every route with every id of the sample game in path and fields, the fields in the body and in the query. */
async function* requestEverything(world: World, sample: SampleGame, callers_world: World) {
  const player = await callers_world.player({ credits: 100 })
  for (const endpoint of world.server.endpoints) {
    for (const id of sample.ids) {
      const { headers } = mayEndSession(endpoint) ? await callers_world.player() : player
      const fields = sampleOf(shapeOf(endpoint), { id, word: sample.word })
      const fields_with_names = {
        ...fields,
        username: sample.owner.username,
        usernames: [sample.owner.username],
      }
      const { method } = endpoint
      const path = pathOf(endpoint, id)
      const query = new URLSearchParams(
        Object.entries(fields_with_names).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )
      const body = JSON.stringify(fields_with_names)
      yield { endpoint, answer: await sendRequest(world, { method, path }, { headers }) }
      yield {
        endpoint,
        answer: await sendRequest(
          world,
          { method, path },
          { headers: { ...headers, ...JSON_TYPE }, body },
        ),
      }
      yield {
        endpoint,
        answer: await sendRequest(
          world,
          { method, path: `${path}?${query.toString()}` },
          { headers },
        ),
      }
    }
  }
  const [lost] = await checkSignedIn(player)
  if (lost) throw new Error(lost)
}

/** Without a token, or with an unknown one: 401, unless the route is in the list of public routes. */
export async function sweepWithoutToken(world: World, sample: SampleGame): Promise<Problems> {
  const problems: Problems = []
  const before = await snapshot(world)
  const callers = [
    {},
    { 'authentication-token': 'nonsense' },
    {
      'service-key-name': 'x',
      'service-key-token': 'y',
      'current-user-id': String(sample.owner.id),
    },
  ]
  for (const endpoint of world.server.endpoints) {
    const is_open = callerOf(endpoint) === 'anyone'
    if (is_open && !OPEN_TO_ANYONE.has(nameOf(endpoint)))
      problems.push(`${nameOf(endpoint)} is open to anyone`)
    for (const headers of callers) {
      const path = pathOf(endpoint, sample.owner.id)
      const answer = await sendRequest(world, { method: endpoint.method, path }, { headers })
      problems.push(...checkAnswer(endpoint, answer))
      if (!is_open && answer.status !== 401)
        problems.push(`${nameOf(endpoint)} answered ${answer.status} to a caller without a token`)
      if (answer.text.includes(sample.marker))
        problems.push(`${nameOf(endpoint)} showed the sample game to a caller without a token`)
    }
  }
  problems.push(...(await findChanges(world, before)))
  return problems
}

async function findChanges(world: World, before: Set<string>): Promise<Problems> {
  return missingFrom(before, await snapshot(world)).map((row) => `changed or removed: ${row}`)
}

/** With the token of a player of another game, who can neither see nor change anything. */
export async function sweepFromAnotherGame(world: World, sample: SampleGame): Promise<Problems> {
  const other_game = await world.otherGame()
  const problems: Problems = []
  const before = await snapshot(world)
  for await (const { endpoint, answer } of requestEverything(world, sample, other_game)) {
    if (isPublic(endpoint)) continue
    problems.push(...checkAnswer(endpoint, answer))
    // The answer may repeat what was sent, so the username from the request does not count as a leak.
    if (answer.text.replaceAll(sample.owner.username, '').includes(sample.marker))
      problems.push(`${nameOf(endpoint)} showed the sample game to a player of another game`)
  }
  problems.push(...(await findChanges(world, before)))
  return problems
}

/** Public routes are called with a game's id and token; the sweep knows only the id. */
const isPublic = (endpoint: Endpoint) => callerOf(endpoint) === 'anyone'

/** With the token of another player of the same game, who cannot change anything of the owner's. */
export async function sweepAsAnotherPlayer(world: World, sample: SampleGame): Promise<Problems> {
  const problems: Problems = []
  const before = await snapshot(world)
  for await (const { endpoint, answer } of requestEverything(world, sample, world))
    problems.push(...checkAnswer(endpoint, answer))
  problems.push(...(await findChanges(world, before)))
  return problems
}
