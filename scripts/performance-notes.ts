// What docs/performance.md says besides the results.
import type { Run } from '../bench/result.ts'
import { formatNumber, tableLines } from './markdown.ts'

/** What was found by hand, and is not in the results. */
export const PAUSES = `## Where requests wait

- **Slow answers in a full load.** \`wrk\` counts a pause once for every request that would have been sent meanwhile, so a few long pauses decide the p99 of a short run. A client of ours that opens its 64 connections first had a p99 of 12 to 18 ms where \`wrk\` reported 40 to 100 (reading attributes on SQLite).
- **Garbage collection.** Bound to one core, V8 must collect on the thread that answers: a full collection of a heap of 110 MB stops it for 80 to 140 ms, every 7 to 10 s at 9,000 requests per second. With V8's own threads the longest pause of this load was 12 ms, even on one core; but when the server is attacked there, they take turns with the requests, so Playkeep does without them on a single core. There a small collection of an attacked server copies what the waiting requests have brought since the last one: 4 to 6 ms twice a second with \`--max-semi-space-size=16\`, and 12 to 25 ms every two seconds with 64, which takes more memory. Loads were no faster with 64 than with 24. A full one stops everyone for 10 to 30 ms and marks for 150 to 300 ms before; with \`--heap-growing-percent=200\` there is one every minute or two instead of every five to fifteen seconds.
- **New connections.** Node accepts one connection per turn of its event loop: [libuv does so since 2022](https://github.com/libuv/libuv/pull/3696). A turn takes as long as all requests that are ready, 7 ms with 64 busy connections, so about 150 new connections per second are accepted while the server is full. Clients that keep their connection do not notice. More processes (\`WORKERS\`) accept as many each. Probes of a load balancer should keep their connection too, or have a time limit of several seconds.
- **A full profile** is a dozen statements and 9 KB of JSON. On PostgreSQL, three of its statements take most of the 1.2 ms: friends (0.3), rounds (0.2) and their rankings (0.2), with 20 rows of two or three tables each. They are sent together already. Less work would mean a copy of the answer that every write must keep up to date.
- **More rows than fit into the database's own cache.** At a million users most rows are copied from the system's memory: SQLite has 32 MB of its own, and PostgreSQL had its default of 128 MB (\`shared_buffers\`) in the tables above. With a quarter of the machine's memory, PostgreSQL's part of reading attributes grew from 118 to 191 µs instead of from 103 to 266.
- **A friend request** writes a friendship, an event and a notification, in more than ten indexes, and PostgreSQL checks that the rows exist to which they refer. It needs two round trips to PostgreSQL, since the event names the new row, so it is not committed together with others ([decision 42](decisions/0042-whole-transactions-together.md)).
`

export const START = `## Where the start goes

Measured by hand on SQLite with a database that exists, with the code compiled at an earlier start. Ready after 0.9 s on two cores and after 1.15 s on one:

| What | Seconds on one core |
| --- | --- |
| Loading our 560 files | 0.6 |
| Loading 330 files of packages: half of them checks of JSON (\`ajv\`) and metrics | 0.17 |
| Garbage collection | 0.14 |
| Routes: Fastify and its router | 0.13 |
| All else: settings, database, checks of what routes accept | 0.1 |

Of the 134 MB when idle, 50 are the program Node itself, 34 are live objects and code, and 34 are room for new objects, which V8 has taken while loading and keeps. The rest is SQLite's cache and memory of Node's threads.
`

export const TRIED = `## What was tried

Kept:

- **Several requests in one transaction of PostgreSQL** ([decision 42](decisions/0042-whole-transactions-together.md)): adding a score 1,150 → 3,100 per second, purchases 1,220 → 2,390.
- **Lists of values as arrays.** A plan for \`in (select … from json_to_recordset(…))\` that PostgreSQL made while a table was small read all of the table later. With \`= any(array(…))\` a ticket is read in 31 µs instead of 9.6 ms.
- **Statements of one transaction in one message**, their columns described once per connection, connections kept for the next request instead of given back to the pool.
- **Times without \`Date\`.** \`toISOString\` takes 1.1 µs here, and a list of friends has twenty of them: it took 33 µs in the rule, and takes 18 with ours, which needs 0.15 µs for each.
- **Answers are compiled when they are first sent**: 0.25 s and 12 MB less at the start.
- **Wrong methods without routes.** Every address had a route for each method that it does not accept, only to say so. A small table says it now: 0.2 s on one core and 14 MB less at the start.
- **A rank reads no entry.** The score is in the index already; without its row a rank in a leaderboard of a million takes 4.5 % less CPU time on SQLite.
- **The event loop blocks for a fast disk** ([decision 2](decisions/0002-group-commit-on-sqlite.md)): 29 instead of 54 µs of CPU time per commit on one core, and no wait for the thread.
- **\`SCHED_IDLE\` on one core** for threads that hash passwords. With a low priority alone, they kept the core for up to four milliseconds when a request arrived. That was seen in traces of the scheduler. An effect on the p99 was not shown: a hundred honest players alone had 4.6 to 7.0 ms without it and 4.3 to 6.9 with it, on a machine whose speed changed from run to run.
- **\`WORKERS\` on SQLite** (nothing had to be built for it; an earlier version was slower with two, and which change helped was not looked into). Two processes instead of one, on two cores that they share with the load generator, medians of three interleaved runs: attributes 8,250 → 9,920 per second, rounds 4,790 → 6,900, a mix of three lists of rounds and one added score 4,580 → 5,690, added scores alone 4,870 → 5,090. \`npm run torture -- --engine sqlite --workers 2\` for two minutes, with 16 times \`kill -9\`: nothing lost, nothing done twice. One process stays the default: it needs half of the memory, and is enough for most games.

Not kept:

- **Metadata of rounds passed through as text.** Neither \`JSON.rawJSON\` nor the library that writes our answers takes an object as text. Reading and writing it again is 12 of 220 µs for twenty rounds.
- **\`ETag\` for the full profile.** A hash of the answer would only save sending it, a sixth of its time. A number that changes with the answer would have to be written by everyone who is in it: a friend who plays, a member who joins.
- **Other settings of V8's memory.** Larger and smaller young generations change nothing in these loads; with 128 MB an attacked server made 24 full collections in a minute, because the memory of buffers counts too, and a smaller one made the longest pauses of an attacked server longer. With 2 and 4 MB its p99 was higher (27.6 and 44.2 instead of 23.3 ms), in one run of 90 s each.
- **SQLite reads on the writing connection**, whose cache survives its commits: lists took 6 to 20 % less time. But then nobody reads the file while its rows are in memory: after its log was cut by another program, hundreds of writes were still acknowledged. The reading connection notices after a few.
- **\`mmap\` for SQLite** makes a page of a leaderboard of a million a quarter cheaper. But an error of the disk would then end the process instead of one request.
- **A full collection after the start** would give back the 34 MB for new objects, for a pause of 100 ms at the first requests, which would soon take them again.
- **One file instead of 900** (a bundle of our code and all packages) would be ready after 0.6 s on one core, with 114 MB. It would hide from \`npm audit\` which packages run, and game code must share our modules, not get copies of them.
- **Loading files with \`require\`** instead of \`import\`: 0.03 s of 1.0.
- **A larger young generation while loading**: no faster, 10 MB more.
`

interface Published {
  what: string
  per_second: number
  machine: string
  /** The scenario of ours that is closest to it. */
  ours: string
}

const CAX11 = 'Hetzner CAX11: 2 cores (ARM64), 4 GB; load and server share them'
const GCP =
  '1 core, 3 GB of a Google n1-standard-32; PostgreSQL on 8 more cores with 30 GB; highest 10 s'

/** As their authors have published them. */
const PUBLISHED: Published[] = [
  {
    what: 'PocketBase 0.24: one user, 100 connections',
    per_second: 2473,
    machine: CAX11,
    ours: 'profile',
  },
  {
    what: 'PocketBase 0.24: 20 records of 10,000, 1000 connections, total not counted',
    per_second: 1179,
    machine: CAX11,
    ours: 'groups',
  },
  {
    what: 'PocketBase 0.24: own records by an index, 10 connections, total not counted',
    per_second: 1283,
    machine: CAX11,
    ours: 'rounds',
  },
  {
    what: 'PocketBase 0.24: new record, 500 connections, no rule',
    per_second: 1806,
    machine: CAX11,
    ours: 'create_round',
  },
  {
    what: 'PocketBase 0.24: new record, 500 connections, a rule checks who asks',
    per_second: 1221,
    machine: CAX11,
    ours: 'create_round',
  },
  {
    what: 'Nakama: a function in Go that returns what it was sent',
    per_second: 976,
    machine: GCP,
    ours: 'attributes',
  },
  {
    what: 'Nakama: new account with a device',
    per_second: 850,
    machine: GCP,
    ours: 'create_round',
  },
]

/** The figures of others beside ours. */
export function publishedSection(runs: Run[]): string {
  const ofEngine = (engine: string, name: string) => {
    const run = runs.find(({ title }) => title === engine)
    const measured = run?.scenarios.find((scenario) => scenario.name === name)?.measured
    return formatNumber(measured?.requests_per_second ?? null)
  }
  const rows = PUBLISHED.map(({ what, per_second, machine, ours }) => [
    what,
    per_second,
    machine,
    `\`${ours}\``,
    ofEngine('sqlite', ours),
    ofEngine('postgres', ours),
  ])
  const head = ['What they measured', 'Requests/s', 'Their machine', 'Closest of ours']
  const lines = tableLines([...head, 'Ours, SQLite', 'Ours, PostgreSQL'], rows)
  const summary = `Published by their authors, not measured by us: [PocketBase](https://github.com/pocketbase/benchmarks/blob/master/results/hetzner_cax11.md) and [Nakama](https://heroiclabs.com/docs/nakama/getting-started/benchmarks/). Machines, versions and what a request does differ, so this says which order of magnitude to expect, not who is faster by how much. PocketBase shares its two cores with its load; ours has one core and the load another. Nakama's page names neither a version nor a year.`
  return ['## What others publish', '', summary, '', ...lines, ''].join('\n')
}
