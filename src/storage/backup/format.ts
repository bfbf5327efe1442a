import { createHash } from 'node:crypto'
import { CopyProblem, type Row } from './copier.ts'
import { readLines } from './whole-file.ts'

/** The first line of a copy. */
export interface Heading {
  playkeep: 'backup' | 'game'
  format: number
  /** The last migration that its tables have seen. */
  migration: string
  game_id?: number
}

/** The last line of a copy. */
export interface Ending {
  rows: Record<string, number>
  /** Ids up to these were given, also to rows that are gone. */
  last_ids: Record<string, number>
  /** Of everything before this line. */
  sha256: string
}

/** A line between them: the table and the row. */
export type Line = [table: string, row: Row]

export const FORMAT = 1

/** Adds the last line, which says what a reader must have found before it. */
export async function* sealed(
  lines: AsyncIterable<string>,
  counts: () => Omit<Ending, 'sha256'>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const text of lines) {
    hash.update(text)
    yield text
  }
  yield `${JSON.stringify({ ...counts(), sha256: hash.digest('hex') } satisfies Ending)}\n`
}

function parse(path: string, line: string | undefined): Partial<Heading & Ending> {
  try {
    return JSON.parse(line ?? '') as Partial<Heading & Ending>
  } catch {
    throw new CopyProblem(`${path} is no copy that Playkeep made.`)
  }
}

const areIds = (values: unknown[]) => values.every((value) => Number.isSafeInteger(value))

function checkHeading(path: string, { playkeep, format, game_id }: Partial<Heading>): void {
  const is_known =
    game_id === undefined ? playkeep === 'backup' : playkeep === 'game' && areIds([game_id])
  if (!is_known) throw new CopyProblem(`${path} is no copy that Playkeep made.`)
  if (format !== FORMAT)
    throw new CopyProblem(`${path} has format ${format}: use the version of Playkeep that made it.`)
}

/** Reads the whole file once, before anything is done with it. */
export async function inspect(path: string): Promise<{ heading: Heading; ending: Ending }> {
  const hash = createHash('sha256')
  let first: string | undefined
  let last: string | undefined
  for await (const lines of readLines(path)) {
    if (first === undefined) checkHeading(path, parse(path, (first = lines[0])))
    if (last !== undefined) hash.update(`${last}\n`)
    last = lines.pop()
    if (lines.length > 0) hash.update(`${lines.join('\n')}\n`)
  }
  const heading = parse(path, first)
  const ending = parse(path, last)
  const { rows = {}, last_ids = {}, sha256 } = ending
  if (sha256 !== hash.digest('hex') || !areIds(Object.values({ ...rows, ...last_ids }))) {
    throw new CopyProblem(
      `${path} is damaged or not complete: its checksum does not fit. Nothing was changed. Take another copy.`,
    )
  }
  return { heading: heading as Heading, ending: { rows, last_ids, sha256 } }
}

/** The rows of a file that was inspected, in parts. */
export async function* readRows(path: string): AsyncGenerator<Line[]> {
  for await (const lines of readLines(path)) {
    const rows = lines.filter((line) => line.startsWith('['))
    if (rows.length > 0) yield rows.map((line) => JSON.parse(line) as Line)
  }
}
