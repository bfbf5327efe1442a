import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { expect, test } from 'vitest'

/** Features, lowest first: one calls down, never up. */
const ORDER = [
  'operations/games',
  'players/sessions',
  'operations/service-keys',
  'players/activity',
  'players/users',
  'players/sign-in-throttling',
  'players/accounts',
  'players/password-resets',
  'players/scores',
  'players/user-attributes',
  'economy/credits',
  'economy/store',
  'social/blocks',
  'social/friends',
  'social/groups',
  'social/group-connections',
  'social/group-attributes',
  'play/multiplayer-rounds',
  'play/rounds',
  'play/leaderboards',
  'social/chat',
  'players/personal-data',
  'players/player-overview',
  'operations/test-suite',
]

type Forbidden = string | undefined
type Rule = (from: string, to: string) => Forbidden

const featureOf = (path: string) => /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1]
const isOwn = (from: string, to: string) => dirname(from) === dirname(to)

const isLower = (from: string, to: string) =>
  ORDER.indexOf(featureOf(to) ?? '') < ORDER.indexOf(featureOf(from) ?? '')

const FOR_RULES = new Set([
  'src/context.ts',
  'src/errors.ts',
  'src/events.ts',
  'src/limits.ts',
  'src/access/permissions.ts',
  'src/services/paging.ts',
  'src/services/passwords.ts',
  'src/services/secrets.ts',
])

const rules: Record<string, Rule> = {
  'routes.ts': (from, to) => {
    if (to.startsWith('src/http/')) return undefined
    if (isOwn(from, to) && /\/(rules|schema)\.ts$/.test(to)) return undefined
    return 'a route knows its own rules and schema, and the door'
  },
  'schema.ts': (from, to) => {
    if (
      to === 'src/http/shapes.ts' ||
      to === 'src/http/typed-schema.ts' ||
      to === 'src/limits.ts' ||
      to === 'src/access/permissions.ts'
    )
      return undefined
    if (to.endsWith('/schema.ts') && isLower(from, to)) return undefined
    return 'a schema knows the typed schemas, the shared shapes, the limits and lower schemas'
  },
  'rules.ts': (from, to) => {
    if (isOwn(from, to))
      return to.endsWith('/queries.ts') ? undefined : 'a rule knows its own queries only'
    if (FOR_RULES.has(to) || to.startsWith('node:') || to === 'src/storage/database.ts')
      return undefined
    const other = featureOf(to)
    if (!other || !to.endsWith('/rules.ts'))
      return 'a rule knows lower rules, the context, refusals and limits'
    return isLower(from, to) ? undefined : `${featureOf(from)} may not call up to ${other}`
  },
  'queries.ts': (_from, to) =>
    to === 'src/storage/statement.ts' ? undefined : 'a query is only a statement',
}

/** What this import breaks, or undefined. */
function judge(from: string, to: string): Forbidden {
  const feature = featureOf(from)
  const file = from.split('/').at(-1) ?? ''
  if (feature) {
    if (!ORDER.includes(feature)) return `the feature ${feature} has no place in the order`
    const rule = rules[file]
    return rule ? rule(from, to) : `${file} is no file name of a feature`
  }
  if (from.startsWith('src/storage/')) {
    return to.startsWith('src/') && !to.startsWith('src/storage/')
      ? 'storage knows nothing above it'
      : undefined
  }
  if (from.startsWith('src/cli/') && to.startsWith('src/http/'))
    return 'a command does not go through the door'
  if (from.startsWith('src/http/') && to.startsWith('src/features/'))
    return 'the door knows no feature'
  return undefined
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const found = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  return found.map((target) =>
    target.startsWith('.')
      ? normalize(join(dirname(path), target))
          .split(sep)
          .join('/')
      : target,
  )
}

const sources = globSync('src/**/*.ts')
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !path.endsWith('.test.ts'))

test('every import goes the way the design says', () => {
  const broken = sources.flatMap((from) =>
    importsOf(from).flatMap((to) => {
      const why = judge(from, to)
      return why ? [`${from} imports ${to}: ${why}`] : []
    }),
  )
  expect(broken).toEqual([])
})

test('a route that imports a query, a rule that calls up and a door that knows a feature are caught', () => {
  expect(
    judge('src/features/economy/store/routes.ts', 'src/features/economy/store/queries.ts'),
  ).toBeDefined()
  expect(
    judge('src/features/operations/games/rules.ts', 'src/features/economy/store/rules.ts'),
  ).toBeDefined()
  expect(judge('src/features/economy/store/rules.ts', 'fastify')).toBeDefined()
  expect(judge('src/http/server.ts', 'src/features/operations/games/rules.ts')).toBeDefined()
  expect(judge('src/storage/sqlite/sqlite.ts', 'src/config.ts')).toBeDefined()
})

test('only the configuration reads the environment, and rules do not look at the clock', () => {
  const readers = sources.filter((path) =>
    /process\.env|\benv\b.*from 'node:process'/.test(readFileSync(path, 'utf8')),
  )
  expect(readers).toEqual(['src/config.ts'])
  const clocks = sources.filter(
    (path) =>
      path.endsWith('/rules.ts') && /Date\.now\(\)|new Date\(\)/.test(readFileSync(path, 'utf8')),
  )
  expect(clocks).toEqual([])
})

test('a type assertion stands only in storage', () => {
  const asserting = sources.filter(
    (path) =>
      !path.startsWith('src/storage/') &&
      readFileSync(path, 'utf8')
        .split('\n')
        .some(
          (line) =>
            /[\w)\]}] as (?!const\b)[A-Z{([]/.test(line) &&
            !/^\s*(\*|\/)/.test(line) &&
            !/import|export \*/.test(line),
        ),
  )
  expect(asserting).toEqual([])
})
