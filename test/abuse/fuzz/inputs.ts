import type { Endpoint } from '../../../src/http/docs/endpoint.ts'
import { Random } from '../../support/random.ts'
import type { Player, World } from '../../support/world.ts'
import { encodings } from '../../sweep/encoding.ts'
import { isForOperators, mayEndSession, pathOf } from '../../sweep/requests.ts'
import type { SampleGame } from '../../sweep/sample-game.ts'
import { type Fields, sampleOf, shapeOf, typeOf } from '../../sweep/samples.ts'
import { LARGE_VALUES, smallValue } from './nasty-values.ts'

/** What the inputs refer to. */
export interface Fixture {
  world: World
  sample: SampleGame
  players: Player[]
  /** For routes that may end the caller's session. */
  disposable: Player[]
  /** A game that the routes of the system key may change. */
  other_game_id: number
  /** Each as often as it gets inputs in relation to the others. */
  endpoints: Endpoint[]
  /** Sent before all random inputs. */
  large_inputs: LargeInput[]
}

/** One field of a route with a value that is costly to process. */
interface LargeInput {
  endpoint: Endpoint
  field: string
  json: string
}

export interface Input {
  endpoint: Endpoint
  path: string
  headers: Record<string, string>
  body?: string
}

const MANGLED = 0.55
const LARGE = 0.005
const OVERSIZED = 0.0005
const OVERSIZED_BYTES = 1_100_000
const ODD_IDS = ['0', '-1', '1e99', 'abc', '%00', '..', '9'.repeat(400)] as const

/** Hashing a password is slow on purpose, so the routes that do it get fewer inputs. */
const hashesPassword = (endpoint: Endpoint) => 'password' in (shapeOf(endpoint).properties ?? {})

const ofLength = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry)

/** What is sent to which routes. */
export function planInputs(all_endpoints: Endpoint[]) {
  // It would delete the game.
  const endpoints = all_endpoints.filter(({ url }) => !url.endsWith('/clean_up_test'))
  const large_inputs = endpoints.flatMap((endpoint) =>
    Object.entries(shapeOf(endpoint).properties ?? {}).flatMap(([field, shape]) =>
      LARGE_VALUES.flatMap((json) => {
        const values = typeOf(shape) === 'array' ? [json, `[${json}]`] : [json]
        return values.map((value) => ({ endpoint, field, json: value }))
      }),
    ),
  )
  const weighted = endpoints.flatMap((endpoint) =>
    ofLength(hashesPassword(endpoint) ? 1 : 12, endpoint),
  )
  return { endpoints: weighted, large_inputs }
}

/** Fields with which the request could succeed. */
function goodFields(fixture: Fixture, endpoint: Endpoint, random: Random, caller: Player): Fields {
  const { world, sample, other_game_id } = fixture
  // New sessions may end the oldest ones.
  const players = hashesPassword(endpoint) ? fixture.disposable : fixture.players
  const is_system = isForOperators(endpoint)
  const { username, email } = random.pick(players) ?? caller
  const id = random.chance(0.7) ? caller.id : (random.pick(players) ?? caller).id
  const word = random.chance(0.5) ? sample.word : `word${random.below(50)}`
  const filling = { id: random.chance(0.5) ? id : (random.pick(sample.ids) ?? id), word }
  const fields = sampleOf(shapeOf(endpoint), filling)
  const known: Fields = {
    game_id: is_system ? other_game_id : world.game.id,
    game_token: world.game.token,
    username: random.chance(0.5) ? username : `name${random.below(1e6)}`,
    usernames: [username],
    email: random.chance(0.5) ? email : `mail${random.below(1e6)}@example.com`,
    password: 'password',
    password_confirmation: 'password',
    user_id: id,
    game_user_id: id,
    page: 1 + random.below(3),
    per_page: 1 + random.below(100),
    device_id: `device-0123456789-${random.below(1e6)}`,
    metadata: { level: random.below(9) },
    start_time: '2026-01-02T03:04:05Z',
    end_time: '2026-01-02T03:05:05Z',
    query: 'Mark',
  }
  const { required = [] } = shapeOf(endpoint)
  for (const name of Object.keys(fields)) {
    if (random.chance(required.includes(name) ? 0.03 : 0.5)) delete fields[name]
    else if (name in known) fields[name] = known[name]
  }
  return fields
}

type Changes = Map<string, string>

/** Fields with some of them replaced by JSON: as JSON, and as fields for forms and queries. */
function withChanges(good: Fields, changes: Changes): { json: string; fields: Fields } {
  const unchanged = Object.entries(good).filter(([name]) => !changes.has(name))
  const parts = [
    ...unchanged.map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...changes,
  ]
  const changed = [...changes].map(([name, json]) => [
    name,
    json.startsWith('"') ? String(JSON.parse(json)).toWellFormed() : json,
  ])
  return {
    json: `{${parts.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
    fields: Object.fromEntries([...unchanged, ...changed]),
  }
}

function mangle(good: Fields, random: Random): { json: string; fields: Fields } {
  const changes: Changes = new Map()
  const names = Object.keys(good)
  const change = (value = '""', name = random.pick(names) ?? 'field') => {
    const is_list = Array.isArray(good[name]) && random.chance(0.5)
    changes.set(name, is_list ? `[${value}]` : value)
  }
  if (random.chance(LARGE / MANGLED)) change(random.pick(LARGE_VALUES))
  else for (let count = random.below(3); count >= 0; count--) change(smallValue(random))
  if (random.chance(0.05))
    change(smallValue(random), random.pick(['__proto__', 'constructor', 'id', 'x', '']))
  if (random.chance(OVERSIZED / MANGLED)) change(`"${'x'.repeat(OVERSIZED_BYTES)}"`, 'padding')
  const { json, fields } = withChanges(good, changes)
  const broken = random.chance(0.02) ? json.slice(0, random.below(json.length + 1)) : json
  return { json: random.chance(0.01) ? `[${broken}]` : broken, fields }
}

function credentials(fixture: Fixture, endpoint: Endpoint, random: Random, player: Player) {
  const caller = random.below(20)
  if (caller === 0) return {}
  if (caller === 1) return { 'authentication-token': `unknown-${random.below(1e6)}` }
  if (isForOperators(endpoint) || caller === 2)
    return { ...fixture.world.system.headers, 'current-user-id': String(player.id) }
  return player.headers
}

/** One request. The same seed and number always give the same, for the same fixture. */
export function makeInput(fixture: Fixture, seed: number, number: number): Input {
  const random = new Random(seed, 'fuzz', number)
  const large = fixture.large_inputs[number]
  const endpoint = large?.endpoint ?? random.pick(fixture.endpoints)
  if (!endpoint) throw new Error('there are no endpoints')
  const { players, disposable, sample, other_game_id } = fixture
  const player = random.pick(mayEndSession(endpoint) ? disposable : players) ?? sample.owner
  const good = goodFields(fixture, endpoint, random, player)
  const input = large
    ? withChanges(good, new Map([[large.field, large.json]]))
    : random.chance(MANGLED)
      ? mangle(good, random)
      : withChanges(good, new Map())
  const at = random.below(1000)
  const encoding = random.chance(large ? 0.8 : 0.5)
    ? 'flat JSON'
    : random.pick(Object.keys(encodings))
  const { type, body, query } = encodings[encoding ?? '']?.(input, at) ?? {}
  const own_id = isForOperators(endpoint) ? other_game_id : player.id
  const other_id = random.chance(0.7) ? (random.pick(sample.ids) ?? 1) : random.pick(ODD_IDS)
  const id = random.chance(0.6) ? own_id : other_id
  const path = pathOf(endpoint, isForOperators(endpoint) && typeof id === 'number' ? own_id : id)
  const headers = {
    ...credentials(fixture, endpoint, random, player),
    'x-input': String(number),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(random.chance(0.1) ? { 'idempotency-key': `fuzz-${random.below(2000)}` } : {}),
  }
  return {
    endpoint,
    path: `${path.replaceAll('%25', '%')}${query === undefined ? '' : `?${query}`}`,
    headers,
    ...(body === undefined ? {} : { body }),
  }
}
