// Runs before `npm start` and `npm test`, on whatever Node the machine has: installs what is missing, else says nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const STAMP = 'node_modules/.playkeep-setup'
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
// A release changes the versions of our own packages, for which nothing needs to be installed.
for (const path in packages) if (!path.includes('node_modules/')) delete packages[path].version
const lock = createHash('sha256').update(JSON.stringify(packages)).digest('hex')

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== lock) {
  console.log('Setting up: installing the packages that Playkeep needs (once, half a minute) …')
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status } = spawnSync('npm', install, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(
      'The installation failed; what npm said is above. Check the network and run the command again.',
    )
    process.exit(1)
  }
  writeFileSync(STAMP, lock)
  console.log('Set up.')
}
