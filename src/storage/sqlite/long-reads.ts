import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseUnavailable, type LowerPriority, ReadTooSlow } from '../database.ts'
import { toDialect } from '../dialect.ts'
import { LongReadQueue } from '../long-read-queue.ts'
import { createToRow, type ToRow } from '../rows.ts'
import type { Statement } from '../statement.ts'
import { toDatabaseError } from './connection.ts'
import type { LongReadAnswer, LongReadFailure, LongReadRequest } from './long-read-process.ts'

const PROGRAM = fileURLToPath(
  new URL(`./long-read-process${extname(import.meta.url)}`, import.meta.url),
)

/** Rows beyond this end the process, and not the server. */
const MAX_HEAP_MIB = 256
const MAX_START_MS = 10_000

/** Resolves to the next message of the process. Rejects when it ends or the time is over. */
async function nextMessage(child: ChildProcess, limit_ms: number): Promise<unknown> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), limit_ms)
  const { signal } = over
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => Promise.reject(new Error('its process ended'))),
    ])
    return message
  } catch (error) {
    throw new ReadTooSlow(signal.aborted ? 'it took too long' : String(error))
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}

/** Reads in a process of its own, which starts with the first of them and is killed when one takes too long. */
export class LongReads {
  readonly #path: string
  readonly #limit_ms: number
  readonly #lowerPriority: LowerPriority
  readonly #queue = new LongReadQueue()
  readonly #toRow: ToRow[] = []
  #child: ChildProcess | undefined

  constructor(path: string, limit_ms: number, lowerPriority: LowerPriority) {
    this.#path = path
    this.#limit_ms = limit_ms
    this.#lowerPriority = lowerPriority
  }

  all<P extends object, R>(asker: unknown, statement: Statement<P, R>, parameters: P) {
    return this.#queue.run(asker, () => this.#read(statement, parameters)) as Promise<R[]>
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(PROGRAM, [this.#path], {
      env: {},
      execArgv: [`--max-old-space-size=${MAX_HEAP_MIB}`],
      serialization: 'advanced',
      stdio: 'ignore',
    })
    child.on('error', () => {})
    this.#lowerPriority(child.pid)
    child.unref()
    child.channel?.unref()
    this.#child = child
    await this.#nextMessage(child, MAX_START_MS)
    return child
  }

  /** Without an answer in time the process is of no more use. */
  async #nextMessage(child: ChildProcess, limit_ms: number): Promise<unknown> {
    try {
      return await nextMessage(child, limit_ms)
    } catch (error) {
      this.#child = undefined
      child.kill('SIGKILL')
      throw error
    }
  }

  async #read(statement: Statement<object, unknown>, parameters: object): Promise<unknown[]> {
    const child = this.#child?.connected ? this.#child : await this.#start()
    const { text, names } = toDialect('sqlite', statement.sql)
    const named = parameters as Record<string, LongReadRequest['values'][number]>
    const request: LongReadRequest = { text, values: names.map((name) => named[name] ?? null) }
    child.send(request)
    const answer = (await this.#nextMessage(child, this.#limit_ms)) as
      | LongReadAnswer
      | LongReadFailure
    if ('message' in answer) {
      throw toDatabaseError(Object.assign(new Error(answer.message), { errcode: answer.errcode }))
    }
    const toRow = (this.#toRow[statement.index] ??= createToRow(answer.columns))
    return answer.rows.map(toRow)
  }

  close(): void {
    this.#queue.rejectWaiting(new DatabaseUnavailable(new Error('the database was closed')))
    this.#child?.kill('SIGKILL')
  }
}
