import { createHash } from 'node:crypto'
import { readLines } from './files.ts'
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

function parse(path: string, line: string | undefined): Partial<Header & Footer> {
  try {
    return JSON.parse(line ?? '') as Partial<Header & Footer>
  } catch {
    throw notOurs(path)
  }
}

const areIds = (values: unknown[]) => values.every((value) => Number.isSafeInteger(value))

function checkHeader(path: string, { playkeep, format, game_id }: Partial<Header>): void {
  const is_known =
    game_id === undefined ? playkeep === 'backup' : playkeep === 'game' && areIds([game_id])
  if (!is_known) throw notOurs(path)
  if (format !== FORMAT)
    throw new BackupError(`${path} has format ${format}: use the version of Playkeep that made it.`)
}

/** Reads the whole file once and checks it, before anything is done with it. */
export async function verifyFile(path: string): Promise<{ header: Header; footer: Footer }> {
  const hash = createHash('sha256')
  let first: string | undefined
  let last: string | undefined
  for await (const lines of readLines(path)) {
    if (first === undefined) checkHeader(path, parse(path, (first = lines[0])))
    if (last !== undefined) hash.update(`${last}\n`)
    last = lines.pop()
    if (lines.length > 0) hash.update(`${lines.join('\n')}\n`)
  }
  const header = parse(path, first)
  const footer = parse(path, last)
  const { rows = {}, last_ids = {}, sha256 } = footer
  if (sha256 !== hash.digest('hex') || !areIds(Object.values({ ...rows, ...last_ids }))) {
    throw new BackupError(
      `${path} is damaged or incomplete: its checksum does not match. Nothing was changed. Use another file.`,
    )
  }
  return { header: header as Header, footer: { rows, last_ids, sha256 } }
}

/** The rows of a verified file, in batches. */
export async function* readRows(path: string): AsyncGenerator<Line[]> {
  for await (const lines of readLines(path)) {
    const rows = lines.filter((line) => line.startsWith('['))
    if (rows.length > 0) yield rows.map((line) => JSON.parse(line) as Line)
  }
}
