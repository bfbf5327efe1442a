import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inTransaction } from '../../src/context.ts'
import { signedIn } from '../../src/access/callers.ts'
import { T } from '../../src/http/typed-schema.ts'
import type { Routes } from '../../src/http/types.ts'
import { statement } from '../../src/storage/statement.ts'
import { ENGINES, openWorld } from '../support/world.ts'
import { sweepKeyedRequests } from './keyed-requests.ts'
import type { MakeSample } from './sample-requests.ts'
import { writeSamples } from './write-samples.ts'

const addScore = statement<{ id: number }, { score: number }>(
  `update users set score = score + 1 where id = :id returning score`,
  { updates: 'users' },
)

const schema = {
  response: { 200: T.Object({ score: T.Integer(), bonus: T.Optional(T.Integer()) }) },
} as const

/** Routes that handle keyed requests wrongly. The product has none of them. */
const faultyRoutes: Routes = (app) => {
  app.post('/faulty/changed_answer', { schema }, async (request) => {
    const { id } = signedIn(request)
    const row = await inTransaction(request.context, (tx) => tx.first(addScore, { id }))
    return { score: row?.score ?? 0, bonus: 7 }
  })
  app.post('/faulty/not_stored', { schema }, async (request) => {
    const { id } = signedIn(request)
    const row = await request.context.db.transaction((tx) => tx.first(addScore, { id }))
    return { score: row?.score ?? 0 }
  })
  app.post('/faulty/other_answer', { schema }, async (request) => {
    const { id } = signedIn(request)
    const has_key = request.context.keyed_request !== undefined
    const row = await inTransaction(request.context, (tx) => tx.first(addScore, { id }))
    return { score: row?.score ?? 0, ...(has_key ? {} : { bonus: 7 }) }
  })
}

const byNewPlayer: MakeSample = async (world) => ({ client: await world.player() })

for (const engine of ENGINES) {
  test(`every write answers the same with and without an Idempotency-Key, and is executed once [${engine}]`, async () => {
    const outbox = await mkdtemp(join(tmpdir(), 'playkeep-outbox-'))
    const { world, close } = await openWorld(engine, { MAIL_OUTBOX: outbox, BACKUP_DIR: outbox })
    const { endpoints } = world.server
    expect(await sweepKeyedRequests(world, endpoints, writeSamples)).toEqual([])
    const names = new Set(endpoints.map(({ method, url }) => `${method} ${url}`))
    expect(Object.keys(writeSamples).filter((name) => !names.has(name))).toEqual([])
    await close()
    await rm(outbox, { recursive: true })
  })

  test(`the sweep finds routes that answer keyed requests differently or execute them twice [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, {}, { extra: faultyRoutes })
    const faulty = world.server.endpoints.filter(({ url }) => url.includes('/faulty/'))
    const samples = Object.fromEntries(
      ['changed_answer', 'not_stored', 'other_answer'].map((name) => [
        `POST /api/v3/faulty/${name}`,
        byNewPlayer,
      ]),
    )
    const problems = await sweepKeyedRequests(world, faulty, samples)
    const of = (name: string) => problems.filter((problem) => problem.includes(name)).join('\n')
    expect(of('changed_answer')).toContain('answered {"score":1} when it was repeated')
    expect(of('not_stored')).toContain('changed something when repeated')
    expect(of('other_answer')).toContain('answered with a key {"score":"number"} and without')
    expect(await sweepKeyedRequests(world, faulty, {})).toEqual(
      faulty.map(({ url }) => `POST ${url} needs a sample in write-samples.ts`),
    )
    await close()
  })
}
