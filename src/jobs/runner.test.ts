import pino from 'pino'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../durations.ts'
import { onEachEngine, openWorld, unique, type World } from '../../test/support/world.ts'
import { checkJobs } from '../cli/doctor-live.ts'
import { createLog } from '../services/log.ts'
import { Metrics } from '../services/metrics.ts'
import { listJobs } from './queries.ts'
import { type Job, JobRunner } from './runner.ts'

const log = pino({ level: 'silent' })

/** A job that counts its runs. */
function countingJob(run: Job['run'] = async () => 'done') {
  const job = { name: unique('job'), every_ms: HOUR_MS, runs: 0 }
  return Object.assign(job, {
    run(...args: Parameters<Job['run']>) {
      job.runs++
      return run(...args)
    },
  })
}

const inHours = ({ context }: World, hours: number) => ({
  ...context,
  now: () => Date.now() + hours * HOUR_MS,
})

onEachEngine('of many processes, one runs a job that is due', async (world) => {
  const job = countingJob()
  const runners = Array.from({ length: 20 }, () => new JobRunner(world.context, log, [job]))
  await Promise.all(runners.map((runner) => runner.runDueJobs()))
  expect(job.runs).toBe(1)
  await Promise.all(runners.map((runner) => runner.runDueJobs(inHours(world, 0.9))))
  expect(job.runs).toBe(1)
  await Promise.all(runners.map((runner) => runner.runDueJobs(inHours(world, 1.1))))
  expect(job.runs).toBe(2)
})

onEachEngine('another process takes over the job of a process that died', async (world) => {
  const stuck = countingJob(() => new Promise(() => {}))
  void new JobRunner(world.context, log, [stuck]).runDueJobs()
  const other = new JobRunner(world.context, log, [{ ...stuck, run: async () => 'taken over' }])
  await expect.poll(() => stuck.runs).toBe(1)
  const job = countingJob()
  const successor = new JobRunner(world.context, log, [{ ...job, name: stuck.name, run: job.run }])
  await other.runDueJobs()
  await successor.runDueJobs()
  expect(job.runs).toBe(0)
  await successor.runDueJobs(inHours(world, 0.3))
  expect(job.runs).toBe(1)
})

onEachEngine('a failed job is retried, and a stop aborts a running job', async (world) => {
  let is_broken = true
  const job = countingJob(async () => {
    if (is_broken) throw new Error('broken')
    return 'done'
  })
  const runner = new JobRunner(world.context, log, [job])
  await runner.runDueJobs()
  await runner.runDueJobs()
  expect(job.runs).toBe(1)
  is_broken = false
  await runner.runDueJobs(inHours(world, 0.2))
  expect(job.runs).toBe(2)

  const endless = countingJob(
    (_context, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  )
  const stopped = new JobRunner(world.context, log, [endless])
  void stopped.runDueJobs()
  await expect.poll(() => endless.runs).toBe(1)
  await stopped.stop()
  const next = countingJob()
  await new JobRunner(world.context, log, [
    { ...next, name: endless.name, run: next.run },
  ]).runDueJobs()
  expect(next.runs).toBe(1)
})

onEachEngine('a job that hangs holds up no other one', async (world) => {
  const [hanging, other] = [countingJob(() => new Promise(() => {})), countingJob()]
  const runner = new JobRunner(world.context, log, [hanging, other])
  void runner.runDueJobs()
  await expect.poll(() => [hanging.runs, other.runs]).toEqual([1, 1])
  const runsLater = () => {
    void runner.runDueJobs(inHours(world, 1.1))
    return [hanging.runs, other.runs]
  }
  await expect.poll(runsLater, { timeout: 30_000 }).toEqual([1, 2])
})

onEachEngine('a job that a clock ahead has put off by a year is run', async (world) => {
  const job = countingJob()
  const runner = new JobRunner(world.context, log, [job])
  await runner.runDueJobs(inHours(world, 24 * 365))
  await runner.runDueJobs()
  await runner.runDueJobs()
  expect(job.runs).toBe(2)
})

onEachEngine(
  'a failed job is tried again when it would run anyway; log, metrics and doctor tell',
  async (world) => {
    let is_broken = true
    const job = countingJob(async () => {
      if (is_broken) throw new Error('broken')
      return 'done'
    })
    Object.assign(job, { every_ms: 30_000 })
    const lines: string[] = []
    const own_log = createLog(world.context.config, { write: (line) => void lines.push(line) })
    const runner = new JobRunner(world.context, own_log, [job])
    const metrics = new Metrics()
    runner.addMetrics(metrics)
    const label = `job_name="${job.name}"`
    await runner.runDueJobs()
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { job: job.name, msg: 'a job failed; it is tried again in 30 s' },
    ])
    const text = await metrics.makeText()
    expect(text).toContain(`playkeep_job_failures_total{${label}} 1`)
    expect(text).toContain(`playkeep_job_last_success_timestamp_seconds{${label}} 0`)
    const examine = async () => (await checkJobs(world.context.db)).text
    expect(await examine()).toContain(`${job.name} (last failure `)
    await runner.runDueJobs()
    expect(job.runs).toBe(1)
    is_broken = false
    // Another process: a restart helps as well.
    const restarted = new JobRunner(world.context, log, [job])
    await restarted.runDueJobs(inHours(world, 31 / 3600))
    expect(job.runs).toBe(2)
    await runner.runDueJobs()
    expect(lines.map((line) => JSON.parse(line).msg).slice(1)).toEqual([
      'a job that had failed works again',
    ])
    expect(await metrics.makeText()).toMatch(
      new RegExp(`playkeep_job_last_success_timestamp_seconds{${label}} [1-9]`),
    )
    expect(await examine()).not.toContain(job.name)
  },
)

onEachEngine(
  'a process that hung neither postpones nor finishes a job that another one has done',
  async (world) => {
    for (const end of ['fail', 'succeed']) {
      const hanging = Promise.withResolvers<string>()
      const job = countingJob(() => hanging.promise)
      const hung = new JobRunner(world.context, log, [job]).runDueJobs()
      await expect.poll(() => job.runs).toBe(1)
      const other = new JobRunner(world.context, log, [{ ...job, run: async () => 'of the other' }])
      await other.runDueJobs(inHours(world, 0.3))
      const findRow = async () =>
        (await world.context.db.all(listJobs, {})).find(({ name }) => name === job.name)
      const row = await findRow()
      expect(row).toMatchObject({ result: 'of the other', failed_at: null })
      if (end === 'fail') hanging.reject(new Error('too late'))
      else hanging.resolve('too late')
      await hung
      expect(await findRow()).toEqual(row)
    }
  },
)

test('a failed job does not wait for the next look for due jobs [sqlite]', async () => {
  const { world, close } = await openWorld('sqlite')
  const job = countingJob(async () => {
    throw new Error('broken')
  })
  Object.assign(job, { every_ms: 1000 })
  const runner = new JobRunner(world.context, log, [job])
  runner.start()
  // The next look is a minute later.
  await expect.poll(() => job.runs, { timeout: 30_000 }).toBe(2)
  await runner.stop()
  await close()
})
