import pino from 'pino'
import { expect } from 'vitest'
import { onEachEngine, unique, type World } from '../../test/support/world.ts'
import { type Job, JobRunner } from './runner.ts'

const HOUR_MS = 3_600_000
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
