// Makes a release: `npm run release -- 0.2.0`. Version, changelog, pages, tests, tarball, commit and tag; the push is yours.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { env, exit } from 'node:process'
import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { releasedFiles, unreleasedNotes } from './release-files.ts'

const USAGE = `npm run release -- VERSION [--dry-run] [--skip-tests]

  VERSION        such as 0.2.0; not lower than the current ${manifest.version}
  --dry-run      shows what would be done, and changes nothing
  --skip-tests   does not run npm test
`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, 'skip-tests': { type: 'boolean' } },
    })
    const [version, ...more] = positionals
    if (version && more.length === 0) return { version, ...values }
  } catch {
    // An option that does not exist: the usage says which do.
  }
  console.error(USAGE)
  return exit(1)
}

const ask = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

function run(command: string, ...args: string[]): void {
  console.log(`\n$ ${command} ${args.join(' ')}`)
  const shell = command === 'npm' && process.platform === 'win32'
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`)
}

const isLower = (version: string, than: string) =>
  version.localeCompare(than, 'en', { numeric: true }) < 0

/** Why this version cannot be released here and now. */
function findObstacles(version: string): string[] {
  const branch = ask('branch', '--show-current')
  const obstacles = {
    [`${version} is not a version such as 0.2.0.`]: !/^\d+\.\d+\.\d+$/.test(version),
    [`${version} is lower than the current ${manifest.version}.`]: isLower(
      version,
      manifest.version,
    ),
    [`The tag v${version} exists already.`]: ask('tag', '--list', `v${version}`) !== '',
    [`The branch is ${branch || 'none'}; releases are made on main.`]: branch !== 'main',
    'There are uncommitted changes: commit them or put them aside.':
      ask('status', '--porcelain') !== '',
    'CHANGELOG.md has nothing under "Unreleased".':
      unreleasedNotes(readFileSync('CHANGELOG.md', 'utf8')) === '',
  }
  return Object.keys(obstacles).filter((sentence) => obstacles[sentence])
}

/** Until the commit, a failure or Ctrl-C puts every file back. */
function release(version: string, files: Map<string, string>, with_tests: boolean): void {
  const tarball = `playkeep-${version}.tgz`
  let changed = [...files.keys()]
  // The program that runs at that moment ends by it, and so fails.
  process.on('SIGINT', () => {})
  try {
    for (const [path, text] of files) writeFileSync(path, text)
    run('npm', 'run', 'generate')
    changed = ask('diff', '--name-only').split('\n')
    if (with_tests) run('npm', 'test')
    run('npm', 'pack')
    run('git', 'commit', '--quiet', '-m', `release: ${version}`, '--', ...changed)
  } catch (error) {
    run('git', 'checkout', '--quiet', 'HEAD', '--', ...changed)
    rmSync(tarball, { force: true })
    throw error
  }
  run('git', 'tag', '-a', `v${version}`, '-m', `Playkeep ${version}`)
  console.log(`
Released ${version} on this machine. Next:

  git push --atomic origin main v${version}
  Attach ${tarball} to the release v${version} on the project's page.`)
}

function preview(version: string, files: Map<string, string>, with_tests: boolean): void {
  console.log(`Would release ${version}:

  change ${[...files.keys()].join(', ')}
  npm run generate
  ${with_tests ? 'npm test' : '(no tests)'}
  npm pack
  git commit -m "release: ${version}"
  git tag v${version}

Its changes:

${unreleasedNotes(readFileSync('CHANGELOG.md', 'utf8'))}`)
}

const options = readArguments()
const { version } = options
// Without the `--` in between, npm takes the option for its own and passes it on in the environment.
const is_dry = options['dry-run'] || env['npm_config_dry_run'] === 'true'

try {
  const obstacles = findObstacles(version)
  if (obstacles.length > 0) throw new Error(obstacles.join('\n  '))
  const files = releasedFiles(version, new Date().toISOString().slice(0, 10))
  const doIt = is_dry ? preview : release
  doIt(version, files, !options['skip-tests'])
} catch (error) {
  console.error(`Not released:\n  ${error instanceof Error ? error.message : String(error)}`)
  exit(1)
}
