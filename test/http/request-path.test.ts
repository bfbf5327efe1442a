import { expect, test } from 'vitest'
import { inTransaction, separateTransaction } from '../../src/context.ts'
import { signedIn } from '../../src/access/callers.ts'
import { T } from '../../src/http/typed-schema.ts'
import type { Routes } from '../../src/http/types.ts'
import { statement } from '../../src/storage/statement.ts'
import { ENGINES, openWorld, unique } from '../support/world.ts'

const addOne = statement<{ id: number }, { score: number }>(`
  update users set score = score + 1 where id = :id returning score`)
const findScore = statement<{ id: number }, { score: number }>(`
  select score from users where id = :id`)

const schema = { response: { 201: T.Object({ score: T.Integer() }) } } as const

/** Handlers that use several transactions or read after a write; the product has none of these. */
const extra: Routes = (app) => {
  app.post('/two_transactions', { schema }, async (request) => {
    const { id } = signedIn(request)
    await inTransaction(request.context, (tx) => tx.first(addOne, { id }))
    const row = await separateTransaction(request.context, (tx) => tx.first(addOne, { id }))
    return { score: row?.score ?? 0 }
  })
  app.post('/read_after_write', { schema }, async (request) => {
    const { id } = signedIn(request)
    await inTransaction(request.context, (tx) => tx.first(addOne, { id }))
    const row = await request.context.db.first(findScore, { id })
    return { score: row?.score ?? 0 }
  })
  app.post('/one_answer_too_many', { schema }, async (request) => {
    const { id } = signedIn(request)
    await inTransaction(request.context, async () => ({ score: 0 }))
    const row = await inTransaction(request.context, (tx) => tx.first(addOne, { id }))
    return { score: row?.score ?? 0 }
  })
}

for (const engine of ENGINES) {
  test(`a handler behaves the same with and without an Idempotency-Key [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, {}, { extra })
    for (const headers of [{}, { 'idempotency-key': unique('key') }]) {
      const player = await world.player()
      const two = await player.post('/two_transactions', {}, headers)
      expect([two.status, two.body]).toEqual([201, { score: 2 }])
      const after = await player.post('/read_after_write', {}, headers)
      expect([after.status, after.body]).toEqual([201, { score: 3 }])
      expect((await player.profile()).score).toBe(3)
    }
    await close()
  })

  test(`a second answer transaction in a keyed request is an error and changes nothing [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, {}, { extra })
    const player = await world.player()
    const headers = { 'idempotency-key': unique('key') }
    expect((await player.post('/one_answer_too_many', {}, headers)).status).toBe(500)
    expect((await player.profile()).score).toBe(0)
    await close()
  })
}
