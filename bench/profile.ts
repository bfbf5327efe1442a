import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import T, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { createDatabase, type Engine } from './engines.ts'
import { sendLoad, writePlan } from './load.ts'
import { BLOCK } from './players.ts'
import { seedDatabase, startPlaykeep, startWithBoard } from './playkeep.ts'
import { type Part, PARTS, type ProfileResult } from './profile-result.ts'
import type { Server } from './programs.ts'
import { type PlanInput, type Scenario, scenarios } from './scenarios.ts'

const CONNECTIONS = 64
const WARM_UP_SECONDS = 3
/** Of ten thousand players whose tokens are unknown, about a thousand a second begin at once, and the others wait. */
const COMING_ONLINE_SECONDS = 12
const SECONDS = 5
/** Of a profile, only the end counts: before that, the server has started, players came online and code was compiled. */
const COUNTED_FROM = 0.8
const INTERVAL_US = 200
/** Of the large leaderboard. */
const BOARD_ENTRIES = 1_000_000
/** Not profiled unless it is asked for: other threads do nearly all of its work. */
const HASHING = 'sign_in'

const Profile = T.Object({
  nodes: T.Array(
    T.Object({
      id: T.Number(),
      callFrame: T.Object({ functionName: T.String(), url: T.String() }),
      children: T.Optional(T.Array(T.Number())),
    }),
  ),
  samples: T.Array(T.Number()),
  timeDeltas: T.Array(T.Number()),
})
type Profile = Static<typeof Profile>
type CallFrame = Profile['nodes'][number]['callFrame']

const PART_OF_URL: [RegExp, Part][] = [
  [/node_modules\/(pg|pg-[a-z]+)\/|\/src\/storage\//, 'Database'],
  [/node_modules\/(ajv|fast-json-stringify|fast-uri|fast-querystring)/, 'Checks and JSON'],
  [/node_modules\//, 'Fastify'],
  [/\/src\/(features|services|game-code)\//, 'Rules'],
  [/\/src\/(jobs|live)\//, 'Jobs and events'],
  [/\/src\//, 'Around the rule'],
  [/^node:/, 'HTTP of Node'],
]

/** What ajv and fast-json-stringify have compiled. */
const COMPILED = /^(validate|anonymous|serialize)\d*$/

/** Undefined: what has called it decides. Null: the server had nothing to do. */
function partOf({ functionName, url }: CallFrame): Part | null | undefined {
  if (functionName === '(idle)') return null
  if (functionName === '(garbage collector)') return 'Garbage collection'
  if (functionName === '(program)' || functionName === '(root)') return 'Kernel and others'
  if (url === '') return COMPILED.test(functionName) ? 'Checks and JSON' : undefined
  return PART_OF_URL.find(([pattern]) => pattern.test(url))?.[1] ?? 'Kernel and others'
}

function sharesOf({ nodes, samples, timeDeltas }: Profile): number[] {
  const caller_of = new Map(
    nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)),
  )
  const own_part = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const findPart = (id: number): Part | null => {
    for (let at: number | undefined = id; at !== undefined; at = caller_of.get(at)) {
      const part = own_part.get(at)
      if (part !== undefined) return part
    }
    return 'Kernel and others'
  }
  const times = new Map<Part, number>()
  const first = Math.floor(samples.length * COUNTED_FROM)
  let total = 0
  samples.slice(first).forEach((id, at) => {
    const part = findPart(id)
    const time = timeDeltas[first + at] ?? 0
    if (part === null) return
    times.set(part, (times.get(part) ?? 0) + time)
    total += time
  })
  return PARTS.map((part) => (times.get(part) ?? 0) / total)
}

async function load(
  server: Server,
  scenario: Scenario,
  { plan, seconds, input }: { plan: string; seconds: number; input: PlanInput },
): Promise<number> {
  await writePlan(plan, scenario.plan(input))
  const { connections = CONNECTIONS, accepts = false } = scenario
  const before = server.cpuSeconds() ?? NaN
  const { requests } = await sendLoad({
    url: server.url,
    plan,
    seconds,
    connections,
    accepts,
    opener: server.ready,
  })
  return (((server.cpuSeconds() ?? NaN) - before) / requests) * 1e6
}

const coming_online = scenarios.find(({ name }) => name === 'attributes')

/** Each thread writes a profile. That of the main thread is much larger than the others. */
async function largestFile(folder: string): Promise<string> {
  const names = await readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { path, size: (await stat(path)).size }
    }),
  )
  const largest = files.toSorted((a, b) => b.size - a.size).at(0)
  if (!largest) throw new Error('the server has written no profile')
  return largest.path
}

/** Where the server spends its time. */
export async function profileScenarios(
  engine: Engine,
  { only, folder, log }: { only: string[]; folder: string; log: (text: string) => void },
): Promise<ProfileResult['profiles']> {
  const chosen = scenarios
    .filter(({ name }) => (only.length > 0 ? only.includes(name) : name !== HASHING))
    // The large leaderboard comes last, as its players would slow down the others.
    .toSorted((one, other) => Number(one.needs_board ?? 0) - Number(other.needs_board ?? 0))
  const database = await createDatabase(engine)
  const plan = join(folder, 'profile.plan')
  const profiles: ProfileResult['profiles'] = []
  try {
    const first = await startPlaykeep(database.url, { folder, limits: 'on' })
    await first.stop()
    const seeded = await seedDatabase(database, BLOCK)
    const measure = async (scenario: Scenario, first_turn: number, node_options: string[] = []) => {
      const options = { folder, limits: 'on', node_options } as const
      const server = await startPlaykeep(database.url, options)
      try {
        const warmUp = (warmed_up: Scenario, seconds: number) =>
          load(server, warmed_up, { plan, seconds, input: { ...seeded, turn: first_turn } })
        if (coming_online) await warmUp(coming_online, COMING_ONLINE_SECONDS)
        await warmUp(scenario, WARM_UP_SECONDS)
        const input = { ...seeded, turn: first_turn + 1 }
        return await load(server, scenario, { plan, seconds: SECONDS, input })
      } finally {
        await server.stop()
      }
    }
    let has_board = false
    for (const scenario of chosen) {
      if (scenario.needs_board && !has_board) {
        const { users: players, game_id } = seeded
        const size = { game_id, players, entries: BOARD_ENTRIES, only_ranks: true }
        const start = () => startPlaykeep(database.url, { folder, limits: 'on' })
        await (await startWithBoard(database, size, start)).stop()
        has_board = true
      }
      const to = join(folder, `${engine}-${scenario.name}`)
      const cpu_us = await measure(scenario, 0)
      await measure(scenario, 2, [
        '--cpu-prof',
        `--cpu-prof-interval=${INTERVAL_US}`,
        `--cpu-prof-dir=${to}`,
      ])
      const shares = sharesOf(
        Value.Parse(Profile, JSON.parse(await readFile(await largestFile(to), 'utf8'))),
      )
      const rounded = shares.map((share) => Number(share.toFixed(3)))
      profiles.push({
        engine,
        scenario: scenario.name,
        cpu_us: Math.round(cpu_us),
        shares: rounded,
      })
      const parts = PARTS.map((part, at) => `${part} ${Math.round((shares[at] ?? 0) * cpu_us)}`)
      log(`${engine}: ${scenario.name}: ${Math.round(cpu_us)} µs: ${parts.join(', ')}`)
    }
  } finally {
    await database.remove()
  }
  return profiles
}
