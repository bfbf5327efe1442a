import { existsSync } from 'node:fs'
import { findWrongRateLimit, parseRateLimits } from './rate-limits.ts'

export interface Setting<T> {
  fallback: T
  meaning: string
  expected: string
  /** Undefined: the text is not a valid value of this setting. */
  parse(text: string): T | undefined
  /** For a long value that holds no secret: its first part that is not valid. */
  findWrongPart?(text: string): string | undefined
}

function wholeNumber(
  fallback: number,
  range: { from: number; to: number },
  meaning: string,
): Setting<number> {
  return {
    fallback,
    meaning,
    expected: `a whole number from ${range.from} to ${range.to}`,
    parse: (text) => {
      const value = Number(text)
      return /^\d+$/.test(text) && value >= range.from && value <= range.to ? value : undefined
    },
  }
}

function oneOf<const T extends string>(
  fallback: NoInfer<T>,
  values: readonly T[],
  meaning: string,
): Setting<T> {
  return {
    fallback,
    meaning,
    expected: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text),
  }
}

function matching(
  fallback: string,
  format: { pattern: RegExp; expected: string },
  meaning: string,
): Setting<string> {
  return {
    fallback,
    meaning,
    expected: format.expected,
    parse: (value) => (format.pattern.test(value) ? value : undefined),
  }
}

const rateLimitCounts = (meaning: string): Setting<string> => ({
  fallback: '',
  meaning,
  expected: 'a list like player_reads=2400,address_mails=0, with names from docs/limits.md',
  parse: (text) => (parseRateLimits(text) ? text : undefined),
  findWrongPart: findWrongRateLimit,
})

/** Every setting, its default and its meaning. `docs/settings.md` is generated from this table. */
export const settings = {
  PORT: wholeNumber(3000, { from: 0, to: 65_535 }, 'The port to listen on. 0 picks a free one.'),
  HOST: matching(
    '127.0.0.1',
    { pattern: /^\S+$/, expected: 'an IP address or a host name' },
    'The address to listen on. `0.0.0.0` means every address of this machine.',
  ),
  DATABASE_URL: matching(
    'sqlite:data/playkeep.db',
    {
      pattern: /^(sqlite:(?!:memory:).+|postgres(ql)?:\/\/.+)$/,
      expected: 'sqlite:PATH or postgres://user:password@host:port/database',
    },
    'The database, which holds all data. A PostgreSQL URL may name several hosts, separated by commas: the one that takes writes is used.',
  ),
  MIGRATE: oneOf(
    'on',
    ['on', 'off'],
    'Whether `serve` and other commands apply pending migrations. With `off` they refuse a database that is not up to date, and `playkeep migrate` is a step of its own.',
  ),
  DATABASE_POOL: wholeNumber(
    12,
    { from: 2, to: 1000 },
    'The number of PostgreSQL connections per process. One is for reads that take long, if there are at least three. Of the rest, half, but at most four, are for other reads, and the others for transactions. If there are at least six in all, one of those for transactions commits several requests together; if there are at least nine, another one is for reads of clients that ask for much ([limits.md](limits.md), “Who goes first”). One more is opened for `/ready`, and another one while someone follows events.',
  ),
  SYSTEM_KEY: matching(
    '',
    {
      pattern: /^([^:\s]+:\S{16,})?$/,
      expected: 'name:token, with a token of at least 16 characters',
    },
    'The system key. It gives access to `/api/v3/test_suite/*` and the admin API, and can act for any user of any game. If unset, nobody has this access.',
  ),
  METRICS_KEY: matching(
    '',
    { pattern: /^(\S{16,})?$/, expected: 'at least 16 characters without spaces' },
    'The key that `/metrics` needs, as `Authorization: Bearer KEY`. If unset, everyone who reaches `/metrics` may read it.',
  ),
  STAFF_SECOND_FACTOR: oneOf(
    'optional',
    ['optional', 'required'],
    'Whether staff need a second factor. With `required`, staff without one can do nothing but set one up, and until they do, their API tokens do not work.',
  ),
  SESSION_DAYS: wholeNumber(
    30,
    { from: 1, to: 3650 },
    'A session ends after this many days without use.',
  ),
  EVENTS_DAYS: wholeNumber(
    7,
    { from: 1, to: 365 },
    'Events are kept for this many days: for so long a client can resume where it was.',
  ),
  RATE_LIMIT: oneOf(
    'on',
    ['on', 'off'],
    'Whether requests are limited per player and per IP address, mails per mailbox and per account, sign-ins are slowed down after repeated wrong passwords, and players who ask for little [go first](limits.md#rate-limits). `RATE_LIMITS` changes single limits. `off` is for load tests and trusted networks.',
  ),
  RATE_LIMITS: rateLimitCounts(
    'Single rate limits that differ from the defaults in [limits.md](limits.md#rate-limits), for the same period. 0 switches one off.',
  ),
  TRUST_PROXY: wholeNumber(
    0,
    { from: 0, to: 10 },
    "The number of reverse proxies in front of the server. This many entries of `X-Forwarded-For` are trusted to find a player's IP address.",
  ),
  WORKERS: wholeNumber(
    1,
    { from: 1, to: 64 },
    'The number of server processes on this machine, which share the port. More than one per CPU core does not help.',
  ),
  GAME_CODE: matching(
    '',
    { pattern: /^[^\0]*$/, expected: 'the path of a folder' },
    "The folder of the studio's own code, which `playkeep init` creates; see [game-code.md](game-code.md). `serve --game FOLDER` sets it too.",
  ),
  DRAIN_SECONDS: wholeNumber(
    0,
    { from: 0, to: 3600 },
    'After a signal to stop, the server works as before for this many seconds, but `/ready` answers 503, so that load balancers send new requests elsewhere. A second signal, at least a second later, ends the wait.',
  ),
  MAX_REQUESTS: wholeNumber(
    2000,
    { from: 2, to: 1_000_000 },
    'The number of requests that one process handles at once. Further ones are answered with 503 and `Retry-After`. Those who ask for much get three quarters of it; up to four times as many of their requests wait.',
  ),
  MAX_STREAMS: wholeNumber(
    5000,
    { from: 1, to: 1_000_000 },
    'The number of streams, sockets and waiting requests for events that one process keeps open, besides `MAX_REQUESTS`. Each needs a connection: see `MAX_CONNECTIONS`.',
  ),
  MAX_CONNECTIONS: wholeNumber(
    10_000,
    { from: 1, to: 1_000_000 },
    'The number of connections that one process keeps open. Further ones are closed immediately.',
  ),
  WEBHOOK_PRIVATE: oneOf(
    'off',
    ['on', 'off'],
    'Whether webhooks may have a URL with `http://`, and one that leads to this machine or to a private network. `on` is for development, and for receivers behind the same firewall.',
  ),
  PUBLIC_URL: matching(
    '',
    { pattern: /^(https?:\/\/\S+)?$/, expected: 'a URL that begins with http:// or https://' },
    'The URL at which players and staff reach this server, for links in mails and in invitations. If unset, `HOST` and `PORT` are used.',
  ),
  SMTP_URL: matching(
    '',
    { pattern: /^(smtps?:\/\/\S+)?$/, expected: 'smtp://user:password@host:port or smtps://…' },
    'The mail server. If unset, mails are written as files into `MAIL_OUTBOX`.',
  ),
  MAIL_FROM: matching(
    'Playkeep <playkeep@localhost>',
    { pattern: /@/, expected: 'an email address, like Game <game@example.com>' },
    'The sender of mails.',
  ),
  MAIL_OUTBOX: matching(
    'data/outbox',
    { pattern: /./, expected: 'a folder' },
    'The folder to which mails are written while `SMTP_URL` is unset.',
  ),
  BACKUP_DIR: matching(
    '',
    { pattern: /^/, expected: 'a folder' },
    'The folder for automatic backups. If unset, the server makes none.',
  ),
  BACKUP_EVERY_HOURS: wholeNumber(
    24,
    { from: 1, to: 8760 },
    'The number of hours between two automatic backups.',
  ),
  BACKUP_KEEP: wholeNumber(
    7,
    { from: 1, to: 10_000 },
    'The number of automatic backups to keep. Older ones are deleted.',
  ),
  MIN_FREE_MB: wholeNumber(
    256,
    { from: 0, to: 1_000_000 },
    "While the disk of the database has less than this many MiB free, writes are answered with 503 and reads go on. It leaves room for the log of the database, and for deleting. PostgreSQL's disk is watched if `POSTGRES_FOLDER` is set. 0 turns this off.",
  ),
  POSTGRES_FOLDER: matching(
    '',
    { pattern: /^[^\0]*$/, expected: 'the path of a folder' },
    'A folder on the disk with the data of PostgreSQL, if it is on this machine, such as `/var/lib/postgresql`: `MIN_FREE_MB` applies to this disk. Nothing in it is read. If unset, writes stop only when PostgreSQL itself says that its disk is full.',
  ),
  LOG_LEVEL: oneOf(
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'The lowest severity that is logged. `silent` logs nothing.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: matching(
    '',
    { pattern: /^(https?:\/\/\S+)?$/, expected: 'a URL that begins with http:// or https://' },
    'The OpenTelemetry collector, such as `http://127.0.0.1:4318`, to which one span per request is sent. If unset, none.',
  ),
} as const

export type Config = {
  [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never
}

export class ConfigProblem extends Error {}

/** Reads every setting and reports all invalid ones at once. An empty value counts as unset. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const read = <T>(name: keyof Config, setting: Setting<T>): T => {
    const text = env[name] || String(setting.fallback)
    const value = setting.parse(text)
    if (value !== undefined) return value
    // The value itself is not shown, because it may be part of a secret.
    const wrong = setting.findWrongPart?.(text)
    const where = wrong === undefined ? '' : `; ${JSON.stringify(wrong.trim())} is not valid`
    problems.push(`${name} must be ${setting.expected}${where}.`)
    return setting.fallback
  }
  const config: Config = {
    PORT: read('PORT', settings.PORT),
    HOST: read('HOST', settings.HOST),
    DATABASE_URL: read('DATABASE_URL', settings.DATABASE_URL),
    MIGRATE: read('MIGRATE', settings.MIGRATE),
    DATABASE_POOL: read('DATABASE_POOL', settings.DATABASE_POOL),
    SYSTEM_KEY: read('SYSTEM_KEY', settings.SYSTEM_KEY),
    METRICS_KEY: read('METRICS_KEY', settings.METRICS_KEY),
    STAFF_SECOND_FACTOR: read('STAFF_SECOND_FACTOR', settings.STAFF_SECOND_FACTOR),
    SESSION_DAYS: read('SESSION_DAYS', settings.SESSION_DAYS),
    EVENTS_DAYS: read('EVENTS_DAYS', settings.EVENTS_DAYS),
    RATE_LIMIT: read('RATE_LIMIT', settings.RATE_LIMIT),
    RATE_LIMITS: read('RATE_LIMITS', settings.RATE_LIMITS),
    TRUST_PROXY: read('TRUST_PROXY', settings.TRUST_PROXY),
    GAME_CODE: read('GAME_CODE', settings.GAME_CODE),
    DRAIN_SECONDS: read('DRAIN_SECONDS', settings.DRAIN_SECONDS),
    MAX_REQUESTS: read('MAX_REQUESTS', settings.MAX_REQUESTS),
    MAX_STREAMS: read('MAX_STREAMS', settings.MAX_STREAMS),
    MAX_CONNECTIONS: read('MAX_CONNECTIONS', settings.MAX_CONNECTIONS),
    WEBHOOK_PRIVATE: read('WEBHOOK_PRIVATE', settings.WEBHOOK_PRIVATE),
    PUBLIC_URL: read('PUBLIC_URL', settings.PUBLIC_URL),
    SMTP_URL: read('SMTP_URL', settings.SMTP_URL),
    MAIL_FROM: read('MAIL_FROM', settings.MAIL_FROM),
    MAIL_OUTBOX: read('MAIL_OUTBOX', settings.MAIL_OUTBOX),
    BACKUP_DIR: read('BACKUP_DIR', settings.BACKUP_DIR),
    BACKUP_EVERY_HOURS: read('BACKUP_EVERY_HOURS', settings.BACKUP_EVERY_HOURS),
    BACKUP_KEEP: read('BACKUP_KEEP', settings.BACKUP_KEEP),
    MIN_FREE_MB: read('MIN_FREE_MB', settings.MIN_FREE_MB),
    POSTGRES_FOLDER: read('POSTGRES_FOLDER', settings.POSTGRES_FOLDER),
    LOG_LEVEL: read('LOG_LEVEL', settings.LOG_LEVEL),
    WORKERS: read('WORKERS', settings.WORKERS),
    OTEL_EXPORTER_OTLP_ENDPOINT: read(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    ),
  }
  if (problems.length > 0) throw new ConfigProblem(problems.join('\n'))
  return config
}

/** Environment variables take precedence over the `.env` file of the working folder. */
export function loadConfig(given: Partial<Record<keyof Config, string>> = {}): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig({ ...process.env, ...given })
}

/** The environment of a child process that uses the same database. */
export const childEnvironment = ({ DATABASE_URL }: Config) => ({ ...process.env, DATABASE_URL })
