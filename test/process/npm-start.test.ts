import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { waitForOutput, Program } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAX_STOP_MS = 60_000

/** `npm start` in this clone, without the set-up script that runs before it. */
async function npmStart(env: Record<string, string>) {
  const args = ['start', '--ignore-scripts']
  const program = new Program('npm', args, { cwd: ROOT, env: { PORT: '0', ...env } })
  const url = await waitForOutput(program, /API {7}(\S+)\/api\/v3/)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  return { program, url }
}

const isGone = async (url: string) =>
  (await fetch(`${url}/ready`).catch(() => undefined)) === undefined

const waysToStop = [
  ['kill -TERM on its process id', (program: Program) => program.kill('SIGTERM')],
  ['Ctrl-C, which signals npm and the server', (program: Program) => program.killGroup('SIGINT')],
] as const

for (const [way, stop] of waysToStop) {
  for (const WORKERS of ['1', '2']) {
    test(`npm start with WORKERS=${WORKERS} exits with code 0 after ${way}, and each process stops once [sqlite]`, async () => {
      const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
      const { program, url } = await npmStart({ DATABASE_URL, WORKERS })
      const code = await Promise.race([stop(program), sleep(MAX_STOP_MS, 'still running')])
      const is_gone = await isGone(url)
      if (!is_gone) await program.killGroup('SIGKILL')
      expect([code, is_gone]).toEqual([0, true])
      expect(program.stdout.match(/"msg":"stopped"/g)).toHaveLength(Number(WORKERS))
      await remove()
    })
  }
}
