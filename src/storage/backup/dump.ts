import { migrationNames } from '../migrations/list.ts'
import { refuseExisting, STDOUT, writeAtomically, writeToStdout } from './files.ts'
import { type BackupEngine, BackupError, type Snapshot } from './engine.ts'
import { type Footer, FORMAT, type Header, type Line, withFooter } from './format.ts'
import { gameCondition, tablesOfGame } from './game-rows.ts'
import { savedTables, type Table, tablesAt } from './tables.ts'

/** Called often, with the number of rows so far. */
export type OnProgress = (table: string, rows: number) => void

export interface DumpOptions {
  /** Only this game. */
  game_id?: number
  /** Replace a file that exists. */
  force?: boolean
  onProgress?: OnProgress
}

/** The latest applied migration. Undefined: none. Throws if a newer version of Playkeep has applied one that is unknown here. */
export function latestOf(applied: string[]): string | undefined {
  const unknown = applied.find((name) => !migrationNames.includes(name))
  if (unknown) {
    throw new BackupError(
      `The database was updated by a newer version of Playkeep (migration ${unknown}): use that version.`,
    )
  }
  return migrationNames.findLast((name) => applied.includes(name))
}

async function appliedMigrations(snapshot: Snapshot): Promise<string[]> {
  const names: string[] = []
  if (!(await snapshot.tableNames()).includes('migrations')) return names
  for await (const rows of snapshot.rows('select name from migrations'))
    names.push(...rows.map(({ name }) => String(name)))
  return names
}

function selectRows(tables: Table[], { name, columns, key }: Table, game_id: number | undefined) {
  if (game_id === undefined) return `select ${columns.join(', ')} from ${name}`
  // `is_first` marks the game that the first start made. On another server that is another game.
  const picks = columns.map((column) => (column === 'is_first' ? 'null as is_first' : column))
  return `select ${picks.join(', ')} from ${name}
    where ${gameCondition(tables, name, game_id)} order by ${key.join(', ')}`
}

/**
 * Writes the whole database, or one game, into a file or to standard output, as it is at one moment. Nobody who writes meanwhile waits for it.
 * Returns how many rows of each table are in the file.
 */
export async function dump(
  engine: BackupEngine,
  path: string,
  { game_id, force = false, onProgress }: DumpOptions = {},
): Promise<Footer['rows']> {
  refuseExisting(path, force)
  return engine.read(async (snapshot) => {
    const migration = latestOf(await appliedMigrations(snapshot))
    if (!migration)
      throw new BackupError('There is nothing to back up: the database has no tables yet.')
    const all = savedTables(tablesAt(migration))
    const tables = game_id === undefined ? all : tablesOfGame(all)
    const rows: Footer['rows'] = {}
    const last_ids: Footer['last_ids'] = {}

    async function* lines(): AsyncGenerator<string> {
      const header: Header = {
        playkeep: game_id === undefined ? 'backup' : 'game',
        format: FORMAT,
        migration: migration ?? '',
        ...(game_id === undefined ? {} : { game_id }),
      }
      yield `${JSON.stringify(header)}\n`
      let count = 0
      for (const table of tables) {
        rows[table.name] = 0
        for await (const batch of snapshot.rows(selectRows(all, table, game_id))) {
          rows[table.name] = (rows[table.name] ?? 0) + batch.length
          yield batch.map((row) => `${JSON.stringify([table.name, row] satisfies Line)}\n`).join('')
          onProgress?.(table.name, (count += batch.length))
        }
        if (table.name === 'games' && game_id !== undefined && rows.games === 0)
          throw new BackupError(`There is no game ${game_id}: playkeep games lists them.`)
        if (table.key.join() === 'id') last_ids[table.name] = await snapshot.lastId(table)
      }
    }
    const text = withFooter(lines(), () => ({ rows, last_ids }))
    await (path === STDOUT ? writeToStdout(text) : writeAtomically(path, text))
    return rows
  })
}
