import { access, constants, mkdir, stat } from 'node:fs/promises'
import { type Config, loadConfig } from '../config.ts'
import { type Database, DatabaseFault, DatabaseUnavailable } from '../storage/database.ts'
import { listBackups } from '../services/backup-files.ts'
import { databaseFolder, folderOnDisk, freeBytesOf, minFreeBytes } from '../services/disk.ts'
import { listDamage, listOpenFiles, openDatabase } from '../storage/open.ts'
import { migrationStatus } from '../storage/migrations/migrate.ts'
import {
  checkGameTasks,
  checkJobs,
  checkOverdueWork,
  checkTransactions,
  checkWebhooks,
} from './doctor-live.ts'
import { type Finding, ok, problem, warning } from './findings.ts'
import { DAMAGED_ADVICE, say, unavailableAdvice } from './say.ts'

const MARKS = { ok: '✓', warning: '!', problem: '✗' } as const
const MEBIBYTE = 1024 ** 2
const GIBIBYTE = 1024 ** 3
/** Below this much more than `MIN_FREE_MB` it is time to do something. */
const COMFORTABLE_BYTES = GIBIBYTE
const MAX_CLOCK_DIFFERENCE_MS = 5000
/** What the check of a SQLite file says of a read that failed, rather than of damage that it has seen. */
const UNREADABLE = /unable to get the page|disk I\/O error/

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

function checkSettings(config: Config): Finding[] {
  const findings: Finding[] = []
  const is_open = !['127.0.0.1', 'localhost', '::1'].includes(config.HOST)
  if (config.RATE_LIMIT === 'off') {
    findings.push(
      warning(
        'RATE_LIMIT is off: nothing limits how often passwords can be guessed and how many requests a player sends. Set it to on.',
      ),
    )
  }
  if (is_open) {
    findings.push(
      warning(
        `HOST is ${config.HOST}: without a reverse proxy with TLS in front, tokens and passwords are sent unencrypted.`,
      ),
    )
  }
  if (config.TRUST_PROXY === 0 && config.PUBLIC_URL.startsWith('https:')) {
    findings.push(
      warning(
        'TRUST_PROXY is 0, but PUBLIC_URL begins with https, so there is a reverse proxy: all players seem to have its IP address and share the limits of one. Set TRUST_PROXY to the number of proxies.',
      ),
    )
  } else if (is_open && config.TRUST_PROXY === 0) {
    findings.push(
      warning(
        'TRUST_PROXY is 0: behind a reverse proxy, all players seem to have the same IP address. Set it to the number of proxies.',
      ),
    )
  }
  if (is_open && config.METRICS_KEY === '') {
    findings.push(
      warning(
        `METRICS_KEY is not set: whoever reaches this port reads /metrics. Set it, or keep the proxy from passing /metrics.`,
      ),
    )
  }
  if (config.SYSTEM_KEY && new Set(config.SYSTEM_KEY.split(':')[1]).size < 8) {
    findings.push(
      warning(
        'SYSTEM_KEY is easy to guess: use a random token, for example from `openssl rand -base64 32`.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('settings: no weaknesses found')]
}

async function checkBackups({ BACKUP_DIR }: Config): Promise<Finding> {
  if (BACKUP_DIR === '')
    return warning('backups: BACKUP_DIR is not set, so the server makes no automatic backups.')
  try {
    await mkdir(BACKUP_DIR, { recursive: true, mode: 0o700 })
    await access(BACKUP_DIR, constants.W_OK)
  } catch (error) {
    return problem(`backups: BACKUP_DIR is not writable: ${message(error)}`)
  }
  const newest = (await listBackups(BACKUP_DIR, Date.now())).at(-1)
  return newest
    ? ok(`backups: the newest is ${newest}`)
    : warning('backups: none yet. The server makes the first one soon after it starts.')
}

async function checkDisk(config: Config): Promise<Finding> {
  const folder = folderOnDisk(config)
  if (folder === undefined)
    return ok(
      'disk: not checked. If PostgreSQL is on this machine, set POSTGRES_FOLDER; otherwise watch its disk there',
    )
  const database_folder = databaseFolder(config)
  if (database_folder !== undefined) {
    const paths = [database_folder, config.DATABASE_URL.slice('sqlite:'.length)]
    for (const path of paths) {
      const reason = await access(path, constants.W_OK).catch(message)
      if (reason !== undefined) return problem(`disk: ${path} cannot be written to: ${reason}`)
    }
  }
  const free_bytes = await freeBytesOf(folder).catch(() => undefined)
  if (free_bytes === undefined)
    return problem(`disk: the free space of ${folder} cannot be found. Correct POSTGRES_FOLDER.`)
  const free =
    free_bytes < GIBIBYTE
      ? `${Math.floor(free_bytes / MEBIBYTE)} MiB free`
      : `${(free_bytes / GIBIBYTE).toFixed(1)} GiB free`
  if (free_bytes < minFreeBytes(config)) {
    return problem(
      `disk: only ${free}, less than MIN_FREE_MB (${config.MIN_FREE_MB} MiB): writes are refused. Free up space.`,
    )
  }
  if (free_bytes < minFreeBytes(config) + COMFORTABLE_BYTES)
    return warning(`disk: only ${free}. Free up space before writes are refused.`)
  return ok(`disk: ${free}`)
}

/** The database and the backups contain email addresses and password hashes, and `.env` keys. */
async function checkFiles(config: Config): Promise<Finding> {
  const open = await listOpenFiles(config.DATABASE_URL)
  const others = ['.env', config.BACKUP_DIR, databaseFolder(config) ?? ''].filter(
    (path) => path !== '' && path !== '.',
  )
  for (const path of process.platform === 'win32' ? [] : others) {
    const { mode } = await stat(path).catch(() => ({ mode: 0 }))
    if ((mode & 0o007) !== 0) open.push(path)
  }
  if (open.length === 0) return ok('files: only their owner can open them')
  return warning(
    `files: other users of this machine can open ${open.join(', ')}. Use chmod 600 for files and chmod 700 for folders.`,
  )
}

async function checkDamage({ DATABASE_URL }: Config): Promise<Finding[]> {
  if (!DATABASE_URL.startsWith('sqlite:')) return []
  const damage = (await listDamage(DATABASE_URL)).map((line) => line.replaceAll(/\s+/g, ' '))
  if (damage.length === 0) return [ok('database file: no damage found')]
  if (damage.every((line) => UNREADABLE.test(line)))
    return [
      problem(
        `database file: parts of it cannot be read (${damage.join('; ')}). If its -wal or -shm file was removed, restart the server, which loses nothing; then run doctor again. Otherwise check the disk.`,
      ),
    ]
  return [
    problem(
      `database file: it is damaged (${damage.join('; ')}). Stop the server, keep a copy of the file, and restore a backup into a new one.`,
    ),
  ]
}

async function checkDatabase(database: Database): Promise<Finding[]> {
  const status = await migrationStatus(database)
  const pending = status.filter(({ applied_at }) => applied_at === null)
  let clock = new Date()
  await database.rawTransaction(async (run) => {
    const [row] = await run('select current_timestamp as now')
    const now = typeof row === 'object' && row && 'now' in row ? row.now : undefined
    clock = now instanceof Date ? now : new Date(`${String(now)}Z`)
  })
  // Before that, there may be no table of webhooks.
  const live =
    pending.length === 0
      ? [
          await checkWebhooks(database),
          ...(await checkGameTasks(database)),
          await checkJobs(database),
          ...(await checkOverdueWork(database)),
          ...(await checkTransactions(database)),
        ]
      : []
  const difference_ms = Math.abs(clock.getTime() - Date.now())
  return [
    ok(`database: connected to ${database.engine}`),
    pending.length === 0
      ? ok(`migrations: all ${status.length} applied`)
      : warning(
          `migrations: ${pending.length} pending. They run at the next start of the server, or now with: playkeep migrate`,
        ),
    difference_ms < MAX_CLOCK_DIFFERENCE_MS
      ? ok('clock: agrees with the database')
      : problem(
          `clock: differs from the database's clock by ${Math.round(difference_ms / 1000)} s. Synchronize both machines with NTP.`,
        ),
    ...live,
  ]
}

async function runChecks(): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig()
  } catch (error) {
    return message(error).split('\n').map(problem)
  }
  const findings = [ok(`Node ${process.versions.node}`), ...checkSettings(config)]
  findings.push(await checkBackups(config))
  try {
    const database = await openDatabase({
      url: config.DATABASE_URL,
      pool_size: 2,
      must_exist: true,
    })
    try {
      findings.push(...(await checkDamage(config)))
      findings.push(...(await checkDatabase(database)), await checkDisk(config))
      findings.push(await checkFiles(config))
    } finally {
      await database.close()
    }
  } catch (error) {
    // The text comes from the driver, mostly without a full stop.
    const text =
      error instanceof DatabaseUnavailable
        ? `${message(error).replace(/[.: ]+$/, '')}. ${error instanceof DatabaseFault ? DAMAGED_ADVICE : unavailableAdvice(message(error))}`
        : message(error)
    findings.push(problem(`database: ${text}`))
  }
  return findings
}

export async function doctor(): Promise<void> {
  const findings = await runChecks()
  for (const { state, text } of findings) say`${MARKS[state]} ${text}`
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length
  say`\nProblems: ${count('problem')}, warnings: ${count('warning')}, ok: ${count('ok')}`
  if (count('problem') > 0) process.exitCode = 1
}
