import { access, constants, mkdir, readdir, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Config, loadConfig } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { isBackup } from '../jobs/scheduled-backups.ts'
import { openDatabase } from '../storage/open.ts'
import { migrationStatus } from '../storage/migrations/migrate.ts'

interface Finding {
  state: 'good' | 'weak' | 'bad'
  text: string
}

const good = (text: string): Finding => ({ state: 'good', text })
const weak = (text: string): Finding => ({ state: 'weak', text })
const bad = (text: string): Finding => ({ state: 'bad', text })

const MARKS = { good: '✓', weak: '!', bad: '✗' } as const
const LEAST_FREE_BYTES = 1024 ** 3
const MOST_CLOCK_DIFFERENCE_MS = 5000

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

function checkSettings(config: Config): Finding[] {
  const findings: Finding[] = []
  const is_open = !['127.0.0.1', 'localhost', '::1'].includes(config.HOST)
  if (config.RATE_LIMIT === 'off') {
    findings.push(weak('RATE_LIMIT is off: passwords can be guessed without end. Set it to on.'))
  }
  if (is_open) {
    findings.push(
      weak(
        `HOST is ${config.HOST}: tokens and passwords travel unencrypted unless a reverse proxy with TLS stands in front.`,
      ),
    )
  }
  if (is_open && config.TRUST_PROXY === 0) {
    findings.push(
      weak(
        'TRUST_PROXY is 0: behind a proxy, all players seem to share one address. Set it to the number of proxies.',
      ),
    )
  }
  if (config.SYSTEM_KEY && new Set(config.SYSTEM_KEY.split(':')[1]).size < 8) {
    findings.push(
      weak(
        'SYSTEM_KEY is easy to guess: take a random token, such as from `openssl rand -base64 32`.',
      ),
    )
  }
  return findings.length > 0 ? findings : [good('settings')]
}

async function checkBackups({ BACKUP_DIR }: Config): Promise<Finding> {
  if (BACKUP_DIR === '')
    return weak('BACKUP_DIR is not set: the server makes no backups by itself.')
  try {
    await mkdir(BACKUP_DIR, { recursive: true, mode: 0o700 })
    await access(BACKUP_DIR, constants.W_OK)
  } catch (error) {
    return bad(`BACKUP_DIR cannot be written: ${message(error)}`)
  }
  const newest = (await readdir(BACKUP_DIR)).filter(isBackup).sort().at(-1)
  return newest ? good(`backups: the newest is ${newest}`) : weak('backups: none was made yet')
}

async function checkDisk(config: Config): Promise<Finding> {
  if (!config.DATABASE_URL.startsWith('sqlite:'))
    return good('disk: PostgreSQL looks after its own')
  const { bavail, bsize } = await statfs(dirname(config.DATABASE_URL.slice('sqlite:'.length)))
  const gigabytes = ((bavail * bsize) / LEAST_FREE_BYTES).toFixed(1)
  if (bavail * bsize < LEAST_FREE_BYTES)
    return bad(`disk: only ${gigabytes} GiB free. Make room, or writes will fail.`)
  return good(`disk: ${gigabytes} GiB free`)
}

async function checkDatabase(database: Database): Promise<Finding[]> {
  const status = await migrationStatus(database)
  const missing = status.filter(({ applied_at }) => applied_at === null)
  let clock = new Date()
  await database.rawTransaction(async (run) => {
    const [row] = await run('select current_timestamp as now')
    const now = typeof row === 'object' && row && 'now' in row ? row.now : undefined
    clock = now instanceof Date ? now : new Date(`${String(now)}Z`)
  })
  const difference_ms = Math.abs(clock.getTime() - Date.now())
  return [
    good(`database: ${database.engine} answers`),
    missing.length === 0
      ? good(`migrations: all ${status.length} applied`)
      : weak(
          `migrations: ${missing.length} to come. They run at the next start, or now with: playkeep migrate`,
        ),
    difference_ms < MOST_CLOCK_DIFFERENCE_MS
      ? good('clock')
      : bad(
          `clock: differs from the database's by ${Math.round(difference_ms / 1000)} s. Let both machines keep time by NTP.`,
        ),
  ]
}

async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig()
  } catch (error) {
    return message(error).split('\n').map(bad)
  }
  const findings = [good(`Node ${process.versions.node}`), ...checkSettings(config)]
  findings.push(await checkBackups(config))
  try {
    const database = await openDatabase({ url: config.DATABASE_URL, pool_size: 2 })
    try {
      findings.push(...(await checkDatabase(database)), await checkDisk(config))
    } finally {
      await database.close()
    }
  } catch (error) {
    findings.push(bad(`${message(error)} Check DATABASE_URL, and that the database runs.`))
  }
  return findings
}

export async function doctor(): Promise<void> {
  const findings = await examine()
  for (const { state, text } of findings) process.stdout.write(`${MARKS[state]} ${text}\n`)
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length
  process.stdout.write(`\n${count('bad')} wrong, ${count('weak')} weak, ${count('good')} good\n`)
  if (count('bad') > 0) process.exitCode = 1
}
