import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parseMetrics, type Sample } from '../support/prometheus.ts'
import { serve, waitForOutput } from '../support/servers.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

const REQUESTS = 30

const headers = { connection: 'close' }

async function readMetrics(url: string) {
  const response = await fetch(`${url}/metrics`, { headers })
  expect(response.status).toBe(200)
  const text = await response.text()
  const families = parseMetrics(text)
  const find = (name: string): Sample[] =>
    [...families.values()].flatMap(({ samples }) =>
      samples.filter((sample) => sample.name === name),
    )
  return {
    text,
    families,
    value: (name: string) => find(name)[0]?.value,
    healthChecks: () =>
      find('playkeep_request_seconds_count')
        .filter(({ labels }) => labels.route === '/health')
        .reduce((sum, { value }) => sum + value, 0),
  }
}

async function callHealth(url: string): Promise<void> {
  for (let sent = 0; sent < REQUESTS; sent++) await fetch(`${url}/health`, { headers })
}

/** Empty: none, or it is not installed. */
function promtoolComplaints(input: string): string {
  const { error, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input,
    encoding: 'utf8',
  })
  if (error) process.stdout.write('promtool is not installed: only our own parser was used\n')
  return error ? '' : stdout + stderr
}

for (const engine of ENGINES) {
  test(`the metrics are valid and tell how the process does [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const { program, url } = await serve({ DATABASE_URL })
    const metrics = await readMetrics(url)
    expect(metrics.value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(metrics.value('nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000)
    expect(metrics.value('process_cpu_seconds_total')).toBeGreaterThan(0.01)
    expect(metrics.value('process_start_time_seconds')).toBeGreaterThan(Date.now() / 1000 - 600)
    expect(metrics.value('playkeep_event_loop_active_seconds_total')).toBeGreaterThan(0)
    expect(metrics.value('playkeep_event_loop_delay_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(metrics.value('playkeep_event_loop_delay_max_seconds')).toBeLessThan(600)
    expect(metrics.value('playkeep_processes')).toBe(1)
    expect(metrics.families.get('playkeep_info')?.samples[0]).toMatchObject({
      labels: { version: expect.stringMatching(/^\d/), node: process.version, database: engine },
      value: 1,
    })
    const free = metrics.value('playkeep_disk_free_bytes')
    expect(engine === 'sqlite' ? Number(free) > 0 : free === undefined).toBe(true)
    expect(promtoolComplaints(metrics.text)).toBe('')
    expect(await program.kill('SIGTERM')).toBe(0)
    await remove()
  })
}

test('every worker shows the metrics of all workers, and counters survive the end of one [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, url } = await serve({ DATABASE_URL, WORKERS: '2', RATE_LIMIT: 'off' })
  await callHealth(url)
  const isComplete = async () => {
    const metrics = await readMetrics(url)
    return [metrics.healthChecks(), metrics.value('playkeep_processes')]
  }
  await expect.poll(isComplete, { timeout: 30_000 }).toEqual([REQUESTS, 2])
  const { families } = await readMetrics(url)
  expect(families.get('playkeep_info')?.samples.map(({ value }) => value)).toEqual([1])

  const pid = await waitForOutput(program, /"worker_pid":(\d+),"msg":"a worker started"/)
  process.kill(Number(pid), 'SIGKILL')
  await waitForOutput(program, /(another takes its place)[^]*a worker started/)
  expect((await readMetrics(url)).healthChecks()).toBeGreaterThanOrEqual(REQUESTS)
  await callHealth(url)
  await expect.poll(isComplete, { timeout: 30_000 }).toEqual([2 * REQUESTS, 2])
  expect(await program.kill('SIGTERM')).toBe(0)
  await remove()
})
