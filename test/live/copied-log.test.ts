import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { inTransaction } from '../../src/context.ts'
import { createLog } from '../../src/services/log.ts'
import { startServer } from '../../src/start.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { statement } from '../../src/storage/statement.ts'
import { Receiver } from '../support/receiver.ts'
import { openWorld } from '../support/world.ts'

const LATER = 1_000_000_000

/** As in a copy of a database that has had many more transactions. */
const copied = [
  statement(`update events set transaction_id = transaction_id + ${LATER}`, { updates: 'events' }),
  statement(`update webhooks set last_transaction_id = last_transaction_id + ${LATER}`, {
    updates: 'webhooks',
  }),
]

test('a copy of a PostgreSQL database tells old clients to reload, and new events arrive [postgres]', async () => {
  const { world, close } = await openWorld('postgres', { WEBHOOK_PRIVATE: 'on' })
  onTestFinished(close)
  const receiver = await Receiver.start()
  const types = ['message.posted']
  const hooks = `//admin/api/games/${world.game.id}/webhooks`
  await world.system.post(hooks, { url: receiver.url, types })
  const [ana, ben] = [await world.player(), await world.player()]
  const old = (await ben.get('/events')).body
  const chat = (await ana.post('/chats', { usernames: [ben.username], text: 'before' })).body
  await expect.poll(() => receiver.received.length).toBe(1)
  await inTransaction(world.context, async (tx) => {
    for (const change of copied) await tx.run(change, {})
  })

  const { DATABASE_URL } = world.context.config
  const config = readConfig({ PORT: '0', DATABASE_URL, WEBHOOK_PRIVATE: 'on' })
  const db = await openDatabase({ url: DATABASE_URL, pool_size: config.DATABASE_POOL })
  const second = await startServer(config, db, createLog(config, { write() {} }))
  onTestFinished(async () => void (await second.stop()))

  const refused = await ben.get(`/events?after=${old.cursor}`)
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([410, 'cursor_too_old'])
  const { cursor } = (await ben.get('/events')).body
  await ana.post('/messages', { chat_id: chat.id, text: 'after' })
  const { events } = (await ben.get(`/events?after=${cursor}&wait=50`)).body
  expect(events).toMatchObject([{ type: 'message.posted', data: { text: 'after' } }])
  await expect
    .poll(() => receiver.received.map(({ body }) => body.data.text))
    .toEqual(['before', 'after'])
})
