import { dialects } from '../dialect.ts'
import { latestMigration, migrationNames } from '../migrations/list.ts'
import { migrateTo } from '../migrations/migrate.ts'
import {
  BATCH_ROWS,
  type BackupEngine,
  BackupError,
  type RestoreTransaction,
  type Row,
  RowRejected,
  type SetAside,
} from './engine.ts'
import { latestOf, type OnProgress } from './dump.ts'
import {
  type BackupFile,
  badLine,
  type Footer,
  type Header,
  readRows,
  verifyFile,
} from './format.ts'
import { countProblem } from './check-counts.ts'
import { GameCheck } from './check-game.ts'
import type { Unpacking } from './files.ts'
import { gameCondition, tablesOfGame } from './game-rows.ts'
import { shapeProblem } from './row-checks.ts'
import { savedTables, type Table, tablesAt } from './tables.ts'

/** Those of our tables that exist, those that refer to others first. */
async function existingTables(tx: RestoreTransaction): Promise<string[]> {
  const names = new Set(await tx.tableNames())
  const ours = tablesAt(latestMigration).map(({ name }) => name)
  return [...ours.toReversed(), 'migrations'].filter((name) => names.has(name))
}

/** A database that was only migrated is empty: it has the names of the migrations, and of the log of events. */
async function isEmpty(tx: RestoreTransaction): Promise<boolean> {
  const names = new Set(await existingTables(tx))
  for (const { name } of savedTables(tablesAt(latestMigration))) {
    if (!names.has(name)) continue
    if ((await tx.run(`select 1 from ${name} limit 1`)).length > 0) return false
  }
  return true
}

async function migrationOf(tx: RestoreTransaction): Promise<string | undefined> {
  if (!(await tx.tableNames()).includes('migrations')) return undefined
  const rows = (await tx.run('select name from migrations')) as { name: string }[]
  return latestOf(rows.map(({ name }) => name))
}

/** Another program's tables may have the names of ours, and would be lost when ours are created again. */
async function refuseForeignTables(tx: RestoreTransaction): Promise<void> {
  const [ours, names] = [await existingTables(tx), await tx.tableNames()]
  const foreign = names.filter((name) => !ours.includes(name))
  if (!names.includes('migrations')) foreign.push(...ours)
  if (foreign.length > 0)
    throw new BackupError(
      `The database has tables that are not Playkeep's, such as ${foreign[0]}: use a new one. Nothing was changed.`,
    )
  // Throws if a newer version created these tables.
  await migrationOf(tx)
}

/**
 * Returns whether the database is empty. If so, its tables are locked until the transaction ends, so that no server can
 * add rows, such as its first game.
 */
async function lockIfEmpty(tx: RestoreTransaction): Promise<boolean> {
  if (!(await isEmpty(tx))) return false
  await refuseForeignTables(tx)
  await tx.lock(await existingTables(tx))
  return isEmpty(tx)
}

/** Empty tables are created again, as they were when the file was made. */
async function recreateTables(
  engine: BackupEngine,
  tx: RestoreTransaction,
  migration: string,
): Promise<void> {
  for (const name of await existingTables(tx)) await tx.run(`drop table ${name}`)
  await migrateTo(migration, engine.name, tx.run)
}

/** The rows of a file with their tables. Throws where a row does not have the columns of its table. */
async function* checkedRows(file: BackupFile, tables: Table[]) {
  const by_name = new Map(tables.map((table) => [table.name, table]))
  for await (const lines of readRows(file)) {
    yield lines.map(({ number, table: name, row }) => {
      const table = typeof name === 'string' ? by_name.get(name) : undefined
      if (!table) {
        const shown = typeof name === 'string' ? name.slice(0, 60) : 'something'
        throw badLine(file.path, number, `rows of ${shown} do not belong there`)
      }
      const problem = shapeProblem(table, row)
      if (problem) throw badLine(file.path, number, `the row of ${table.name} ${problem}`)
      return { number, table, row: row as Row }
    })
  }
}

/** Reads all rows of an export, before any of them is inserted. */
async function checkGame(
  file: BackupFile,
  tables: Table[],
  longest: Record<string, number>,
): Promise<GameCheck> {
  const fail = (line: number, problem: string) => badLine(file.path, line, problem)
  const check = new GameCheck(file.header, tables, { longest, fail })
  for await (const rows of checkedRows(file, tables))
    for (const { table, row, number } of rows) check.add(table, row, number)
  check.finish(file.last_line, file.footer)
  return check
}

interface Insertion {
  prepare: (table: Table, row: Row) => Row
  onProgress?: OnProgress | undefined
}

/** Returns how many rows of each table were inserted. */
async function insertRows(
  file: BackupFile,
  tables: Table[],
  tx: RestoreTransaction,
  { prepare, onProgress }: Insertion,
) {
  const counts: Footer['rows'] = {}
  let count = 0
  let table: Table | undefined
  let batch: Row[] = []
  let first_line = 0
  const insertBatch = async () => {
    if (!table || batch.length === 0) return
    await tx.insert(table, batch).catch((error: unknown) => {
      if (!(error instanceof RowRejected) || error.is_duplicate) throw error
      const lines = batch.length > 1 ? ` (or one of the ${batch.length - 1} lines after it)` : ''
      throw badLine(file.path, first_line, `${error.message}${lines}`)
    })
    counts[table.name] = (counts[table.name] ?? 0) + batch.length
    onProgress?.(table.name, (count += batch.length))
    batch = []
  }
  for await (const lines of checkedRows(file, tables)) {
    for (const { number, table: next, row } of lines) {
      if (next !== table || batch.length === BATCH_ROWS) {
        await insertBatch()
        table = next
        first_line = number
      }
      batch.push(prepare(next, row))
    }
  }
  await insertBatch()
  return counts
}

/** Checks that all rows which the footer counts were inserted and are there; after an import, that all belong to the game. */
async function checkCounts(
  tx: RestoreTransaction,
  tables: Table[],
  { header, footer }: BackupFile,
  inserted: Footer['rows'],
) {
  for (const { name } of tables) {
    const { game_id } = header
    const where = game_id === undefined ? '' : `where ${gameCondition(tables, name, game_id)}`
    const [found] = (await tx.run(`select count(*) as rows from ${name} ${where}`)) as {
      rows: number
    }[]
    const expected = footer.rows[name] ?? 0
    if (found?.rows !== expected || (inserted[name] ?? 0) !== expected) {
      throw new BackupError(
        `The file should contain ${expected} rows of ${name}, but ${inserted[name] ?? 0} were inserted, and the table would then have ${found?.rows}. Nothing was changed.`,
      )
    }
  }
}

function refuseNewer(path: string, { migration }: Header): void {
  if (migrationNames.includes(migration)) return
  throw new BackupError(
    `${path} was made by a newer version of Playkeep (${migration}): use that version, or a newer one.`,
  )
}

/** Beside other games, a game can only be imported into tables like those that it comes from. */
async function refuseOtherMigration(path: string, { migration }: Header, tx: RestoreTransaction) {
  const own = await migrationOf(tx)
  if (own === migration) return
  throw new BackupError(
    `${path} was exported at migration ${migration}, but the database is at ${own}: update both servers to the same version of Playkeep and export again, or import into an empty database.`,
  )
}

/** The copy may be for a trial, while the receivers of the webhooks are real. */
const pauseWebhooks = ({ run }: RestoreTransaction) =>
  run(`update webhooks set paused_at = ${Date.now()}, pause_reason = 'restored', failing_since = null
        where paused_at is null`)

interface RestoreOptions {
  kind: Header['playkeep']
  /** For an import: the longest texts, in bytes, by table and column such as `users.username`. */
  longest?: Record<string, number>
  unpacking?: Unpacking
  onProgress?: OnProgress | undefined
  /** Called with the id of an imported game, once it is there. */
  onGame?: (game_id: number) => void
}

const WRONG_KIND = {
  backup: 'is the export of one game: use playkeep import.',
  game: 'is a backup of a whole database: use playkeep restore.',
}

/**
 * Puts the rows of a file into the database, all or none of them. A backup needs an empty one; the export of a game
 * can go beside other games if its ids are free. An empty database gets the tables as they were when the file was made,
 * and is then migrated to today's. The webhooks of a backup are paused. Returns how many rows of each table were inserted.
 */
export async function restore(
  engine: BackupEngine,
  path: string,
  { kind, longest = {}, unpacking, onProgress, onGame }: RestoreOptions,
): Promise<Footer['rows']> {
  const file = await verifyFile(path, unpacking)
  const { header, footer } = file
  if (header.playkeep !== kind) throw new BackupError(`${path} ${WRONG_KIND[kind]}`)
  refuseNewer(path, header)
  const all = savedTables(tablesAt(header.migration))
  const tables = kind === 'game' ? tablesOfGame(all) : all
  const game = kind === 'game' ? await checkGame(file, tables, longest) : undefined

  await engine.write(async (tx) => {
    await tx.run(dialects[engine.name].migrationLock)
    let aside: SetAside[] = []
    if (await lockIfEmpty(tx)) {
      await recreateTables(engine, tx, header.migration)
      aside = (await tx.setAside?.(all)) ?? []
    } else if (game) {
      await refuseOtherMigration(path, header, tx)
      game.refuseHighIds(file.last_line, footer)
    } else
      throw new BackupError(
        'The database is not empty: restore into a new one. Nothing was changed.',
      )

    // Before anything else, so that a server that runs meanwhile gives none of these ids to a row of its own.
    for (const table of tables) {
      const last_id = footer.last_ids[table.name]
      if (last_id && table.key.join() === 'id') await tx.reserveIds(table, last_id)
    }
    const prepare = (table: Table, row: Row) => game?.withoutForeignIds(table, row) ?? row
    const inserted = await insertRows(file, tables, tx, { prepare, onProgress }).catch(
      (error: unknown) => {
        if (!(error instanceof RowRejected && error.is_duplicate)) throw error
        throw new BackupError(
          `The database has rows with the same ids: import into an empty database of its own. Nothing was changed. (${error.message})`,
        )
      },
    )
    for (const one of aside) {
      onProgress?.(`the indexes of ${one.table}`, inserted[one.table] ?? 0)
      await one.putBack()
    }
    await checkCounts(tx, tables, file, inserted)
    await migrateTo(latestMigration, engine.name, tx.run)
    if (kind === 'backup') await pauseWebhooks(tx)
    const problem = header.game_id && (await countProblem(tx, header.game_id))
    if (problem) throw badLine(path, file.last_line, problem)
  })
  if (header.game_id !== undefined) onGame?.(header.game_id)
  return footer.rows
}
