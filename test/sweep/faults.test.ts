import { expect, test } from 'vitest'
import type { Routes } from '../../src/http/types.ts'
import { IdParams, JsonText } from '../../src/http/shapes.ts'
import type { Engine } from '../../src/storage/dialect.ts'
import { statement } from '../../src/storage/statement.ts'
import T from 'typebox'
import { ENGINES, openWorld } from '../support/world.ts'
import { createSampleGame } from './sample-game.ts'
import { sweepBadInput } from './bad-requests.ts'
import { sweepAsAnotherPlayer, sweepFromAnotherGame, sweepWithoutToken } from './access.ts'

const findUser = statement<{ id: number }, { id: number; username: string }>(
  `select id, username from users where id = :id`,
)
const findGroup = statement<{ id: number }, { id: number; name: string }>(
  `select id, name from groups where id = :id`,
)
const rename = statement<{ id: number; name: string }>(
  `update groups set name = :name where id = :id`,
  { updates: 'groups' },
)
const addScore = statement<{ id: number }>(`update users set score = score + 1 where id = :id`, {
  updates: 'users',
})

const asJson = { 200: T.Object({ id: T.Number(), name: T.String() }) }

/** Routes with typical mistakes. The product has none of them. */
const faultyRoutes: Routes = (app) => {
  const params = IdParams
  app.get(
    '/faulty/open/:id',
    { schema: { params, caller: 'anyone', response: asJson } },
    async ({ context, params: { id } }) => {
      const user = await context.db.first(findUser, { id })
      return { id, name: user?.username ?? '' }
    },
  )
  app.get(
    '/faulty/any_game/:id',
    { schema: { params, response: asJson } },
    async ({ context, params: { id } }) => {
      const group = await context.db.first(findGroup, { id })
      return { id, name: group?.name ?? '' }
    },
  )
  app.post(
    '/faulty/any_player/:id',
    { schema: { params, response: asJson } },
    async ({ context, params: { id } }) => {
      await context.db.transaction((tx) => tx.run(rename, { id, name: 'mine now' }))
      return { id, name: 'mine now' }
    },
  )
  app.post(
    '/faulty/too_late',
    { schema: { body: T.Object({ name: T.Optional(JsonText(1_048_576)) }), response: asJson } },
    async ({ context, player, body }) => {
      await context.db.transaction((tx) => tx.run(addScore, { id: player?.id ?? 0 }))
      const name = String(body.name).trim()
      if (name.includes('x'.repeat(1000))) throw new Error('select * from users')
      if (name !== 'sample') throw Object.assign(new Error('no'), { statusCode: 400 })
      return { id: 1, name }
    },
  )
}

/** A world in which the sweeps request only the faulty routes. */
async function openFaultyWorld(engine: Engine) {
  const { world, close } = await openWorld(engine, {}, { extra: faultyRoutes })
  const { endpoints } = world.server
  const faulty = endpoints.filter(({ url }) => url.includes('/faulty/'))
  endpoints.splice(0, endpoints.length, ...faulty)
  return { world, close }
}

for (const engine of ENGINES) {
  test(`the sweep finds routes that do not check their caller [${engine}]`, async () => {
    const { world, close } = await openFaultyWorld(engine)
    const sample = await createSampleGame(world)
    const other_game = await world.otherGame()
    const without = await sweepWithoutToken(world, sample)
    expect(without).toContain('GET /api/v3/faulty/open/:id is open to anyone')
    expect(without).toContain(
      'GET /api/v3/faulty/open/:id showed the sample game to a caller without a token',
    )

    const player = await other_game.player()
    const bad = await sweepBadInput({ world: other_game, sample, player })
    const of = (problems: string[], route: string) =>
      problems.filter((problem) => problem.includes(route)).join('\n')
    expect(of(bad.problems, '/faulty/too_late')).toMatch(/refused with 400 and changed something/)
    expect(of(bad.problems, '/faulty/too_late')).toMatch(/answered 500/)

    const foreign = await sweepFromAnotherGame(world, sample)
    expect(foreign).toContain(
      'GET /api/v3/faulty/any_game/:id showed the sample game to a player of another game',
    )
    expect(of(foreign, 'changed or removed: groups')).toContain(sample.marker)
    await close()
  })

  test(`the sweep finds a route that lets another player write [${engine}]`, async () => {
    const { world, close } = await openFaultyWorld(engine)
    const sample = await createSampleGame(world)
    const problems = await sweepAsAnotherPlayer(world, sample)
    expect(problems.join('\n')).toMatch(/changed or removed: groups .*Secret-group/)
    await close()
  })
}
