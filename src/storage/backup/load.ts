import { latestMigration, migrationNames } from '../migrations/list.ts'
import { migrateTo } from '../migrations/migrate.ts'
import { dialects } from '../dialect.ts'
import {
  type Copier,
  CopyProblem,
  type Filling,
  type Row,
  ROWS_AT_ONCE,
  RowRefused,
} from './copier.ts'
import { levelOf, type OnProgress } from './dump.ts'
import { type Ending, type Heading, inspect, readRows } from './format.ts'
import { rowsOfGame, tablesOfGame } from './game-rows.ts'
import { type Table, tablesAt } from './tables.ts'

/** Ours that are there, those that refer to others first. */
async function presentTables(filling: Filling): Promise<string[]> {
  const names = new Set(await filling.tableNames())
  const ours = tablesAt(latestMigration).map(({ name }) => name)
  return [...ours.toReversed(), 'migrations'].filter((name) => names.has(name))
}

async function isEmpty(filling: Filling): Promise<boolean> {
  for (const name of await presentTables(filling)) {
    if (name === 'migrations') continue
    if ((await filling.run(`select 1 from ${name} limit 1`)).length > 0) return false
  }
  return true
}

const levelIn = (filling: Filling) =>
  levelOf(filling, async () =>
    ((await filling.run('select name from migrations')) as { name: string }[]).map(
      ({ name }) => name,
    ),
  )

/** Another program's tables may be named as ours, and would be lost when ours are made anew. */
async function refuseStrangers(filling: Filling): Promise<void> {
  const [ours, names] = [await presentTables(filling), await filling.tableNames()]
  const strangers = names.filter((name) => !ours.includes(name))
  if (!names.includes('migrations')) strangers.push(...ours)
  if (strangers.length > 0)
    throw new CopyProblem(
      `The database has tables that are not Playkeep's, such as ${strangers[0]}: use a new one. Nothing was changed.`,
    )
  await levelIn(filling)
}

/** Whether the tables can be made anew. Nobody fills them meanwhile, such as a server that makes its first game. */
async function claimIfEmpty(filling: Filling): Promise<boolean> {
  if (!(await isEmpty(filling))) return false
  await refuseStrangers(filling)
  await filling.lock(await presentTables(filling))
  return isEmpty(filling)
}

/** Tables without a row are made anew, as they were when the copy was made. */
async function makeTables(copier: Copier, filling: Filling, level: string): Promise<void> {
  for (const name of await presentTables(filling)) await filling.run(`drop table ${name}`)
  await migrateTo(level, copier.engine, filling.run)
}

/** Returns how many rows of each table went in. */
async function fill(path: string, tables: Table[], filling: Filling, onProgress?: OnProgress) {
  const counts: Ending['rows'] = {}
  let count = 0
  let table: Table | undefined
  let waiting: Row[] = []
  const insert = async () => {
    if (!table || waiting.length === 0) return
    await filling.insert(table, waiting)
    counts[table.name] = (counts[table.name] ?? 0) + waiting.length
    onProgress?.(table.name, (count += waiting.length))
    waiting = []
  }
  for await (const lines of readRows(path)) {
    for (const [name, row] of lines) {
      if (name !== table?.name || waiting.length === ROWS_AT_ONCE) {
        await insert()
        table = tables.find((one) => one.name === name)
        if (!table) throw new CopyProblem(`${path} has rows of ${name}, which do not belong there.`)
      }
      waiting.push(row)
    }
  }
  await insert()
  return counts
}

/** As many rows as the file promised went in and are there; of an import, all of them the game's own. */
async function checkCounts(
  filling: Filling,
  tables: Table[],
  { heading, ending }: Copy,
  filled: Ending['rows'],
) {
  for (const { name } of tables) {
    const { game_id } = heading
    const where = game_id === undefined ? '' : `where ${rowsOfGame(tables, name, game_id)}`
    const [found] = (await filling.run(`select count(*) as rows from ${name} ${where}`)) as {
      rows: number
    }[]
    const promised = ending.rows[name] ?? 0
    if (found?.rows !== promised || (filled[name] ?? 0) !== promised) {
      throw new CopyProblem(
        `Of ${name} there would be ${found?.rows} rows, ${filled[name] ?? 0} of them new, and the file promises ${promised}. Nothing was changed.`,
      )
    }
  }
}

interface Copy {
  heading: Heading
  ending: Ending
}

function refuseNewer(path: string, { migration }: Heading): void {
  if (migrationNames.includes(migration)) return
  throw new CopyProblem(
    `${path} was made by a newer version of Playkeep (${migration}): use that version, or a newer one.`,
  )
}

/** Beside other games a game goes in only as the tables are today. */
async function refuseOtherLevel(path: string, { migration }: Heading, filling: Filling) {
  const level = await levelIn(filling)
  if (level === migration) return
  throw new CopyProblem(
    `${path} is of ${migration}, and the database of ${level}: bring both to the same version of Playkeep, or import into an empty database.`,
  )
}

interface LoadOptions {
  kind: Heading['playkeep']
  onProgress?: OnProgress | undefined
}

const WRONG_KIND = {
  backup: 'is the export of one game: use playkeep import.',
  game: 'is a backup of a whole database: use playkeep restore.',
}

/**
 * Puts the rows of a file into the database, all or none of them. A backup needs an empty one; the export of a game
 * goes beside other games where its ids are free. An empty database gets the tables as they were when the file was
 * made, and is then brought up to date. Returns how many rows of each table came in.
 */
export async function load(
  copier: Copier,
  path: string,
  { kind, onProgress }: LoadOptions,
): Promise<Ending['rows']> {
  const copy = await inspect(path)
  const { heading, ending } = copy
  if (heading.playkeep !== kind) throw new CopyProblem(`${path} ${WRONG_KIND[kind]}`)
  refuseNewer(path, heading)
  const all = tablesAt(heading.migration)
  const tables = kind === 'game' ? tablesOfGame(all) : all

  await copier.write(async (filling) => {
    await filling.run(dialects[copier.engine].migrationLock)
    if (await claimIfEmpty(filling)) await makeTables(copier, filling, heading.migration)
    else if (kind === 'game') await refuseOtherLevel(path, heading, filling)
    else
      throw new CopyProblem(
        'The database is not empty: restore into a new one. Nothing was changed.',
      )

    // First of all, so that a server that runs meanwhile gives none of these ids to somebody else.
    for (const table of tables) {
      const last_id = ending.last_ids[table.name]
      if (last_id) await filling.reserveIds(table, last_id)
    }
    const filled = await fill(path, tables, filling, onProgress).catch((error: unknown) => {
      if (!(error instanceof RowRefused && error.is_taken)) throw error
      throw new CopyProblem(
        `The database has rows with the same ids: import into an empty database of its own. Nothing was changed. (${error.message})`,
      )
    })
    await checkCounts(filling, tables, copy, filled)
    await migrateTo(latestMigration, copier.engine, filling.run)
  })
  return ending.rows
}
