import { expect, test } from 'vitest'
import { type RateLimitName, rateLimitNames, rateLimits } from '../../src/rate-limits.ts'
import { ENGINES, type Reply, type World } from '../support/world.ts'
import { createScene, OTHERS, type Scene } from './growth/scene.ts'
import { NOT_MEASURED, writes } from './growth/writes.ts'
import { openLimited, repeat } from './limited-world.ts'

/** Less than by default, so that the limit is reached quickly. */
const WRITTEN_BYTES = 100 * 1024
/** What `docs/limits.md` promises. */
const MAX_MIB_PER_HOUR = 96
const PARALLEL = 20

const isLimitName = (name: string): name is RateLimitName => name in rateLimits

/** All other limits, so that only the bytes count. */
const LIFTED = rateLimitNames.filter((name) => name !== 'player_written_bytes')

const inApi = (name: string) => name.replace(' ', ' /api/v3')

/** Without what PostgreSQL notes about free space and values now and then. */
async function databaseBytes({ context, engine }: World): Promise<number> {
  let bytes = 0
  await context.db.rawTransaction(async (run) => {
    const [row] = await run(
      engine === 'sqlite'
        ? `select (page_count - freelist_count) * page_size as bytes
             from pragma_page_count, pragma_freelist_count, pragma_page_size`
        : `select sum(pg_relation_size(oid)) as bytes from pg_class
            where relnamespace = 'public'::regnamespace or relnamespace = 'pg_toast'::regnamespace`,
    )
    bytes = typeof row === 'object' && row && 'bytes' in row ? Number(row.bytes) : Number.NaN
  })
  return bytes
}

const isRefused = ({ status }: Reply) => status >= 400
const isLimited = ({ status }: Reply) => status === 429

/** Repeats it until the player may write no more, and returns how often it was done. */
async function writeToTheLimit(name: string, scene: Scene): Promise<number> {
  const { send, one_by_one = false } = writes[name] ?? { send: async () => [] }
  const at_once = one_by_one ? 1 : PARALLEL
  let done = 0
  for (let index = 1; index < WRITTEN_BYTES / 1024 + PARALLEL; index += at_once) {
    const steps = await repeat(at_once, (offset) => send(scene, index + offset))
    done += steps.filter((replies) => !replies.some(isRefused)).length
    if (steps.flat().some(isLimited)) return done
  }
  throw new Error(`${name}: no limit was reached`)
}

/** How often a player may do this in an hour, if each time counts as so many bytes. */
function timesPerHour({ server }: World, name: string, bytes: number): number {
  const { also_calls = [], max_per_hour = Infinity } = writes[name] ?? {}
  const names = new Set([name, ...also_calls].map(inApi))
  const rates = server.endpoints
    .filter(({ method, url }) => names.has(`${method} ${url}`))
    .flatMap(({ schema }) => schema.rate ?? [])
    .map((counted) => `player_${counted}`)
  const limits = ['player_written_bytes', ...rates].filter(isLimitName).map((limit) => {
    const { count, seconds } = rateLimits[limit]
    return (count * Math.max(1, 3600 / seconds)) / (limit.endsWith('_bytes') ? bytes : 1)
  })
  return Math.min(...limits, max_per_hour)
}

for (const engine of ENGINES) {
  test(`a player who writes as much as possible makes the database grow by at most 96 MiB an hour [${engine}]`, async () => {
    const { world, clock } = await openLimited(
      engine,
      [`player_written_bytes=${WRITTEN_BYTES}`, ...LIFTED.map((name) => `${name}=0`)].join(','),
    )
    const teams = { teams: 2, team_size: 2 }
    await world.system.put(`//admin/api/games/${world.game.id}/matchmaking/x`, teams)
    const others = await world.players(OTHERS)
    const mib_per_hour: Record<string, number> = {}
    const hardly_done: string[] = []
    for (const name of Object.keys(writes)) {
      const scene = await createScene(world, others)
      await writes[name]?.prepare?.(scene)
      const before = await databaseBytes(world)
      const done = await writeToTheLimit(name, scene)
      const grown = (await databaseBytes(world)) - before
      const times = timesPerHour(world, name, WRITTEN_BYTES / done)
      mib_per_hour[name] = Math.round(((grown / done) * times) / 2 ** 20)
      if (done < Math.min(5, times)) hardly_done.push(`${name}: ${done} times`)
      clock.advance(3601)
    }
    expect(hardly_done).toEqual([])
    const excessive = Object.entries(mib_per_hour).filter(([, mib]) => mib > MAX_MIB_PER_HOUR)
    expect(excessive).toEqual([])
  })

  test(`every route by which a player writes has its growth measured [${engine}]`, async () => {
    const { world } = await openLimited(engine, '')
    const routes = world.server.endpoints
      .filter(
        ({ method, schema }) =>
          !['GET', 'DELETE'].includes(method) && (schema.caller ?? 'player') === 'player',
      )
      .filter(({ schema }) => !schema.refuses?.includes('not_the_server'))
      .map(({ method, url }) => `${method} ${url.replace('/api/v3', '')}`)
    expect([...Object.keys(writes), ...NOT_MEASURED]).toEqual(expect.arrayContaining(routes))
  })
}
