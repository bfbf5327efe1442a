import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../src/http/docs/endpoint.ts'
import { type Reply, unique, type World } from '../support/world.ts'
import { fillingLast, nameOf, type Problems } from './requests.ts'
import { INTERNAL_TABLES, snapshot, withoutVolatile } from './snapshot.ts'
import type { MakeSample, WriteSample } from './sample-requests.ts'

/** Routes whose answers are not stored, because a repeated request is harmless: it finds the same guest or test player, is refused, sends another mail, or finds nothing to remove. */
const NOT_STORED = new Set([
  'POST /api/v3/users/guest',
  'POST /api/v3/password/reset',
  'POST /api/v3/users/:id/email_verification',
  'DELETE /admin/api/games/:id/leaderboard_entries',
  'DELETE /admin/api/games/:id/rated_game_types/:game_type',
  'POST /admin/api/sessions',
  'POST /admin/api/staff_invitations/accept',
  'PUT /admin/api/me',
  'POST /admin/api/me/second_factor',
  'PUT /admin/api/me/second_factor',
  'POST /admin/api/games/:id/test_players',
  'POST /admin/api/backups',
])

/** Routes after which the caller's token is invalid, so that a repeated request is refused. */
const END_OF_SESSION = new Set([
  'DELETE /api/v3/sessions',
  'DELETE /api/v3/users/:id',
  'DELETE /admin/api/sessions',
  'DELETE /admin/api/sessions/:id',
])

/** Fields that stored answers omit; a repeated answer may have another value. */
const SECRETS = new Set(['authentication_token', 'token', 'secret'])

/** The names of all fields with the types of their values; a list is as its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const entries = Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other))
  return Object.fromEntries(entries.map(([name, inner]) => [name, shapeOf(inner)]))
}

const withoutSecrets = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !SECRETS.has(name)))

/** A repeated request whose answer has a secret replaces that secret, which the audit log mentions. */
const REISSUED = /^audit_log .*"action":"[\w.]+\.reissue/

/** The rows of a snapshot without what replacing a secret changes. */
const withoutSecretRows = (rows: Set<string>) =>
  new Set(
    [...rows]
      .filter((row) => !REISSUED.test(row))
      .map((row) => row.replace(/"(token_hash|secret)":"[^"]*"/, '')),
  )

const describeChange = (before: Set<string>, after: Set<string>) =>
  [...before.symmetricDifference(after)].join('\n')

function send({ method, url }: Endpoint, sample: WriteSample, headers = {}): Promise<Reply> {
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => String(sample.params?.[name]))
  const { client, fields } = sample
  return client.send(method, `/${path}`, { headers, ...(fields ? { json: fields } : {}) })
}

/** How the answer to a keyed request differs from the answer to the same request without a key. */
function compareAnswers(plain: Reply, keyed: Reply): Problems {
  if (plain.status >= 300) return [`answered ${plain.status} without a key: ${plain.text}`]
  if (keyed.status !== plain.status)
    return [`answered ${keyed.status} with a key and ${plain.status} without: ${keyed.text}`]
  const [expected, found] = [shapeOf(plain.body), shapeOf(keyed.body)]
  if (isDeepStrictEqual(found, expected)) return []
  const [with_key, without] = [found, expected].map((shape) => JSON.stringify(shape))
  return [`answered with a key ${with_key} and without ${without}`]
}

/** How the answer to a repeated request differs from the first one. */
function compareRepeated(first: Reply, repeated: Reply): Problems {
  const problems: Problems = []
  if (repeated.status !== first.status || repeated.headers.get('idempotency-replayed') !== 'true')
    return [`answered ${repeated.status} when it was repeated: ${repeated.text}`]
  if (!isDeepStrictEqual(withoutSecrets(repeated.body), withoutSecrets(first.body)))
    problems.push(`answered ${repeated.text} when it was repeated, after ${first.text}`)
  if (!isDeepStrictEqual(shapeOf(repeated.body), shapeOf(first.body)))
    problems.push(`answered other fields when it was repeated: ${repeated.text}`)
  return problems
}

async function checkRoute(
  world: World,
  endpoint: Endpoint,
  makeSample: MakeSample,
): Promise<Problems> {
  const name = nameOf(endpoint)
  const plain = await send(endpoint, await makeSample(world))
  const sample = await makeSample(world)
  const key = { 'idempotency-key': unique('key') }
  const before = await snapshot(world, INTERNAL_TABLES)
  const first = await send(endpoint, sample, key)
  const after = await snapshot(world, INTERNAL_TABLES)
  const after_first = withoutVolatile(after)
  const repeated = await send(endpoint, sample, key)
  const after_repeated = await snapshot(world)

  const problems = compareAnswers(plain, first)
  if (problems.length > 0) return problems
  if (first.headers.has('idempotency-replayed')) problems.push('says that it was repeated')
  if (isDeepStrictEqual(before, after)) problems.push('changed nothing')
  if (END_OF_SESSION.has(name)) {
    if (repeated.status !== 401)
      problems.push(`answered ${repeated.status} after the session ended`)
  } else if (!NOT_STORED.has(name)) {
    problems.push(...compareRepeated(first, repeated))
  }
  const change = describeChange(withoutSecretRows(after_first), withoutSecretRows(after_repeated))
  if (change && !NOT_STORED.has(name)) problems.push(`changed something when repeated: ${change}`)
  return problems
}

/** Sends each request without a key, with a key, and again with the same key. */
export async function sweepKeyedRequests(
  world: World,
  endpoints: Endpoint[],
  samples: Record<string, MakeSample>,
): Promise<Problems> {
  const problems: Problems = []
  const writes = endpoints.filter(({ method }) => method !== 'GET')
  for (const endpoint of fillingLast(writes)) {
    const name = nameOf(endpoint)
    const makeSample = samples[name]
    const found = makeSample
      ? await checkRoute(world, endpoint, makeSample)
      : ['needs a sample in write-samples.ts']
    problems.push(...found.map((problem) => `${name} ${problem}`))
  }
  return problems
}
