import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { expect, test } from 'vitest'
import { FOR_ROUTES, FOR_SCHEMAS } from './support/allowed-imports.ts'

/** Features, lowest first: one calls down, never up. */
const ORDER = [
  'operations/audit-log',
  'operations/games',
  'operations/word-filters',
  'operations/game-permissions',
  'operations/backups',
  'operations/server-status',
  'staff/staff-members',
  'operations/events',
  'operations/game-storage',
  'operations/game-tasks',
  'operations/game-code',
  'operations/event-streams',
  'operations/staff-streams',
  'operations/traffic',
  'players/sessions',
  'operations/service-keys',
  'operations/webhooks',
  'operations/webhook-deliveries',
  'players/activity',
  'operations/statistics',
  'operations/statistics-overview',
  'players/users',
  'players/sanctions',
  'players/sign-in-throttling',
  'staff/staff-sessions',
  'staff/staff-tokens',
  'players/mails',
  'players/email-verifications',
  'players/usernames',
  'players/accounts',
  'players/account-changes',
  'players/password-resets',
  'players/scores',
  'players/user-attributes',
  'economy/credits',
  'economy/store',
  'economy/sales',
  'social/blocks',
  'social/presence',
  'social/friends',
  'social/group-events',
  'social/group-views',
  'social/groups',
  'social/group-connections',
  'social/group-attributes',
  'social/groups-admin',
  'play/score-rules',
  'play/score-checks',
  'play/ranks',
  'play/rank-counts',
  'play/round-state',
  'play/multiplayer-rounds',
  'play/round-views',
  'play/round-finish',
  'play/round-seats',
  'play/round-invites',
  'play/round-rules',
  'play/matchmaking-types',
  'play/match-tickets',
  'play/matches',
  'play/matchmaking',
  'play/rounds',
  'play/rounds-admin',
  'play/board-seasons',
  'play/board-views',
  'play/entry-writes',
  'play/rating-settings',
  'play/ratings',
  'play/rating-recounts',
  'play/leaderboards',
  'play/leaderboard-pages',
  'play/leaderboards-admin',
  'play/held-scores',
  'play/season-prizes',
  'play/board-settings',
  'play/overdue-work',
  'social/notifications',
  'operations/announcements',
  'social/messages',
  'social/chat',
  'social/reports',
  'social/hidden-messages',
  'social/report-queue',
  'social/chats-admin',
  'players/personal-data',
  'players/player-overview',
  'players/player-search',
  'players/player-profiles',
  'players/player-notes',
  'players/player-timeline',
  'players/player-support',
  'operations/test-players',
  'operations/test-suite',
  'operations/demo-data',
]

type Forbidden = string | undefined
type Rule = (from: string, to: string) => Forbidden

const featureOf = (path: string) => /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1]
const isOwn = (from: string, to: string) => dirname(from) === dirname(to)

const isLower = (from: string, to: string) =>
  ORDER.indexOf(featureOf(to) ?? '') < ORDER.indexOf(featureOf(from) ?? '')

const FOR_RULES = new Set([
  'src/context.ts',
  'src/durations.ts',
  'src/errors.ts',
  'src/event-types.ts',
  'src/events.ts',
  'src/limits.ts',
  'src/services/backup-files.ts',
  'src/services/disk.ts',
  'src/services/game-export.ts',
  'src/services/host-lookup.ts',
  'src/services/ip-addresses.ts',
  'src/services/local-url.ts',
  'src/services/mail-addresses.ts',
  'src/services/names.ts',
  'src/services/page-cursors.ts',
  'src/services/passwords.ts',
  'src/services/periods.ts',
  'src/services/process-report.ts',
  'src/services/public-addresses.ts',
  'src/services/round-fields.ts',
  'src/services/score-rules.ts',
  'src/services/secrets.ts',
  'src/services/skill-ratings.ts',
  'src/services/times.ts',
  'src/services/totp.ts',
  'src/services/version.ts',
  'src/services/traffic.ts',
  'src/services/webhook-request.ts',
  'src/services/word-filter.ts',
  'src/storage/migrations/list.ts',
])

const FOR_ALL_RULES =
  /^(node:|src\/(services\/(demo|matchmaking)\/|access\/(permission-grid|permissions|staff)\.ts|storage\/(database|statement)\.ts))/

/** What each file of a feature may import. */
const rules: Record<string, Rule> = {
  'routes.ts': (from, to) => {
    if (to.startsWith('src/http/') || FOR_ROUTES.has(to)) return undefined
    if (isOwn(from, to) && /\/(rules|schema|page)\.ts$/.test(to)) return undefined
    return 'a route knows its own rules, schema and page, and HTTP'
  },
  'page.ts': (_from, to) => (to === 'src/http/html.ts' ? undefined : 'a page is only HTML'),
  'schema.ts': (from, to) => {
    if (FOR_SCHEMAS.has(to) || (to.endsWith('/schema.ts') && isLower(from, to))) return undefined
    return 'a schema knows the typed schemas, the shared shapes, the limits and lower schemas'
  },
  'rules.ts': (from, to) => {
    if (isOwn(from, to))
      return to.endsWith('/queries.ts') ? undefined : 'a rule knows its own queries only'
    if (FOR_RULES.has(to) || FOR_ALL_RULES.test(to)) return undefined
    const other = featureOf(to)
    if (!other || !to.endsWith('/rules.ts'))
      return 'a rule knows lower rules, the context, refusals and limits'
    return isLower(from, to) ? undefined : `${featureOf(from)} may not call up to ${other}`
  },
  'queries.ts': (from, to) => {
    if (to === 'src/storage/statement.ts' || to === 'src/durations.ts') return undefined
    if (to.endsWith('/queries.ts') && isLower(from, to)) return undefined
    return 'a query knows statements, and the columns of lower features'
  },
}

/** The files and folders of `src/`, lowest first: each may import itself and those before it. */
const LAYERS = [
  'durations.ts',
  'thousands.ts',
  'rate-limits.ts',
  'config.ts',
  'competition-limits.ts',
  'limits.ts',
  'staff-refusals.ts',
  'competition-refusals.ts',
  'moderation-refusals.ts',
  'game-code-refusals.ts',
  'errors.ts',
  'events.ts',
  'storage/',
  'services/',
  'access/',
  'idempotency/',
  'context.ts',
  'http/',
  'event-data.ts',
  'moderation-event-types.ts',
  'competition-event-types.ts',
  'event-types.ts',
  'features/',
  'live/',
  'jobs/',
  'create-context.ts',
  'game-code/',
  'app.ts',
  'stop.ts',
  'start.ts',
  'test-game.ts',
  'cli/',
  'main.js',
]

const layerOf = (path: string) =>
  LAYERS.findIndex((layer) =>
    layer.endsWith('/') ? path.startsWith(`src/${layer}`) : path === `src/${layer}`,
  )

/** What this import breaks, or undefined. */
function judge(from: string, to: string): Forbidden {
  if (to.startsWith('src/')) {
    if (layerOf(from) === -1) return 'it has no place among the layers'
    if (layerOf(to) > layerOf(from)) return 'it points upwards'
  }
  if (from.startsWith('src/storage/') && to.startsWith('src/') && !to.startsWith('src/storage/'))
    return 'storage knows nothing else'
  if (from.startsWith('src/cli/') && to.startsWith('src/http/'))
    return 'a command does not go through HTTP'
  const feature = featureOf(from)
  if (!feature) return undefined
  if (!ORDER.includes(feature)) return `the feature ${feature} has no place in the order`
  const file = from.split('/').at(-1) ?? ''
  return rules[file] ? rules[file](from, to) : `${file} is no file name of a feature`
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

test('every import follows the rules of the design', () => {
  const broken = sources.flatMap((from) =>
    importsOf(from).flatMap((to) => {
      const why = judge(from, to)
      return why ? [`${from} imports ${to}: ${why}`] : []
    }),
  )
  expect(broken).toEqual([])
})

test('forbidden imports are reported', () => {
  const forbidden = [
    ['src/features/economy/store/routes.ts', 'src/features/economy/store/queries.ts'],
    ['src/features/operations/games/rules.ts', 'src/features/economy/store/rules.ts'],
    ['src/features/economy/store/rules.ts', 'fastify'],
    ['src/http/server.ts', 'src/features/operations/games/rules.ts'],
    ['src/idempotency/keyed-requests.ts', 'src/context.ts'],
    ['src/context.ts', 'src/http/server.ts'],
    ['src/storage/sqlite/sqlite.ts', 'src/config.ts'],
    ['src/somewhere.ts', 'src/config.ts'],
  ] as const
  for (const [from, to] of forbidden) expect([from, to, judge(from, to)]).not.toContain(undefined)
})

test('clients talk to the server only by HTTP: they import nothing of it', () => {
  const clients = globSync('{sdk,examples,site,dashboard}/**/*.{ts,js,mjs}', {
    exclude: (path) => path.includes('node_modules') || path.includes('dist'),
  })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.endsWith('.test.ts'))
  const importing = clients.filter((path) => importsOf(path).some((to) => to.startsWith('src/')))
  expect(clients).toContain('sdk/src/playkeep.ts')
  expect(importing).toEqual([])
})

test('there are no import cycles', () => {
  const graph = new Map(
    sources.map((path) => [path, importsOf(path).filter((to) => to.startsWith('src/'))]),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const to of graph.get(path) ?? []) visit(to, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  expect(cycles).toEqual([])
})
