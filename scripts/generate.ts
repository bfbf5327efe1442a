// Writes the pages that are generated from the code. With --check it only reports which are out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import pino from 'pino'
import { createApp } from '../src/app.ts'
import { readConfig, settings } from '../src/config.ts'
import { refusals } from '../src/errors.ts'
import { NOBODY } from '../src/event-data.ts'
import { eventList } from '../src/event-types.ts'
import { describeApi } from '../src/http/docs/openapi.ts'
import { Metrics } from '../src/services/metrics.ts'
import { createState } from '../src/http/server.ts'
import { DELAYS } from '../src/features/players/sign-in-throttling/rules.ts'
import { limits } from '../src/limits.ts'
import { describeRate, rateLimitNames, rateLimits } from '../src/rate-limits.ts'
import { createContext } from '../src/create-context.ts'
import { openDatabase } from '../src/storage/open.ts'
import { version } from '../src/services/version.ts'
import { type ApiDocument, contractTypes, publishedNames } from './client-contract.ts'
import { competitionTable, contractTable } from './client-table.ts'
import { dashboardContract } from './dashboard-contract.ts'
import { gameContract } from './game-contract.ts'
import { gameOperationsPage } from './game-operations-page.ts'
import { tableLines } from './markdown.ts'
import { performancePage } from './performance-page.ts'
import { scalingPage } from './scaling-page.ts'

const NOTE = '<!-- Written by `npm run generate`. Change its source, not this page. -->'

function pageWithTable(title: string, head: string[], rows: (string | number)[][]): string {
  return [title, '', NOTE, '', ...tableLines(head, rows), ''].join('\n')
}

const errorsPage = pageWithTable(
  '# Errors\n\nWhen the server refuses a request, the header `x-error-code` is the code and the body is the sentence, as plain text. The sentence may contain more detail than here. With `Accept: application/problem+json` the body is a problem as RFC 9457 has it: `type`, `title`, `status`, `detail` (the sentence), `code`, `request_id`, and with `invalid_input` all `fields` that are not valid, each with its `problem`. Some endpoints use another status for the same code; `/docs` shows the status for each endpoint. Source: `src/errors.ts`.',
  ['Code', 'Status', 'Sentence'],
  Object.entries(refusals).map(([code, [status, sentence]]) => [`\`${code}\``, status, sentence]),
)

const settingsPage = pageWithTable(
  '# Settings\n\nSettings are environment variables, or lines in a file named `.env` in the working folder. If a value is wrong, the server does not start and says which one. Source: `src/config.ts`.',
  ['Setting', 'Default', 'Must be', 'Meaning'],
  Object.entries(settings).map(([name, { fallback, expected, meaning }]) => [
    `\`${name}\``,
    fallback === '' ? 'unset' : `\`${fallback}\``,
    expected,
    meaning,
  ]),
)

const rateLimitsSection = [
  `## Rate limits

Each limit allows its number at once, and is refilled evenly over its period. A request must pass every limit that applies
to it. If one refuses it, nothing is done, and it does not count for that one, but for those that it had passed; only bytes that
have arrived always count for \`address_written_bytes\`. IPv6 addresses
are counted by their /64 network. Each process counts for itself, in memory: with \`WORKERS\` processes a player who spreads
requests over all of them gets that many times as much, and a restart begins again. Source: \`src/rate-limits.ts\`.

**To change a limit**, set \`RATE_LIMITS\` (with an S) and restart the server. Its numbers replace the defaults, for all games of the server; the periods stay.
\`RATE_LIMITS=player_pace=180,player_reads=2400\` allows each player 40 reads a second: one of the two alone would not be
enough. Beyond five a second they still wait while others are served (below). 0 switches a limit off. \`RATE_LIMIT=off\` (without an S) switches off all of them, the order below, the waits after wrong
passwords, and the other limits on this page that name it.

**What a client gets**, half a second to a second after its request:

\`\`\`http
HTTP/1.1 429 Too Many Requests
retry-after: 1
ratelimit-policy: "player_writes";q=300;w=60
ratelimit: "player_writes";r=0;t=1
x-error-code: too_many_requests

Too many writes: at most 300 per minute for each player (player_writes). Wait for the time in the header Retry-After, then try again.
\`\`\`

**What a client should do**: wait for as many seconds as \`Retry-After\` says, and a random part of a second more, because
others at the same address may wait as well. Then send the same request again. Do the same after a 503. If the connection is closed
without an answer, nobody knows whether a write was done: send it again with the same \`Idempotency-Key\`. \`@playkeep/client\`
sends every request that can be repeated up to four times in all, if \`Retry-After\` is at most ten seconds. Failed sign-ins (\`too_many_attempts\`) have
\`Retry-After\` without the \`RateLimit\` headers.

**Who goes first.** A player who sends at most five requests a second, or ten at once, goes before others; of all players of one address, a hundred requests a second do, fifty at once, however high the limits that begin with \`address_\` are. The token must be in a header:
with one in the body or the query, a request counts as one without a known token. Every 16 KiB of
a body count as one more, and of answers of more than 128 KiB only a few go first. Faster players are not refused for that alone. They wait behind others for two to three seconds, and for longer each time
that they soon ask for too much again, up to 96 seconds; after that, three at once go first, and two seconds later ten again. Sign-ins and first requests go first as well: of each address six at once, then one every two seconds, and of all together a thousand a second, a hundred at once; the others wait, too.
A loading screen should send at most ten requests at once: the rest of a longer one waits while others are served, and while the server is attacked it waits with the attackers. What those who wait get is in
[decision 18](decisions/0018-rate-limits-in-memory.md#price). \`RATE_LIMITS=player_pace=0\` gives all players the same
turn; an attack then delays everyone.

**Many players behind one address**, such as a school, together make up to 200 reads and 100 writes a second, and 600 sign-ins in
ten minutes. That is enough for 40 who play fast, or for 400 with a request every two seconds, half of them writes; but what is more than a hundred requests a second
waits while others are served. For more, raise the limits that begin
with \`address_\`. A hostile player can use up the limits of the address for all.

**Your own server** is not limited if it sends a service key or the system key, and it goes first. Until a key was accepted from
its address, and again five to ten minutes after it was last checked, requests count for the address. Sign-ups do not check the key:
send another request with it first, and every few minutes while you sign up many players. An overloaded server answers
yours with 503, too.
`,
  ...tableLines(
    ['Limit', 'Default', 'Counted', 'Why so many'],
    rateLimitNames.map((name) => {
      const { what, count, reason } = rateLimits[name]
      return [`\`${name}\``, count === 0 ? 'off' : describeRate(name), what, reason]
    }),
  ),
  `
**How much one player can store.** Attributes, and names and extras of leaderboard entries, have a maximum in all (above). For all else, such as rounds and messages, only the speed is limited: a write counts as its body, its address and 1 KiB for what it adds besides. So one
player can write 8 MiB at once and 32 MiB more in every hour (\`player_written_bytes\`), everyone behind one address
together 128 MiB at once and 512 MiB more in every hour. The database grows by at most three times that, with its
indexes: at most 120 MiB in the first hour, and 96 MiB in each further one. Attributes, groups and other data with
limits of their own stop growing earlier, and what is stored for retries is deleted after 24 hours.
\`test/abuse/growth.test.ts\` measures it for every route with which a signed-in player adds data, with the request that stores the most: on SQLite up to 28 MiB an hour
(attributes), on PostgreSQL up to about 70 (renaming a group, before what is out of date is removed).
`,
].join('\n')

const failedSignInsSection = [
  `## Failed sign-ins

After so many wrong passwords, the next attempt has to wait for a second, and each further failure doubles the wait.
During it the answer is 429 with the code \`too_many_attempts\` and \`Retry-After\`, and no password is checked. These
counts are in the database, so they hold for all processes. A successful sign-in ends the first count, and a new password
the counts of its account. \`RATE_LIMIT=off\` switches them off. Source: \`src/features/players/sign-in-throttling/rules.ts\`.
`,
  ...tableLines(
    ['Counted', 'Failures until the first wait', 'Longest wait', 'Forgotten without a failure for'],
    Object.values(DELAYS).map(({ counted, first_delayed_failure, max_delay_ms, memory_ms }) => [
      counted,
      first_delayed_failure,
      `${max_delay_ms / 1000} seconds`,
      `${memory_ms / 3_600_000} h`,
    ]),
  ),
  '',
].join('\n')

const limitsPage = [
  pageWithTable(
    '# Limits\n\nThe sizes that one server accepts, sends and holds in memory. Source: `src/limits.ts`.',
    ['Limit', 'Value', 'Meaning'],
    Object.entries(limits).map(([name, { value, meaning }]) => [`\`${name}\``, value, meaning]),
  ),
  failedSignInsSection,
  rateLimitsSection,
].join('\n')

interface FieldSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, FieldSchema>
  required?: string[]
  items?: FieldSchema
  enum?: unknown[]
}

const isUser = ({ properties = {} }: FieldSchema) => 'username' in properties

function describeField(name: string, schema: FieldSchema, is_required: boolean): string {
  const { type, items, description, properties = {} } = schema
  const shown = `\`${name}\``
  const optional = is_required ? '' : ', optional'
  const meaning = description?.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
  const more = meaning ? `: ${meaning}` : ''
  if (isUser(schema)) return `${shown} (a user${optional})`
  if (schema.enum)
    return `${shown} (${schema.enum.map((one) => `\`${String(one)}\``).join(', ')}${optional})`
  if (items?.properties) return `${shown}${more}${optional}, each with ${describeFields(items)}`
  if (items) return `${shown} (a list of texts${optional}${more})`
  if (Object.keys(properties).length > 0)
    return `${shown}${optional} with ${describeFields(schema)}`
  const [kind, ...others] = [type].flat()
  // The description begins with "Null if …".
  if (others.includes('null')) return `${shown} (${kind}${optional}, or ${meaning ?? 'null'})`
  return `${shown} (${kind}${optional}${more})`
}

const describeFields = ({ properties = {}, required = [] }: FieldSchema) =>
  Object.entries(properties)
    .map(([name, schema]) => describeField(name, schema, required.includes(name)))
    .join(', ')

const eventRows = (list: typeof eventList) =>
  list.map(({ name, meaning, receivers, data }) => [
    `\`${name}\``,
    meaning,
    receivers,
    describeFields(data),
  ])

const EVENT_HEAD = ['Type', 'What has happened', 'Which players receive it', 'Fields of `data`']

const eventsPage = [
  `# Events

${NOTE}

An event says that something has happened. It is recorded in the same transaction as the change: there is none for a
change that was undone, and none is lost. [live.md](live.md#an-event) shows an event and says who receives it; the column
"Which players receive it" names the players for each type. A user in \`data\` is
\`{ "id", "username", "credits", "score" }\`, as they were then.

Events are deleted after \`EVENTS_DAYS\` days, and are not part of backups: after a restore, older cursors are refused with
\`cursor_too_old\`.

When a player deletes the account, the events for them are deleted; their name stays in what others were told. When an
operator erases a player, every event that they caused or that names them is deleted. Only \`player.deleted\` stays, with
the id, so that the game's own server can delete what it has stored.

Source: \`src/event-types.ts\`.

## Always recorded
`,
  ...tableLines(EVENT_HEAD, eventRows(eventList.filter(({ is_frequent }) => !is_frequent))),
  `
## Recorded only where they are wanted

There would be many of these, so a game records a type only while a player, a service key or a webhook asks for it by name,
in \`types\`. Without \`types\` nobody receives them. In the process that was asked it begins at once, in others after a second
or two, and it ends 40 to 60 seconds after the last one has stopped asking; what happens in between is not in the log.
`,
  ...tableLines(EVENT_HEAD, eventRows(eventList.filter(({ is_frequent }) => is_frequent))),
  '',
].join('\n')

async function describeRoutes() {
  const config = readConfig({})
  const db = await openDatabase({ url: 'sqlite::memory:', pool_size: 2 })
  const context = createContext(config, db)
  const state = createState(config)
  const log = pino({ level: 'silent' })
  const { app, endpoints } = createApp({ context, log, state, metrics: new Metrics() })
  await app.ready()
  await app.close()
  await db.close()
  return { endpoints, document: describeApi({ endpoints, webhooks: eventList, version }) }
}

const { endpoints, document } = await describeRoutes()
const openapi = JSON.stringify(document, null, 2)
const api: ApiDocument = JSON.parse(openapi)

/** Other types are for the game's own server. */
const player_events = eventList
  .filter(({ receivers }) => receivers !== NOBODY)
  .map(({ name }) => name)
const contract_types = contractTypes(api, Object.keys(refusals), player_events)
const PUBLISHED = 'sdk/types/published.ts'

const pages = {
  'docs/errors.md': errorsPage,
  'docs/events.md': eventsPage,
  'docs/settings.md': settingsPage,
  'docs/limits.md': limitsPage,
  'docs/openapi.json': `${openapi}\n`,
  'sdk/src/contract/types.ts': contract_types,
  [PUBLISHED]: publishedNames(api, contract_types, readPage(PUBLISHED)),
  'sdk/src/contract/table.ts': contractTable(api, endpoints, player_events),
  'sdk/src/contract/competition-table.ts': competitionTable(api, endpoints, player_events),
  'src/game-code/contract.ts': gameContract(
    api,
    endpoints,
    eventList.map(({ name }) => name),
  ),
  'docs/game-operations.md': gameOperationsPage(NOTE, api, endpoints),
  'dashboard/src/api/contract.ts': dashboardContract(api, endpoints),
  'docs/performance.md': performancePage(NOTE, 'bench/results'),
  'docs/scaling.md': scalingPage(NOTE, 'bench/results'),
}

function readPage(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const outdated = Object.entries(pages).filter(([path, text]) => readPage(path) !== text)
if (process.argv.includes('--check')) {
  for (const [path] of outdated) console.log(`${path} is out of date: npm run generate`)
  if (outdated.length > 0) process.exitCode = 1
} else {
  for (const [path, text] of outdated) {
    writeFileSync(path, text)
    console.log(`wrote ${path}`)
  }
}
