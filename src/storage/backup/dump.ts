import { migrationNames } from '../migrations/list.ts'
import { type Copier, CopyProblem, type Snapshot } from './copier.ts'
import { type Ending, FORMAT, type Heading, type Line, sealed } from './format.ts'
import { rowsOfGame, tablesOfGame } from './game-rows.ts'
import { type Table, tablesAt } from './tables.ts'
import { refuseExisting, writeWhole } from './whole-file.ts'

/** Called with the rows so far, often. */
export type OnProgress = (table: string, rows: number) => void

export interface DumpOptions {
  /** Only this game. */
  game_id?: number
  /** Takes the place of a file that is there. */
  force?: boolean
  onProgress?: OnProgress
}

/** The last migration that the database has seen. */
export async function levelOf(
  snapshot: Pick<Snapshot, 'tableNames'>,
  names: () => Promise<string[]>,
) {
  if (!(await snapshot.tableNames()).includes('migrations')) return undefined
  const applied = await names()
  const unknown = applied.find((name) => !migrationNames.includes(name))
  if (unknown) {
    throw new CopyProblem(
      `A newer version of Playkeep brought the database to ${unknown}: use that version.`,
    )
  }
  return migrationNames.findLast((name) => applied.includes(name))
}

async function appliedIn(snapshot: Snapshot): Promise<string[]> {
  const names: string[] = []
  for await (const rows of snapshot.rows('select name from migrations'))
    names.push(...rows.map(({ name }) => String(name)))
  return names
}

function selection(tables: Table[], { name, columns, key }: Table, game_id: number | undefined) {
  if (game_id === undefined) return `select ${columns.join(', ')} from ${name}`
  // A game that is brought elsewhere is not the one that a first start made there.
  const picks = columns.map((column) => (column === 'is_first' ? 'null as is_first' : column))
  return `select ${picks.join(', ')} from ${name}
    where ${rowsOfGame(tables, name, game_id)} order by ${key.join(', ')}`
}

/**
 * Copies the whole database, or one game, into a file, as it is at one moment. Nobody who writes meanwhile waits for
 * it. Returns how many rows of each table are in the file.
 */
export async function dump(
  copier: Copier,
  path: string,
  { game_id, force = false, onProgress }: DumpOptions = {},
): Promise<Ending['rows']> {
  refuseExisting(path, force)
  return copier.read(async (snapshot) => {
    const migration = await levelOf(snapshot, () => appliedIn(snapshot))
    if (!migration)
      throw new CopyProblem('There is nothing to copy: the database has no tables yet.')
    const all = tablesAt(migration)
    const tables = game_id === undefined ? all : tablesOfGame(all)
    const rows: Ending['rows'] = {}
    const last_ids: Ending['last_ids'] = {}

    async function* lines(): AsyncGenerator<string> {
      const heading: Heading = {
        playkeep: game_id === undefined ? 'backup' : 'game',
        format: FORMAT,
        migration: migration ?? '',
        ...(game_id === undefined ? {} : { game_id }),
      }
      yield `${JSON.stringify(heading)}\n`
      let count = 0
      for (const table of tables) {
        rows[table.name] = 0
        for await (const part of snapshot.rows(selection(all, table, game_id))) {
          rows[table.name] = (rows[table.name] ?? 0) + part.length
          yield part.map((row) => `${JSON.stringify([table.name, row] satisfies Line)}\n`).join('')
          onProgress?.(table.name, (count += part.length))
        }
        if (table.name === 'games' && game_id !== undefined && rows.games === 0)
          throw new CopyProblem(`There is no game ${game_id}: playkeep games lists them.`)
        if (table.key.join() === 'id') last_ids[table.name] = await snapshot.lastId(table)
      }
    }
    await writeWhole(
      path,
      sealed(lines(), () => ({ rows, last_ids })),
    )
    return rows
  })
}
