import { Random } from '../test/support/random.ts'
import { bestOf, isFast, MAX_P99_MS, MAX_SIGN_IN_MS, type MixResult } from '../bench/mix-result.ts'
import type { Result } from '../bench/result.ts'
import {
  ACTIONS,
  OPENING,
  SESSION_REQUESTS,
  SESSION_SECONDS,
  THINK_SECONDS,
} from '../bench/session.ts'
import { formatNumber, tableLines } from './markdown.ts'
import { readLatest, readMixResults } from './performance-page.ts'

/** What the arithmetic takes for granted. Each is on the page, with its number. */
const ASSUMED = {
  /** The part of a core that is used in the busiest hour. */
  load: 0.6,
  /** What a process does beside others, as a share of what it does alone. */
  beside_others: 0.9,
  /** The same for each core of a large PostgreSQL. */
  large_postgres: 0.7,
  /** The part of a day's players who are there at the busiest moment. */
  online: 0.1,
  /** CPU time of PostgreSQL as a multiple of the server's, where it was not measured. */
  postgres_ratio: 1,
  small_cores: 2,
  medium_cores: 4,
  many_cores: 8,
  servers: 10,
  server_cores: 4,
  large_cores: 32,
  /** The default of `DATABASE_POOL`, and two more connections. */
  connections: 14,
} as const

/** What a scenario without figures is taken for. */
const STAND_IN = 'rankings'

const all_actions = [...OPENING, ...ACTIONS]
const mean_think_seconds = (THINK_SECONDS.least + THINK_SECONDS.most) / 2
const requests_per_player = 1 / mean_think_seconds

const random = new Random(1)
const isWrite = ({ make }: (typeof all_actions)[number]) =>
  make({ id: 1, token: '', owns_item: false }, random, { users: 1, game_id: 1, item_id: 1 })
    .method !== 'GET'

const countOf = (actions: typeof all_actions) => actions.reduce((sum, { count }) => sum + count, 0)
const write_share = countOf(all_actions.filter(isWrite)) / SESSION_REQUESTS

/** CPU time of one request of the mix, in microseconds. */
interface Cost {
  /** Of the server, without passwords. */
  play_us: number
  /** Of the server, for passwords. */
  password_us: number
  /** Of PostgreSQL. Zero on SQLite, which is part of the server. */
  database_us: number
  /** Where the figures come from. */
  source: string
}

/** To two digits. */
function roundDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1)
  return Math.floor(value / unit) * unit
}

const formatCount = (value: number) => roundDown(value).toLocaleString('en')

type Engine = 'sqlite' | 'postgres'

/** From the figures of each scenario, as often as it is part of a session. */
function costFromScenarios({ runs, date }: Result, engine: Engine): Cost | undefined {
  const scenarios = runs.find(({ title }) => title === engine)?.scenarios
  if (!scenarios) return undefined
  const measuredOf = (name: string) =>
    scenarios.find((scenario) => scenario.name === name)?.measured ?? undefined
  const figureOf = (name: string) => measuredOf(name) ?? measuredOf(STAND_IN)
  const sumOf = (pick: (name: string) => number, actions = all_actions) =>
    actions.reduce((sum, { scenario, count }) => sum + count * pick(scenario), 0) / SESSION_REQUESTS
  const server = (name: string) => figureOf(name)?.cpu_us ?? 0
  const password_us = sumOf(
    (name) => server(name) - server('profile'),
    OPENING.filter(({ name }) => name === 'sign_in'),
  )
  const play_us = sumOf(server) - password_us
  const has_database = scenarios.some(({ measured }) => measured?.database_cpu_us)
  const from = `the figures of each request in [performance.md](performance.md), ${date.slice(0, 10)}, weighted as above`
  if (engine === 'sqlite') return { play_us, password_us, database_us: 0, source: from }
  return has_database
    ? {
        play_us,
        password_us,
        database_us: sumOf((name) => figureOf(name)?.database_cpu_us ?? 0),
        source: from,
      }
    : {
        play_us,
        password_us,
        database_us: play_us * ASSUMED.postgres_ratio,
        source: `${from}; the CPU time of PostgreSQL was not measured, and is taken for ${ASSUMED.postgres_ratio} times that of the server without passwords`,
      }
}

/** The step that used a core about as much as is assumed: a request costs less where many come at once. */
const typicalOf = ({ steps }: MixResult) =>
  steps
    .filter(isFast)
    .map((step) => ({
      step,
      distance: Math.abs((step.server_cpu_percent ?? 0) / 100 - ASSUMED.load),
    }))
    .toSorted((one, other) => one.distance - other.distance)[0]?.step

/** From a run of the mix itself, if there is one; passwords are told apart by the figures of a sign-in. */
function costOf(latest: Result, mixes: MixResult[], engine: Engine): Cost | undefined {
  const estimate = costFromScenarios(latest, engine)
  const mix = mixes.find((one) => one.engine === engine)
  const step = mix && typicalOf(mix)
  if (!mix || !step || step.server_cpu_percent === null) return estimate
  const perRequest = (percent: number) => (percent / 100 / step.requests_per_second) * 1e6
  const server_us = perRequest(step.server_cpu_percent)
  const password_us = Math.min(estimate?.password_us ?? 0, server_us)
  return {
    play_us: server_us - password_us,
    password_us,
    database_us: perRequest(step.database_cpu_percent ?? 0),
    source: `\`npm run bench -- --mix\`, ${mix.date.slice(0, 10)}, with ${step.players.toLocaleString('en')} players`,
  }
}

/** How many players a number of cores carries, if each request needs so much CPU time. */
const playersOn = (cores: number, us: number) =>
  (cores * ASSUMED.load) / (requests_per_player * us * 1e-6)

interface Limit {
  what: string
  /** With a sign-in in each session, and without passwords. */
  players: [number, number]
}

interface Setup {
  title: string
  how: string
  limits: Limit[]
  /** What to do when the first, the second… limit is reached. */
  next: string[]
}

const serverOf = ({ play_us, password_us }: Cost): [number, number] => [
  play_us + password_us,
  play_us,
]

const limit = (what: string, cores: number, costs: [number, number]): Limit => ({
  what,
  players: [playersOn(cores, costs[0]), playersOn(cores, costs[1])],
})

function sqliteSetup(cost: Cost): Setup {
  return {
    title: `SQLite on one machine with ${ASSUMED.small_cores} cores`,
    how: 'One process, which contains the database. Requests are handled by one thread; passwords are checked by others.',
    limits: [
      limit('The one core of the thread that handles requests', 1, [cost.play_us, cost.play_us]),
      limit('Both cores together', ASSUMED.small_cores, serverOf(cost)),
    ],
    next: [
      'Set `WORKERS` to the number of cores: on two, a mix of reads and writes was answered 1.2 times as often ([figures](performance.md#what-was-tried)). Reads are spread over all processes, but only one can write at a time, so this ends soon. Then move to PostgreSQL ([how](self-hosting.md#from-sqlite-to-postgresql)).',
      'Let clients keep their token: it is valid until it was not used for `SESSION_DAYS`, and needs no password. Or take a machine with more cores.',
    ],
  }
}

const shareOfServer = (cost: Cost) => {
  const server_us = cost.play_us + cost.password_us
  return server_us / (server_us + cost.database_us)
}

function sharedSetup(cores: number, cost: Cost): Setup {
  const workers = Math.max(1, Math.round(cores * shareOfServer(cost)))
  const both = serverOf(cost).map((us) => us + cost.database_us)
  const [with_passwords = 0, without = 0] = both
  return {
    title: `PostgreSQL on the same machine with ${cores} cores`,
    how: `\`WORKERS=${workers}\`: of all CPU time, the server needs ${formatNumber(100 * shareOfServer(cost))} %, and PostgreSQL the rest.`,
    limits: [
      limit(`The ${cores} cores together`, cores * ASSUMED.beside_others, [
        with_passwords,
        without,
      ]),
      limit(
        workers === 1
          ? 'The one thread that handles requests'
          : `The ${workers} threads that handle requests`,
        workers * ASSUMED.beside_others,
        [cost.play_us, cost.play_us],
      ),
    ],
    next: [
      'Move PostgreSQL to a machine of its own, then add servers beside the first one, behind the same proxy. Before that, let clients keep their token.',
      'Another process, with a larger `WORKERS`.',
    ],
  }
}

function largeSetup(cost: Cost): Setup {
  const { servers, server_cores, large_cores, beside_others, large_postgres } = ASSUMED
  const connections = servers * server_cores * ASSUMED.connections
  return {
    title: `${servers} servers with ${server_cores} cores each, and a PostgreSQL with ${large_cores} cores`,
    how: `\`WORKERS=${server_cores}\` on each server. They open up to ${servers} × ${server_cores} × ${ASSUMED.connections} = ${connections} connections: set \`max_connections\` above that, or put [PgBouncer](self-hosting.md#pgbouncer) in between. With its transaction pooling a write costs more, and these numbers do not hold.`,
    limits: [
      limit(
        `The ${servers * server_cores} cores of the servers`,
        servers * server_cores * beside_others,
        serverOf(cost),
      ),
      limit(`The ${large_cores} cores of PostgreSQL`, large_cores * large_postgres, [
        cost.database_us,
        cost.database_us,
      ]),
    ],
    next: [
      'Add servers: they share nothing but the database. Before that, let clients keep their token.',
      'A larger PostgreSQL, while there is one. After that, give the largest game a database of its own.',
    ],
  }
}

function setupSection({ title, how, limits, next }: Setup): string {
  const smallest = (index: 0 | 1) => Math.min(...limits.map(({ players }) => players[index]))
  const [most, most_without] = [smallest(0), smallest(1)]
  const cell = (value: number, least: number) =>
    value === least ? `**${formatCount(value)}**` : formatCount(value)
  const rows = limits.map(({ what, players: [one, other] }) => [
    what,
    cell(one, most),
    cell(other, most_without),
  ])
  const head = ['What limits', 'Players online', 'If clients keep their token']
  const reached = limits.findIndex(({ players }) => players[0] === most)
  const requests = roundDown(most) * requests_per_player
  const facts = `At ${formatCount(most)} players there are ${formatCount(requests)} requests per second, of which ${formatCount(requests * write_share)} write, and about ${formatCount(most / ASSUMED.online)} players play on that day.`
  const limiting = limits[reached]?.what.replace(/^[A-Z]/, (letter) => letter.toLowerCase()) ?? ''
  const advice = `The limit: ${limiting}. What to add next: ${next[reached] ?? ''}`
  return [`### ${title}`, '', how, '', ...tableLines(head, rows), '', facts, '', advice, ''].join(
    '\n',
  )
}

type Costs = Record<Engine, Cost>

function costSection(costs: Costs): string {
  const head = ['Database', 'Server', 'Passwords', 'PostgreSQL', 'From']
  const rows = Object.entries(costs).map(([engine, cost]) => [
    engine,
    `${formatNumber(cost.play_us)} µs`,
    `${formatNumber(cost.password_us)} µs`,
    engine === 'sqlite' ? 'part of the server' : `${formatNumber(cost.database_us)} µs`,
    cost.source,
  ])
  return tableLines(head, rows).join('\n')
}

function measuredSection(mixes: MixResult[]): string {
  const lines = mixes.toReversed().flatMap((mix) => {
    const best = bestOf(mix)
    if (!best) return []
    return [
      `- ${mix.engine}: ${best.players.toLocaleString('en')} players with a p99 of ${best.phase.all.p99_ms} ms, and ${best.phase.by_call['sign_in']?.p99_ms ?? '–'} ms for sign-ins.`,
    ]
  })
  if (lines.length === 0) return ''
  return `
## What was measured

The largest number of players with a p99 below ${MAX_P99_MS} ms, and below ${MAX_SIGN_IN_MS / 1000} s for sign-ins, for a server that has one core for requests and passwords together ([more](performance.md#players-with-think-time)):

${lines.join('\n')}

With more players, sign-ins take longer than a second: passwords need the same core. Other answers stay fast for a while. Below we plan with less.
`
}

/** The text of `docs/scaling.md`, from the saved results. */
export function scalingPage(note: string, folder: string): string {
  const latest = readLatest(folder)
  const mixes = readMixResults(folder)
  const sqlite = costOf(latest, mixes, 'sqlite')
  const postgres = costOf(latest, mixes, 'postgres')
  if (!sqlite || !postgres)
    throw new Error(`${folder}/latest.json lacks an engine: npm run bench -- --save`)
  const costs = { sqlite, postgres }
  const setups = [
    sqliteSetup(sqlite),
    sharedSetup(ASSUMED.small_cores, postgres),
    sharedSetup(ASSUMED.medium_cores, postgres),
    sharedSetup(ASSUMED.many_cores, postgres),
    largeSetup(postgres),
  ]
  const actions = all_actions.map(({ what, count }) => [what, count])
  const { cpu } = latest.machine
  const large_cores = ASSUMED.large_cores * ASSUMED.large_postgres
  const one_database = playersOn(large_cores, postgres.database_us)
  return `# Scaling

${note}

How many players a machine carries, from the CPU time that was measured for an average request. The arithmetic is in \`scripts/scaling-page.ts\`, and its figures are those of \`bench/results/\`. It is an estimate: your game has another mix and another machine. Measure with \`npm run bench -- --mix\` on yours.

## What a player does

A session takes ${SESSION_SECONDS / 60} minutes. In it a player sends ${SESSION_REQUESTS} requests, one every ${THINK_SECONDS.least} to ${THINK_SECONDS.most} seconds, so ${formatNumber(requests_per_player, 2)} per second on average. ${formatNumber(100 * write_share)} % of them write.

${tableLines(['The player', 'Times in a session'], actions).join('\n')}

## What a request costs

CPU time of an average request of this mix, on one core (${cpu}). "Passwords" is one sign-in, which is slow on purpose, divided by the ${SESSION_REQUESTS} requests of a session. These costs are three to four times those in [performance.md](performance.md). There the load is full, so that requests of the same moment share a turn of the event loop and a commit, and a core does nothing else; here most requests come alone, beside jobs and thousands of connections. How much each of these adds was not measured. With more players per process, a request costs less than this.

${costSection(costs)}
${measuredSection(mixes)}
## What is assumed

- What was measured: two cores with PostgreSQL on the same machine, one process (\`WORKERS=1\`), 10,000 users in the database, rate limits on, \`LOG_LEVEL=warn\`. With a log line for each request (\`info\`, the default) a request costs 30 to 70 µs more, which is 5 to 10 % of the figures above. With a million users in the database it costs up to 1.4 times as much ([performance.md](performance.md)), which is not included below. **Everything for more than two cores is calculated.**
- Your cores are as fast as the one that was measured.
- In the busiest hour, ${100 * ASSUMED.load} % of the CPU time is used. The rest is for peaks, jobs and backups, and keeps waiting times short.
- Where several processes share a machine, a core does ${ASSUMED.beside_others} times as much as one alone, and in a PostgreSQL with ${ASSUMED.large_cores} cores ${ASSUMED.large_postgres} times as much.
- At the busiest moment, ${100 * ASSUMED.online} % of a day's players are online.
- Disk: a player with 20 friends, 20 rounds, 5 attributes, 3 groups and half a chat takes 7 KB on SQLite and 15 KB on PostgreSQL, with all indexes. Each session adds about 6 KB on SQLite (20 rounds, 10 leaderboard entries, 5 messages), and PostgreSQL needs about twice as much. Both were counted once, with 10,000 players. Backups and PostgreSQL's own log come on top.
- Memory: a server process takes 135 MB when idle and 300 to 550 MB under full load. What the database should hold in memory are the rows of players who play that day.
- Rows that are in use fit into memory, and the disk keeps up with the writes. Writes of the same moment share a flush to the disk, so the number of flushes grows more slowly than that of the writes.
- A request whose cost was not measured counts as \`${STAND_IN}\`.

Not included: live events, game code, and the reverse proxy. A socket that waits for events costs memory rather than CPU time, but each event that is sent costs time ([live.md](live.md#what-it-costs)).

## What a machine carries

The smallest number of each table is the limit. Numbers are rounded down to two digits. "If clients keep their token": a token is valid until it was not used for \`SESSION_DAYS\`, so a game that stores it does not send the password again at each start.

${setups.map(setupSection).join('\n')}
## When a game needs its own database

Many games share one database without knowing of each other. Give a game a database and servers of its own when one of these is true:

- It uses more than half of the CPU time of PostgreSQL, and the others would be fine without it.
- Its rows do not fit into memory beside those of the others: the CPU of PostgreSQL is idle, but it reads much from its disk.
- It must be backed up, restored or upgraded at other times than the others, or its data must be in another country.
- PostgreSQL is at ${100 * ASSUMED.load} % of its CPU time, and there is no larger machine.

A game moves with \`playkeep export\` and \`playkeep import\` ([how](self-hosting.md#moving-one-game)). It keeps its ids, its game token, its service keys and the passwords of its players. Players have to sign in again. Give each game a host name of its own from the beginning: then only that name has to point to the new servers.

## What sharding by game would mean

Several databases, each with its own servers and some of the games. Nothing in Playkeep has to change for this, because every player, name, group, leaderboard and purchase belongs to one game, and no player's request reads two games. What it means for you:

- The proxy sends each host name to the servers of its game.
- Each database has its own dashboard, staff, system key, backups, metrics and upgrades.
- Ids are unique within one database only. A game can be imported where no other game has its ids; an empty database always works.
- Someone who plays two games has an account in each, as on one database.

What it does not solve is one game that is too large for one PostgreSQL. By the figures above that is a game with more than ${formatCount(one_database)} players online. The rows of one game cannot be spread over several databases.
`
}
