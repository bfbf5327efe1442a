import { access, cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Program } from '../support/servers.ts'

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url))

async function run(cwd: string, command: string, args: string[], env: Record<string, string> = {}) {
  const program = new Program(command, args, { cwd, env })
  return { code: await program.ended, text: program.stdout + program.stderr }
}

const writeJson = (path: string, value: object) => writeFile(path, JSON.stringify(value))

/** A project whose only package is one for development, and is in a file, so that no network is needed. */
async function smallProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep set-up '))
  await mkdir(join(folder, 'tool'))
  await writeJson(join(folder, 'tool', 'package.json'), { name: 'tool', version: '1.0.0' })
  await run(folder, 'npm', ['pack', './tool'])
  const devDependencies = { tool: 'file:tool-1.0.0.tgz' }
  const scripts = { start: 'node scripts/setup.mjs' }
  await writeJson(join(folder, 'package.json'), { name: 'small', scripts, devDependencies })
  await run(folder, 'npm', ['install', '--package-lock-only'])
  await cp(SCRIPTS, join(folder, 'scripts'), { recursive: true })
  return folder
}

test('the set-up installs development dependencies, also with NODE_ENV=production and without a writable npm cache', async () => {
  const folder = await smallProject()
  // Not even root can make a folder below a file.
  const npm_config_cache = join(folder, 'package.json', 'cache')
  const env = { NODE_ENV: 'production', npm_config_cache }
  const first = await run(folder, 'npm', ['start'], env)
  expect(first).toMatchObject({ code: 0, text: expect.stringContaining('Set up.') })
  await access(join(folder, 'node_modules', 'tool', 'package.json'))
  const second = await run(folder, 'npm', ['start'], env)
  expect(second).toMatchObject({ code: 0, text: expect.not.stringContaining('Set up.') })
  await rm(folder, { recursive: true })
})

test('the set-up builds the guides and the dashboard where they are missing or old, and goes on where that fails', async () => {
  const folder = await smallProject()
  const build = (code: string) => writeFile(join(folder, 'site', 'build.ts'), code)
  for (const name of ['site/assets', 'docs']) await mkdir(join(folder, name), { recursive: true })
  await build('process.exitCode = 1')
  const failed = await run(folder, 'npm', ['start'])
  expect(failed).toMatchObject({ code: 0, text: expect.stringContaining('works without them') })

  await build(`
    import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync('site/dist', { recursive: true })
    writeFileSync('site/dist/404.html', '')
  `)
  const built = await run(folder, 'npm', ['start'])
  expect(built).toMatchObject({ code: 0, text: expect.stringContaining('Building the guides') })
  const again = await run(folder, 'npm', ['start'])
  expect(again).toMatchObject({ code: 0, text: expect.not.stringContaining('Building the guides') })

  await mkdir(join(folder, 'dashboard', 'src'), { recursive: true })
  const build_dashboard = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync('dashboard/dist', { recursive: true })
    writeFileSync('dashboard/dist/index.html', '')
  `
  await writeFile(join(folder, 'dashboard', 'build.ts'), build_dashboard)
  await utimes(join(folder, 'docs'), new Date(), new Date(Date.now() + 60_000))
  const changed = await run(folder, 'npm', ['start'])
  expect(changed).toMatchObject({ code: 0, text: expect.stringContaining('Building the guides') })
  expect(changed.text).toContain('Building the dashboard')
  await access(join(folder, 'dashboard', 'dist', 'index.html'))
  await rm(folder, { recursive: true })
})
