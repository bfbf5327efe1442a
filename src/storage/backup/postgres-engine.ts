import pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'
import { toDatabaseError } from '../postgres/errors.ts'
import { types } from '../postgres/connection-options.ts'
import { refuseReadOnly, splitHosts } from '../postgres/hosts.ts'
import {
  BATCH_ROWS,
  type BackupEngine,
  type RestoreTransaction,
  type Row,
  RowRejected,
} from './engine.ts'
import type { Table } from './tables.ts'

const TABLES = `select table_name as name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE'`

const codeOf = (error: unknown) =>
  error instanceof pg.DatabaseError ? (error.code ?? '') : undefined

async function namesIn(client: pg.Client): Promise<string[]> {
  return ((await client.query(TABLES)).rows as { name: string }[]).map(({ name }) => name)
}

/** Foreign keys come last, because they are checked with the indexes. */
const INDEXES_AND_REFERENCES = `
  select relname as table_name, 'drop index ' || indexrelid::regclass as drop,
         pg_get_indexdef(indexrelid) as create
    from pg_index join pg_class on pg_class.oid = indrelid
   where relnamespace = current_schema()::regnamespace and relname = any($1) and not indisunique
  union all
  select relname, 'alter table ' || relname || ' drop constraint ' || conname,
         'alter table ' || relname || ' add constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint join pg_class on pg_class.oid = conrelid
   where relnamespace = current_schema()::regnamespace and relname = any($1) and contype = 'f'`

/** An expression that gives the name of the sequence behind a table's ids. */
const sequenceOf = (table: Table) => `pg_get_serial_sequence('${table.name}', 'id')`

async function* rowsOf(client: pg.Client, sql: string): AsyncGenerator<Row[]> {
  await client.query(`declare copied no scroll cursor for ${sql}`)
  for (;;) {
    const { rows } = await client.query(`fetch ${BATCH_ROWS} from copied`)
    if (rows.length === 0) break
    yield rows as Row[]
  }
  await client.query('close copied')
}

async function lastId(client: pg.Client, table: Table): Promise<number> {
  const found = await client.query(`select ${sequenceOf(table)} as name`)
  const [sequence] = found.rows as { name: string }[]
  const { rows } = await client.query(
    `select case when is_called then last_value else 0 end as id from ${sequence?.name}`,
  )
  return (rows as { id: number }[])[0]?.id ?? 0
}

/** A wrong value, a violated constraint, or a value too long for an index. Any other error stays as it is. */
function rejected(table: string, error: unknown): unknown {
  const code = codeOf(error)
  return code && /^(2[23]|54)/.test(code) ? new RowRejected(table, code === '23505', error) : error
}

function restoreTransaction(client: pg.Client): RestoreTransaction {
  return {
    tableNames: () => namesIn(client),
    run: async (sql) => (await client.query(sql)).rows as unknown[],
    async lock(names) {
      if (names.length > 0) await client.query(`lock table ${names.join(', ')}`)
    },
    async insert({ name, columns }, rows) {
      const list = columns.join(', ')
      try {
        await client.query({
          name: `fill_${name}`,
          text: `insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1)`,
          values: [JSON.stringify(rows)],
        })
      } catch (error) {
        throw rejected(name, error)
      }
    },
    async setAside(tables) {
      const { rows } = await client.query<Record<'table_name' | 'drop' | 'create', string>>(
        INDEXES_AND_REFERENCES,
        [tables.map(({ name }) => name)],
      )
      for (const { drop } of rows) await client.query(drop)
      return rows.map(({ table_name, create }) => ({
        table: table_name,
        async putBack() {
          await client.query(create).catch((error: unknown) => {
            throw rejected(table_name, error)
          })
        },
      }))
    },
    async reserveIds(table, last_id) {
      if (last_id <= (await lastId(client, table))) return
      await client.query(`select setval(${sequenceOf(table)}, ${last_id})`)
    },
  }
}

/** A connection to the host that takes writes, if the URL names several. */
async function connect(url: string): Promise<pg.Client> {
  let failure: unknown
  for (const host_url of splitHosts(url)) {
    const client = new pg.Client({
      connectionString: host_url,
      types,
      application_name: 'playkeep backup',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    // The next query reports that the connection was cut; without a listener the error would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      if (host_url !== url) await refuseStandby(client)
      return client
    } catch (error) {
      failure = error
      await client.end().catch(() => {})
    }
  }
  throw new DatabaseUnavailable(failure)
}

async function refuseStandby(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
  )
  refuseReadOnly(rows[0]?.read_only)
}

const WITHOUT_LIMITS =
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0'

async function inTransaction<T>(
  url: string,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
) {
  const client = await connect(url)
  try {
    await client.query(`${begin}; ${WITHOUT_LIMITS}`)
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    throw toDatabaseError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

export function postgresBackupEngine(url: string): BackupEngine {
  return {
    name: 'postgres',
    read: (work) =>
      inTransaction(url, 'begin isolation level repeatable read read only', (client) =>
        work({
          tableNames: () => namesIn(client),
          rows: (sql) => rowsOf(client, sql),
          lastId: (table) => lastId(client, table),
        }),
      ),
    write: (work) => inTransaction(url, 'begin', (client) => work(restoreTransaction(client))),
  }
}
