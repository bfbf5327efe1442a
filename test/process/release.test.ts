import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Program } from '../support/servers.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SETTINGS = ['.gitignore', '.npmrc', 'tsconfig.json', 'tsconfig.build.json']
const FILES = [
  'package.json',
  'package-lock.json',
  'LICENSE',
  'bench',
  'dashboard',
  'docs',
  'scripts',
  'sdk',
  'site',
  'src',
  'test/soak/report.ts',
  'test/support/random.ts',
]

const CHANGELOG = `# Changelog

## Unreleased

### Added

- Dragons.

## 0.0.9 - 2020-02-02

- Eggs.
`

/** A copy of this project in a new repository, with a workspace, and tests whose exit code is in the environment. */
async function openRepository() {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-release-'))
  const env = {
    GIT_DIR: join(folder, '.git'),
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(folder, '.git', 'index'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  const at = (path: string) => join(folder, path)
  const read = (path: string) => readFile(at(path), 'utf8')
  const readJson = async (path: string) => JSON.parse(await read(path))
  const writeJson = (path: string, value: unknown) =>
    writeFile(at(path), `${JSON.stringify(value, null, 2)}\n`)
  const git = async (...args: string[]) => {
    const program = new Program('git', args, { cwd: folder, env })
    if ((await program.ended) !== 0) throw new Error(program.stderr)
    return program.stdout.trim()
  }
  const release = async (args: string[], more: Record<string, string> = {}) => {
    const program = new Program(process.execPath, ['scripts/release.ts', ...args], {
      cwd: folder,
      env: { ...env, ...more },
    })
    const code = await program.ended
    return { code, stdout: program.stdout, stderr: program.stderr }
  }

  for (const path of [...SETTINGS, ...FILES])
    await cp(join(ROOT, path), at(path), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), at('node_modules'))
  const manifest = await readJson('package.json')
  Object.assign(manifest, { version: '0.1.0' })
  // What is packed is tested elsewhere, and takes long to build.
  Object.assign(manifest.scripts, {
    pretest: 'true',
    test: 'echo tested && exit $TESTS_END_WITH',
    prepack: 'mkdir -p dist',
  })
  await writeJson('package.json', manifest)
  const sdk = { name: '@playkeep/sdk', version: '0.1.0' }
  const lock = await readJson('package-lock.json')
  Object.assign(lock, { version: '0.1.0' })
  Object.assign(lock.packages, { '': { ...lock.packages[''], version: '0.1.0' }, sdk })
  await writeJson('package-lock.json', lock)
  await mkdir(at('sdk'), { recursive: true })
  await writeJson('sdk/package.json', sdk)
  await writeFile(at('CHANGELOG.md'), CHANGELOG)
  await writeFile(at('README.md'), 'npm install ./playkeep-0.1.0.tgz\n')
  await git('init', '--quiet', '--initial-branch', 'main')
  // The entry in `.gitignore` matches a folder, but not a symbolic link.
  await writeFile(at('.git/info/exclude'), '/node_modules\n')
  await git('add', '--all')
  await git('commit', '--quiet', '-m', 'all')

  /** Everything a release changes. */
  const state = async () => ({
    head: await git('rev-parse', 'HEAD'),
    tags: await git('tag', '--list'),
    changes: await git('status', '--porcelain'),
    ignored: await git('status', '--porcelain', '--ignored', '*.tgz'),
  })
  const close = () => rm(folder, { recursive: true, force: true })
  const write = (path: string, text: string) => writeFile(at(path), text)
  return { git, read, readJson, write, release, state, close }
}

const has_git = spawnSync('git', ['--version']).status === 0

test.skipIf(!has_git)(
  'a release sets the version everywhere, dates the changelog, tests, packs, commits and tags',
  async () => {
    const { git, read, readJson, release, state, close } = await openRepository()

    const { code, stdout, stderr } = await release(['0.2.0'], { TESTS_END_WITH: '0' })

    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Not released')])
    expect(stdout).toContain('\ntested\n')
    expect(stdout).toContain('git push --atomic origin main v0.2.0')
    expect((await readJson('package.json')).version).toBe('0.2.0')
    expect((await readJson('sdk/package.json')).version).toBe('0.2.0')
    const lock = await readJson('package-lock.json')
    expect([lock.version, lock.packages[''].version, lock.packages.sdk.version]).toEqual(
      Array(3).fill('0.2.0'),
    )
    expect((await readJson('docs/openapi.json')).info.version).toBe('0.2.0')
    expect(await read('README.md')).toContain('playkeep-0.2.0.tgz')
    const changelog = await read('CHANGELOG.md')
    expect(changelog.replace(/\d{4}-\d\d-\d\d\n\n### Added/, 'TODAY\n\n### Added')).toBe(
      CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 - TODAY\n'),
    )
    expect(await git('log', '-1', '--format=%s')).toBe('release: 0.2.0')
    expect(await git('rev-parse', 'v0.2.0^{commit}')).toBe(await git('rev-parse', 'HEAD'))
    expect(await state()).toMatchObject({ changes: '', ignored: '!! playkeep-0.2.0.tgz' })

    const again = await release(['0.2.0'])
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('The tag v0.2.0 exists already.')
    expect(again.stderr).toContain('CHANGELOG.md has nothing under "Unreleased".')
    await close()
  },
)

test.skipIf(!has_git)('a release whose tests fail leaves everything as it was', async () => {
  const { release, state, close } = await openRepository()
  const before = await state()

  const { code, stdout, stderr } = await release(['0.2.0'], { TESTS_END_WITH: '1' })

  expect(code).toBe(1)
  expect(stdout).toContain('\ntested\n')
  expect(stderr).toContain('npm test failed')
  expect(await state()).toEqual(before)
  await close()
})

test.skipIf(!has_git)('a dry run, and a release with obstacles, change nothing', async () => {
  const { git, write, release, state, close } = await openRepository()
  const before = await state()

  for (const [args, env] of [
    [['0.2.0', '--dry-run'], {}],
    // As from `npm run release 0.2.0 --dry-run`.
    [['0.2.0'], { npm_config_dry_run: 'true' }],
  ] as const) {
    const { code, stdout } = await release([...args], env)
    expect(code).toBe(0)
    expect(stdout).toContain(
      'change package.json, package-lock.json, dashboard/package.json, sdk/package.json',
    )
    expect(stdout).toContain('git tag v0.2.0')
    expect(stdout).toContain('- Dragons.')
    expect(await state()).toEqual(before)
  }

  const obstaclesTo = async (...args: string[]) => {
    const { code, stderr } = await release([...args, '--skip-tests'])
    expect(code).toBe(1)
    return stderr
  }
  expect(await obstaclesTo()).toContain('npm run release -- VERSION')
  expect(await obstaclesTo('0.2.0', '--fast')).toContain('npm run release -- VERSION')
  expect(await obstaclesTo('two')).toContain('two is not a version such as 0.2.0.')
  expect(await obstaclesTo('0.0.10')).toContain('0.0.10 is lower than the current 0.1.0.')
  expect(await state()).toEqual(before)

  await write('stray.txt', '')
  expect(await obstaclesTo('0.2.0')).toContain('There are uncommitted changes')
  await git('checkout', '--quiet', '-b', 'other')
  await write('CHANGELOG.md', CHANGELOG.replace('- Dragons.', ''))
  await git('add', '--all')
  await git('commit', '--quiet', '-m', 'other')
  const there = await state()
  const obstacles = await obstaclesTo('0.2.0')
  expect(obstacles).toContain('The branch is other; releases are made on main.')
  expect(obstacles).toContain('CHANGELOG.md has nothing under "Unreleased".')
  expect(await state()).toEqual(there)
  await close()
})
