import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { startPostgres as startEmbedded } from '../test/support/postgres.ts'
import { tokenOf } from './players.ts'
import { cpuSecondsOf } from './programs.ts'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** Access to a database that no server is using, for seeding. SQL may call the function `token_hash(user_id)`. */
export interface DirectDatabase {
  run(sql: string): Promise<void>
  numbers(sql: string): Promise<number[]>
  tables(): Promise<Set<string>>
  /** Prepares the database for a server: sequences, statistics and a checkpoint. */
  tidyUp(): Promise<void>
  close(): Promise<void>
}

export interface BenchDatabase {
  url: string
  /** CPU time of the database's own processes so far. Undefined: it has none, or the system does not report it. */
  cpuSeconds(): number | undefined
  remove(): Promise<void>
}

const tokenHash = (user_id: number) => hash('sha256', tokenOf(user_id), 'base64url')

function openSqliteDirectly(path: string): DirectDatabase {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  db.exec('pragma synchronous = off; pragma cache_size = -500000; pragma temp_store = memory')
  db.function('token_hash', (user_id) => tokenHash(Number(user_id)))
  const all = (sql: string) => db.prepare(sql).all()
  return {
    run: async (sql) => db.exec(sql),
    numbers: async (sql) => all(sql).map((row) => Number(Object.values(row)[0])),
    tables: async () =>
      new Set(
        all("select name from sqlite_master where type = 'table'").map(({ name }) => String(name)),
      ),
    tidyUp: async () => db.exec('pragma wal_checkpoint(truncate)'),
    close: async () => db.close(),
  }
}

async function createSqlite(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-bench-'))
  const path = join(folder, 'playkeep.db')
  return {
    url: `sqlite:${path}`,
    cpuSeconds: () => undefined,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The same as `tokenHash`, as a function in PostgreSQL. */
const TOKEN_HASH = `create or replace function token_hash(user_id bigint) returns text language sql as $$
  select translate(encode(sha256(convert_to('bench-' || lpad(user_id::text, 37, '0'), 'UTF8')), 'base64'), '+/=', '-_')
$$`

async function openPostgresDirectly(url: string): Promise<DirectDatabase> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(TOKEN_HASH)
  // Without triggers PostgreSQL does not check every foreign key; the seeded rows are known to be consistent.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
  const query = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
  return {
    run: async (sql) => void (await client.query(sql)),
    numbers: async (sql) => (await query(sql)).map((row) => Number(Object.values(row)[0])),
    tables: async () => {
      const rows = await query(
        "select tablename as name from pg_tables where schemaname = 'public'",
      )
      return new Set(rows.map(({ name }) => String(name)))
    },
    tidyUp: async () => {
      const ids = await query(`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'id'`)
      for (const { name } of ids) {
        const sequence = `pg_get_serial_sequence('${String(name)}', 'id')`
        await client.query(
          `select setval(${sequence}, coalesce(max(id), 0) + 1) from ${String(name)}`,
        )
      }
      await client.query('drop function token_hash')
      await client.query('vacuum analyze')
      await client.query('checkpoint')
    },
    close: () => client.end(),
  }
}

export const openDirectly = async (url: string): Promise<DirectDatabase> =>
  url.startsWith('sqlite:')
    ? openSqliteDirectly(url.slice('sqlite:'.length))
    : openPostgresDirectly(url)

/** A quarter of the memory, as docs/self-hosting.md says. PostgreSQL's default is 128 MB, which a million players do not fit into. */
const SHARED_BUFFERS_MB = Math.floor(totalmem() / 4 / 2 ** 20)

/** A PostgreSQL server with default settings but this one. */
export async function startPostgres() {
  const postgres = await startEmbedded({ shared_buffers: `${SHARED_BUFFERS_MB}MB` })
  return {
    async createDatabase(name: string): Promise<string> {
      const client = new pg.Client(`${postgres.url}/postgres`)
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return `${postgres.url}/${name}`
    },
    cpuSeconds() {
      const pid = postgres.pid()
      return pid === undefined ? undefined : cpuSecondsOf(pid)
    },
    stop: () => postgres.stop(),
  }
}

async function createPostgres(): Promise<BenchDatabase> {
  const postgres = await startPostgres()
  const url = await postgres.createDatabase('playkeep')
  return { url, cpuSeconds: () => postgres.cpuSeconds(), remove: () => postgres.stop() }
}

export const createDatabase = (engine: Engine): Promise<BenchDatabase> =>
  engine === 'sqlite' ? createSqlite() : createPostgres()
