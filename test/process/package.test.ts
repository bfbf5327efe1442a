import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { waitForOutput, Program, serve } from '../support/servers.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

async function run(command: string, args: string[], cwd: string): Promise<string> {
  const program = new Program(command, args, { cwd })
  const code = await program.ended
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${program.stderr}`)
  return program.stdout
}

test('the packed tarball, installed in an empty folder, starts a server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-package-'))
  const tarball =
    (await run('npm', ['pack', '--silent', '--pack-destination', folder], ROOT))
      .trim()
      .split('\n')
      .at(-1) ?? ''
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--silent', join(folder, tarball)],
    folder,
  )

  const program = new Program('npx', ['playkeep', 'serve'], { cwd: folder, env: { PORT: '0' } })
  const url = await waitForOutput(program, /API {7}(\S+)\/api\/v3/)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  const script = await fetch(`${url}/docs/scalar.js`)
  expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect((await readdir(join(folder, 'node_modules'))).includes('@scalar')).toBe(false)
  expect((await fetch(`${url}/guide/first-game`)).status).toBe(200)
  await program.killGroup('SIGTERM')
  expect(program.stdout).toContain('"stopped"')
  await rm(folder, { recursive: true, force: true })
})

test("the commands of the README's tour work as printed", async () => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const tour = /<!-- tour -->\s*```bash\n([^]*?)```/.exec(readme)?.[1] ?? ''
  expect(tour.match(/curl/g)?.length).toBeGreaterThanOrEqual(5)
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-tour-'))
  const { program, url } = await serve({}, folder)
  const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
  const game_id = await waitForOutput(program, /game_id {5}(\d+)\n/)
  const env = { BASE: `${url}/api/v3`, GAME_ID: game_id, GAME_TOKEN: game_token }
  const bash = new Program('bash', ['-euo', 'pipefail', '-c', tour], { cwd: folder, env })
  expect([await bash.ended, bash.stderr]).toEqual([0, ''])
  expect(bash.stdout).toContain('"username"')
  expect(await program.kill('SIGTERM')).toBe(0)
  await rm(folder, { recursive: true, force: true })
})
