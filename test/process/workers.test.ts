import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emptyDatabase, ENGINES } from '../support/world.ts'
import { waitForOutput, serve } from '../support/servers.ts'

const MAX_STOP_MS = 60_000

/** The process that answers a request: the first part of the request id. */
async function answeringProcess(url: string): Promise<string> {
  const response = await fetch(`${url}/health`, { headers: { connection: 'close' } })
  expect(response.status).toBe(200)
  return (response.headers.get('x-request-id') ?? '').split('-')[0] ?? ''
}

for (const engine of ENGINES) {
  test(`workers share a port and a database, a dead worker is replaced, and all stop with code 0 [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const { program, url } = await serve({ DATABASE_URL, WORKERS: '2', RATE_LIMIT: 'off' })
    const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
    const answering = new Set<string>()
    const countProcesses = async () => answering.add(await answeringProcess(url)).size
    await expect.poll(countProcesses).toBe(2)

    const sign_up = (index: number) =>
      fetch(`${url}/api/v3/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({
          game_id: 1,
          game_token,
          username: 'one',
          email: `${index}@example.com`,
          password: 'secret1',
          password_confirmation: 'secret1',
        }),
      })
    const statuses = (
      await Promise.all(Array.from({ length: 20 }, (_, index) => sign_up(index)))
    ).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 422)).toHaveLength(19)

    const pid = await waitForOutput(program, /"worker_pid":(\d+),"msg":"a worker started"/)
    process.kill(Number(pid), 'SIGKILL')
    await waitForOutput(program, /(another takes its place)[^]*a worker started/)
    for (let tries = 0; tries < 20; tries++) await answeringProcess(url)
    expect(await program.kill('SIGTERM')).toBe(0)
    await remove()
  })
}

test('a worker that dies right before the stop is not replaced, and no process remains [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, url } = await serve({ DATABASE_URL, WORKERS: '2' })
  const pid = await waitForOutput(program, /"worker_pid":(\d+),"msg":"a worker started"/)
  process.kill(Number(pid), 'SIGKILL')
  await waitForOutput(program, /(another takes its place)/)
  const code = await Promise.race([program.kill('SIGTERM'), sleep(MAX_STOP_MS, 'still running')])
  if (code === 'still running') await program.killGroup('SIGKILL')
  expect(code).toBe(0)
  expect(program.stdout.match(/a worker started/g)).toHaveLength(2)
  await expect(fetch(`${url}/ready`)).rejects.toThrow('fetch failed')
  await remove()
})
