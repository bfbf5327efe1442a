import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { diskFull } from '../../src/context.ts'
import { WebhookSender } from '../../src/jobs/webhook-sender.ts'
import { LiveWatch } from '../../src/live/watch.ts'
import { createLog } from '../../src/services/log.ts'
import { Metrics } from '../../src/services/metrics.ts'
import { DatabaseUnavailable } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { openSocket } from '../support/event-socket.ts'
import { serveFirstGame } from '../support/first-game.ts'
import { startPostgres } from '../support/postgres.ts'
import { parseMetrics } from '../support/prometheus.ts'
import { Receiver } from '../support/receiver.ts'
import { codeOf, playkeep, waitForOutput } from '../support/servers.ts'
import { ENGINES, openWorld, type World } from '../support/world.ts'

async function openPrivate(engine: (typeof ENGINES)[number]): Promise<World> {
  const { world, close } = await openWorld(engine, { WEBHOOK_PRIVATE: 'on' })
  onTestFinished(close)
  return world
}

/** How often the log says so. */
const count = (log: string[], text: string) => log.filter((line) => line.includes(text)).length

const valueOf = (text: string, name: string) =>
  parseMetrics(text).get(`playkeep_${name}`)?.samples[0]?.value

const readMetric = async (url: string, name: string) =>
  valueOf(await (await fetch(`${url}/metrics`)).text(), name)

for (const engine of ENGINES) {
  test(`the metrics count open streams [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const { server } = world
    const read = (name: string) => readMetric(server.url, name)
    expect(await read('event_streams')).toBe(0)
    expect(await read('events_listening')).toBe(undefined)
    const { token } = await world.player()
    const { frames, socket } = openSocket(server.url, { token })
    await expect.poll(() => frames.length).toBe(1)
    expect(await read('event_streams')).toBe(1)
    await expect.poll(() => read('events_listening')).toBe(engine === 'sqlite' ? undefined : 1)
    expect(await read('oldest_transaction_seconds')).toBe(engine === 'sqlite' ? undefined : 0)
    socket.close()
    await expect.poll(() => read('event_streams')).toBe(0)
  })

  test(`log and metrics tell of webhooks that fail and are paused [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const { context, system, log } = world
    const receiver = await Receiver.start()
    receiver.answer = () => 500
    const created = await system.post(`//admin/api/games/${world.game.id}/webhooks`, {
      url: receiver.url,
    })
    const path = `//admin/api/webhooks/${created.body.id}`
    const watch = new LiveWatch(context, createLog(context.config, { write() {} }), {
      followers: 0,
    })
    const metrics = new Metrics()
    watch.addMetrics(metrics)
    const read = async () => {
      await watch.countWebhooks()
      const text = await metrics.makeText()
      return ['webhooks_failing', 'webhooks_paused', 'webhook_deliveries_pending'].map((name) =>
        valueOf(text, name),
      )
    }
    expect(await read()).toEqual([0, 0, 0])
    await system.post(`${path}/test`)
    await expect.poll(read).toEqual([1, 0, 1])
    await system.post(`${path}/test`)
    await expect.poll(read).toEqual([1, 0, 2])
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
    expect(count(log, 'a webhook has begun to fail')).toBe(1)
    expect(count(log, 'a webhook works again')).toBe(0)
    receiver.answer = () => 200
    await expect.poll(read, { timeout: 60_000 }).toEqual([0, 0, 0])
    expect(count(log, 'a webhook works again')).toBe(1)
    await system.post(`${path}/pause`)
    expect(await read()).toEqual([0, 1, 0])
  })

  test(`an outage is one line in the log of webhooks, and its end another [${engine}]`, async () => {
    const { context } = await openPrivate(engine)
    const log: string[] = []
    let failure: Error | undefined = diskFull()
    const all: typeof context.db.all = (statement, parameters) =>
      failure ? Promise.reject(failure) : context.db.all(statement, parameters)
    const sender = new WebhookSender(
      { ...context, db: { ...context.db, all } },
      createLog(context.config, { write: (line) => void log.push(line) }),
    )
    onTestFinished(() => sender.stop())
    sender.start()
    await sleep(1500)
    expect(log).toEqual([])
    failure = new Error('away')
    await sleep(2500)
    expect(count(log, 'the work of webhooks could not be looked up')).toBe(1)
    failure = undefined
    await expect.poll(() => count(log, 'webhooks are sent again')).toBe(1)
    expect(log).toHaveLength(2)
  })
}

test('in an outage, what was counted before is absent from the metrics', async () => {
  const { context } = await openPrivate('sqlite')
  let is_away = false
  const orFail = <T>(value: T) => (is_away ? Promise.reject(new Error('away')) : value)
  const db = {
    ...context.db,
    first: ((statement, parameters) =>
      orFail(context.db.first(statement, parameters))) satisfies typeof context.db.first,
    oldestTransaction: async () => orFail(undefined),
  }
  const log = createLog(context.config, { write() {} })
  const watch = new LiveWatch({ ...context, db }, log, { followers: 1 })
  const metrics = new Metrics()
  watch.addMetrics(metrics)
  const read = async () => {
    await Promise.allSettled([watch.countWebhooks(), watch.findOldTransaction()])
    const text = await metrics.makeText()
    return ['webhooks_failing', 'oldest_transaction_seconds'].map((name) => valueOf(text, name))
  }
  expect(await read()).toEqual([0, 0])
  is_away = true
  expect(await read()).toEqual([undefined, undefined])
  is_away = false
  expect(await read()).toEqual([0, 0])
})

test('attempts that cannot be recorded in an outage are one line in the log', async () => {
  const { context, game, log, server, system } = await openPrivate('sqlite')
  const receiver = await Receiver.start()
  const held: ServerResponse[] = []
  receiver.answer = () => (response) => void held.push(response)
  const webhook = { url: receiver.url, types: ['message.posted'] }
  const { body } = await system.post(`//admin/api/games/${game.id}/webhooks`, webhook)
  for (let n = 0; n < 5; n++) await system.post(`//admin/api/webhooks/${body.id}/test`)
  await expect.poll(() => held.length).toBe(5)
  const { transaction } = context.db
  onTestFinished(() => void (context.db.transaction = transaction))
  context.db.transaction = () => Promise.reject(new DatabaseUnavailable(new Error('away')))
  for (const response of held) response.writeHead(204).end()
  await expect.poll(() => readMetric(server.url, 'webhook_deliveries_total')).toBe(5)
  expect(count(log, 'could not be recorded')).toBe(1)
})

/** A cluster of its own, since other tests would wait for its transactions. */
async function openCluster() {
  const postgres = await startPostgres({ max_prepared_transactions: 2 })
  onTestFinished(() => postgres.stop())
  const other = new pg.Client({
    connectionString: `${postgres.url}/postgres`,
    application_name: 'reports',
  })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query(`create role playkeep login password 'playkeep'`)
  await other.query('create database playkeep owner playkeep')
  await other.query('create table things (id bigint)')
  const { port } = new URL(postgres.url)
  return { other, DATABASE_URL: `postgres://playkeep:playkeep@127.0.0.1:${port}/playkeep` }
}

test('log and metrics say when LISTEN is lost and when it is back [postgres]', async () => {
  const { other, DATABASE_URL } = await openCluster()
  const { program, url, signUpPlayer } = await serveFirstGame({ DATABASE_URL })
  onTestFinished(() => void program.kill('SIGTERM'))
  const { token } = await signUpPlayer('ana')
  const { frames } = openSocket(url, { token })
  await expect.poll(() => frames.length).toBe(1)
  const isListening = () => readMetric(url, 'events_listening')
  await expect.poll(isListening, { timeout: 60_000 }).toBe(1)
  await other.query('alter role playkeep nologin')
  const ended = await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = 'playkeep' and query = 'listen playkeep_events'`)
  expect(ended.rowCount).toBe(1)
  await waitForOutput(program, /the connection for LISTEN is lost/)
  await expect.poll(isListening, { timeout: 60_000 }).toBe(0)
  // It tries several times.
  await sleep(2500)
  await other.query('alter role playkeep login')
  await waitForOutput(program, /the connection for LISTEN is back/)
  await expect.poll(isListening, { timeout: 60_000 }).toBe(1)
  expect(program.stdout.match(/"msg":"the connection for LISTEN is lost/g)).toHaveLength(1)
})

test('log, metrics and doctor name the transaction that holds up all events, in whichever database [postgres]', async () => {
  const { other, DATABASE_URL } = await openCluster()
  const { program, url, signUpPlayer } = await serveFirstGame({ DATABASE_URL })
  onTestFinished(() => void program.kill('SIGTERM'))
  const examine = async () => {
    const doctor = playkeep(['doctor'], { DATABASE_URL })
    expect(await codeOf(doctor)).toBe(0)
    return doctor.stdout
  }
  expect(await examine()).toContain('✓ transactions: none holds up events')
  const { token } = await signUpPlayer('ana')
  const { frames } = openSocket(url, { token })
  await expect.poll(() => frames.length).toBe(1)

  const pid = (await other.query('select pg_backend_pid() as pid')).rows[0].pid
  await other.query('begin; insert into things values (1)')
  expect(await examine()).toContain(
    `! transactions: one that is still open holds up all events and the counting of ranks (process ${pid}, database postgres, reports)`,
  )
  await waitForOutput(program, /holds up all events/)
  const lines = () =>
    program.stdout.split('\n').filter((line) => line.includes('holds up all events'))
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
    postgres_pid: pid,
    database: 'postgres',
    application_name: 'reports',
  })
  expect(await readMetric(url, 'oldest_transaction_seconds')).toBeGreaterThanOrEqual(10)
  await sleep(3000)
  expect(lines()).toHaveLength(1)

  await other.query(`prepare transaction 'forgotten'`)
  const db = await openDatabase({ url: DATABASE_URL, pool_size: 2 })
  expect(await db.oldestTransaction?.()).toMatchObject({
    pid: null,
    database: 'postgres',
    application_name: 'prepared transaction forgotten',
  })
  await other.query(`commit prepared 'forgotten'`)
  await expect.poll(() => db.oldestTransaction?.()).toBe(undefined)
  await db.close()
  await waitForOutput(program, /the transaction that held up all events has ended/)
  expect(await readMetric(url, 'oldest_transaction_seconds')).toBe(0)
})
