import { createHash } from 'node:crypto'
import { MAX_LINE_CHARACTERS, readLines, type Unpacking } from './files.ts'
import { BackupError, type Row } from './engine.ts'

/** The first line of a file. */
export interface Header {
  playkeep: 'backup' | 'game'
  format: number
  /** The latest migration of the database that the rows come from. */
  migration: string
  game_id?: number
}

/** The last line of a file. */
export interface Footer {
  rows: Record<string, number>
  /** The highest id that each table has ever given, even to a row that is gone. */
  last_ids: Record<string, number>
  /** Of everything before this line. */
  sha256: string
}

/** Every line between them: a table and a row. */
export type Line = [table: string, row: Row]

export const FORMAT = 1

/** Adds the last line, which says what a reader must have found before it. */
export async function* withFooter(
  lines: AsyncIterable<string>,
  counts: () => Omit<Footer, 'sha256'>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const text of lines) {
    hash.update(text)
    yield text
  }
  yield `${JSON.stringify({ ...counts(), sha256: hash.digest('hex') } satisfies Footer)}\n`
}

const notOurs = (path: string) =>
  new BackupError(`${path} is not a backup or an export that Playkeep made.`)

function parse(path: string, line: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line ?? '')
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {}
  throw notOurs(path)
}

/** Undefined: it is not an object of numbers. */
function asCounts(value: unknown): Record<string, number> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const are_counts = Object.values(value).every(
    (count) => Number.isSafeInteger(count) && count >= 0,
  )
  return are_counts ? (value as Record<string, number>) : undefined
}

function asHeader(path: string, { playkeep, format, migration, game_id }: Record<string, unknown>) {
  const is_game = playkeep === 'game' && Number.isSafeInteger(game_id) && Number(game_id) > 0
  const is_known = is_game || (playkeep === 'backup' && game_id === undefined)
  if (!is_known || typeof migration !== 'string') throw notOurs(path)
  if (format !== FORMAT)
    throw new BackupError(
      `${path} has format ${JSON.stringify(format)}: use the version of Playkeep that made it.`,
    )
  return { playkeep, format, migration, ...(is_game ? { game_id } : {}) } as Header
}

export interface BackupFile {
  path: string
  header: Header
  footer: Footer
  /** The number of the footer's line. */
  last_line: number
  unpacking: Unpacking | undefined
}

/** Reads the whole file once and checks that it is complete, before anything is done with it. */
export async function verifyFile(path: string, unpacking?: Unpacking): Promise<BackupFile> {
  const hash = createHash('sha256')
  let header: Header | undefined
  let last: string | undefined
  let last_line = 0
  const reading = { max_line: MAX_LINE_CHARACTERS.game, unpacking }
  for await (const lines of readLines(path, reading)) {
    header ??= asHeader(path, parse(path, lines[0]))
    reading.max_line = MAX_LINE_CHARACTERS[header.playkeep]
    last_line += lines.length
    if (last !== undefined) hash.update(`${last}\n`)
    last = lines.pop()
    if (lines.length > 0) hash.update(`${lines.join('\n')}\n`)
  }
  const { rows, last_ids, sha256 } = parse(path, last)
  const [row_counts, id_counts] = [asCounts(rows), asCounts(last_ids)]
  if (!header || !row_counts || !id_counts || sha256 !== hash.digest('hex')) {
    throw new BackupError(
      `${path} is damaged or incomplete: its checksum does not match. Nothing was changed. Use another file.`,
    )
  }
  const footer = { rows: row_counts, last_ids: id_counts, sha256 }
  return { path, header, footer, last_line, unpacking }
}

/** Line numbers start with 1, for the header. */
interface NumberedLine {
  number: number
  table: unknown
  row: unknown
}

export const badLine = (path: string, number: number, problem: string) =>
  new BackupError(`${path}, line ${number}: ${problem}. Nothing was changed.`)

function parseLine(path: string, number: number, text: string): NumberedLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {}
  if (!Array.isArray(value) || value.length !== 2)
    throw badLine(path, number, 'this is not a table and a row')
  return { number, table: value[0], row: value[1] }
}

/** The rows of a verified file, in batches. Throws at the end when it is not the same file as it was then. */
export async function* readRows({
  path,
  header,
  footer,
  last_line,
  unpacking,
}: BackupFile): AsyncGenerator<NumberedLine[]> {
  const hash = createHash('sha256')
  const max_line = MAX_LINE_CHARACTERS[header.playkeep]
  let number = 0
  for await (const lines of readLines(path, { max_line, unpacking })) {
    const rows: NumberedLine[] = []
    for (const line of lines) {
      number++
      if (number >= last_line) continue
      hash.update(`${line}\n`)
      if (number > 1) rows.push(parseLine(path, number, line))
    }
    if (rows.length > 0) yield rows
  }
  if (number !== last_line || hash.digest('hex') !== footer.sha256)
    throw new BackupError(
      `${path} was changed while it was read. Nothing was changed in the database.`,
    )
}
