// Runs every check that is not a test and prints one line each, with the output of the first that fails.
import { spawnSync } from 'node:child_process'
import { workspaces } from './workspaces.ts'

type Check = [name: string, command: string, ...args: string[]]

const typesOf = (folder: string): Check => [
  `types of ${folder}`,
  'tsc',
  '--noEmit',
  '-p',
  `${folder}/tsconfig.json`,
]

const checks: Check[] = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'tsc', '--noEmit'],
  ...workspaces().map(typesOf),
  ['unused code', 'knip'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
]

for (const [name, command, ...args] of checks) {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (status !== 0) {
    console.log(`✗ ${name} (${seconds} s)\n\n${stdout}${stderr}`)
    process.exit(1)
  }
  console.log(`✓ ${name} (${seconds} s)`)
}
