// Runs before `npm start` and `npm test`, on any version of Node: installs missing packages and builds the guides and the
// dashboard if they have changed, otherwise prints nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboardIsOutdated, siteIsOutdated } from './build-age.mjs'
import { needsOtherCache } from './npm-cache.mjs'

const STAMP = 'node_modules/.playkeep-setup'
// Includes the development packages even if NODE_ENV is production, because Node 24 is one of them.
const INSTALL = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel', 'error']
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
// A release changes the versions of our own packages, for which nothing needs to be installed.
for (const path in packages) if (!path.includes('node_modules/')) delete packages[path].version
const expected_stamp = createHash('sha256')
  .update(JSON.stringify(packages))
  .update(INSTALL.join(' '))
  .digest('hex')

/** @param {Record<string, string>} env */
function install(env = {}) {
  const { status } = spawnSync('npm', INSTALL, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  })
  return status === 0
}

function installWithOwnCache() {
  const npm_config_cache = mkdtempSync(join(tmpdir(), 'playkeep-npm-'))
  try {
    return install({ npm_config_cache })
  } finally {
    rmSync(npm_config_cache, { recursive: true, force: true })
  }
}

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== expected_stamp) {
  console.log('Setting up: installing the packages that Playkeep needs (once, about a minute) …')
  if (!(needsOtherCache() ? installWithOwnCache() : install())) {
    console.error(
      'The installation failed; the output of npm is above. Check the network and run the command again.',
    )
    process.exit(1)
  }
  // `npm start` uses the `exec` of the shell, so that signals reach the server. Windows has none, so this one just runs the command.
  if (process.platform === 'win32') writeFileSync('node_modules/.bin/exec.cmd', '@%*\r\n')
  writeFileSync(STAMP, expected_stamp)
  console.log('Set up.')
}

/** A folder that cannot be read must not stop the server. @param {string} what @param {() => boolean} isOutdated */
function isWanted(what, isOutdated) {
  try {
    return isOutdated()
  } catch (error) {
    console.error(`It is not known whether ${what} is up to date: ${String(error)}`)
    return false
  }
}

/** @param {string} script */
function run(script) {
  // Found by npm's scripts: the Node 24 that is installed, not the one that runs this.
  const { status } = spawnSync('node', [script], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status === 0
}

if (isWanted('the site of the guides', siteIsOutdated)) {
  console.log('Building the guides for /guide (a second or two) …')
  if (!run('site/build.ts'))
    console.error('The guides could not be built; the server works without them.')
}

if (isWanted('the dashboard', dashboardIsOutdated)) {
  console.log('Building the dashboard (a few seconds) …')
  if (!run('dashboard/build.ts'))
    console.error('The dashboard could not be built; the server works without it.')
}
