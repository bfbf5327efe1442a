import type { BackupError, Row } from './engine.ts'
import type { Footer, Header } from './format.ts'
import { referencesOf } from './game-rows.ts'
import { valueProblem } from './row-checks.ts'
import type { Table } from './tables.ts'

/**
 * The highest id of a game that is imported beside others. Above it, the ids that the server gives next would soon be too
 * large for clients that store them in 32 bits, in every game.
 */
const MAX_SHARED_ID = 2 ** 30

/** Numbers in ascending order, at 8 bytes each: a game can have many millions of ids. */
class Ids {
  #values = new Float64Array(1024)
  #length = 0

  /** False: it is not higher than the one before. */
  add(id: number): boolean {
    if (this.#length > 0 && id <= this.last) return false
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = id
    return true
  }

  get last(): number {
    return this.#values[this.#length - 1] ?? 0
  }

  get size(): number {
    return this.#length
  }

  /** -1: it is not there. */
  indexOf(id: number): number {
    let [low, high] = [0, this.#length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#values[middle] ?? 0
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

type Fail = (line: number, problem: string) => BackupError

interface Deferred {
  lines: number[]
  ids: number[]
}

/**
 * Checks the rows of an export one by one, in the order of the file: each is one that the server could have written, and
 * names only rows of the same file. An import that passes can neither change nor name anything of another game.
 */
export class GameCheck {
  readonly #header: Header
  readonly #longest: Record<string, number>
  readonly #fail: Fail
  readonly #positions: Map<string, number>
  readonly #references: Map<string, ReturnType<typeof referencesOf>>
  readonly #ids = new Map<string, Ids>()
  /** References to rows further down in the file, by table and column. */
  readonly #deferred = new Map<string, Deferred & { table: string }>()
  /** The credits of each user that no ledger entry explains yet, and the line of the first user. */
  #unexplained: number[] = []
  #first_user_line = 0
  #position = 0

  constructor(
    header: Header,
    tables: Table[],
    { longest, fail }: { longest: Record<string, number>; fail: Fail },
  ) {
    this.#header = header
    this.#positions = new Map(tables.map(({ name }, position) => [name, position]))
    this.#longest = longest
    this.#fail = fail
    this.#references = new Map(tables.map((table) => [table.name, referencesOf(table)]))
    for (const { name, key } of tables) if (key.join() === 'id') this.#ids.set(name, new Ids())
  }

  /** The shape of the row was checked before. */
  add(table: Table, row: Row, line: number): void {
    const { name } = table
    const fail = (problem: string) => this.#fail(line, `the row of ${name} ${problem}`)
    this.#checkOrder(name, fail)
    this.#checkId(name, row, fail)
    const problem = valueProblem(table, row, this.#longest)
    if (problem) throw fail(problem)
    for (const { column, table: other, outlives } of this.#references.get(name) ?? []) {
      const id = row[column]
      if (outlives || typeof id !== 'number') continue
      if (this.#positionOf(other) > this.#positionOf(name))
        this.#defer(`${name} ${column}`, other, { id, line })
      else if (this.#ids.get(other)?.indexOf(id) === -1)
        throw fail(`refers to ${column} ${id}, which is not in the file`)
    }
    if (name === 'users') this.#addUser(row, line)
    if (name === 'credit_ledger') this.#addLedgerEntry(row, fail)
  }

  #checkOrder(name: string, fail: (problem: string) => BackupError): void {
    const position = this.#positionOf(name)
    if (position < this.#position) throw fail('is not at its place in the order of tables')
    this.#position = position
  }

  #checkId(name: string, { id }: Row, fail: (problem: string) => BackupError): void {
    const ids = this.#ids.get(name)
    if (!ids) return
    if (typeof id !== 'number' || id < 1 || !ids.add(id))
      throw fail('has an id that is not higher than the one before')
    const { game_id } = this.#header
    if (name === 'games' && id !== game_id)
      throw fail(`has the id ${id} instead of ${String(game_id)}`)
  }

  #defer(key: string, table: string, { id, line }: { id: number; line: number }): void {
    const deferred = this.#deferred.get(key) ?? { table, lines: [], ids: [] }
    this.#deferred.set(key, deferred)
    deferred.lines.push(line)
    deferred.ids.push(id)
  }

  #positionOf(name: string): number {
    return this.#positions.get(name) ?? 0
  }

  #addUser({ credits }: Row, line: number): void {
    if (this.#unexplained.length === 0) this.#first_user_line = line
    this.#unexplained.push(Number(credits))
  }

  #addLedgerEntry({ user_id, change }: Row, fail: (problem: string) => BackupError): void {
    const index = this.#ids.get('users')?.indexOf(Number(user_id)) ?? -1
    const rest = (this.#unexplained[index] ?? 0) - Number(change)
    if (!Number.isSafeInteger(rest)) throw fail('changes the credits by too much')
    this.#unexplained[index] = rest
  }

  /** After the last row. */
  finish(last_line: number, { last_ids }: Footer): void {
    if (this.#ids.get('games')?.size !== 1)
      throw this.#fail(last_line, 'the game itself is missing')
    const index = this.#unexplained.findIndex((rest) => rest !== 0)
    if (index >= 0)
      throw this.#fail(
        this.#first_user_line + index,
        'the credits of the user are not the sum of their ledger entries',
      )
    for (const [key, { table, lines, ids }] of this.#deferred) {
      const at = ids.findIndex((id) => this.#ids.get(table)?.indexOf(id) === -1)
      if (at >= 0)
        throw this.#fail(
          lines[at] ?? 0,
          `the row of ${key.replace(' ', ' refers to ')} ${ids[at]}, which is not in the file`,
        )
    }
    for (const [name, ids] of this.#ids)
      if (ids.size > 0 && ids.last > (last_ids[name] ?? 0))
        throw this.#fail(last_line, `the highest id of ${name} is wrong`)
  }

  /** Beside other games, very high ids are refused; in a database of its own, a game may have them. */
  refuseHighIds(last_line: number, { last_ids }: Footer): void {
    const high = Object.keys(last_ids).find((name) => (last_ids[name] ?? 0) > MAX_SHARED_ID)
    if (high === undefined) return
    throw this.#fail(
      last_line,
      `beside other games, an import can have ids up to ${MAX_SHARED_ID.toLocaleString('en')}, and ${high} has higher ones: import into an empty database`,
    )
  }

  /** The row as it is inserted: the ids of users who were deleted could be those of other users here. */
  withoutForeignIds(table: Table, row: Row): Row {
    const outliving = (this.#references.get(table.name) ?? []).filter(({ outlives }) => outlives)
    const gone = outliving.filter(
      ({ column, table: other }) => this.#ids.get(other)?.indexOf(Number(row[column])) === -1,
    )
    return gone.length === 0
      ? row
      : { ...row, ...Object.fromEntries(gone.map(({ column }) => [column, 0])) }
  }
}
