import { theGameCode } from '../access/staff.ts'
import type { Context, Transaction } from '../context.ts'
import { WrongArgument } from './wrong-argument.ts'
import { prepareToWrite } from '../features/operations/game-storage/rules.ts'
import { joinTransaction } from './joined-context.ts'

class TransactionOver extends Error {
  constructor() {
    super(
      'The transaction is over: `tx` can be used only until the function that got it has ended. Is an `await` missing?',
    )
    this.name = 'TransactionOver'
  }
}

interface ScopeParts {
  game_id: number
  code: string
  hook: string
  request_id: string
  /** Who acts. Undefined: nobody, or the request only reads. */
  player_id?: number | undefined
}

/** What code does in one transaction. It counts the calls, so that none is forgotten, and none comes too late. */
export class Scope {
  readonly context: Context
  readonly tx: Transaction
  readonly game_id: number
  /** The name of the file that the code is in. */
  readonly code: string
  readonly #pending = new Set<Promise<unknown>>()
  #failure: { error: unknown } | undefined
  readonly #player_id: number | undefined
  #prepared: Promise<unknown> | undefined
  #is_over = false

  constructor(
    context: Context,
    tx: Transaction,
    { game_id, code, hook, request_id, player_id }: ScopeParts,
  ) {
    this.tx = tx.actingAs(theGameCode(hook, request_id))
    this.context = joinTransaction(context, this.tx)
    this.game_id = game_id
    this.code = code
    this.#player_id = player_id
  }

  /** Every call of `tx`. What fails in one of them undoes the transaction, even if the code catches it, or does not wait for it. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#run(work)
    result.catch(() => {})
    return result
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#is_over) throw new TransactionOver()
    const running = this.#prepareAnd(work).catch((error: unknown) => {
      // Before it has done anything.
      if (!(error instanceof WrongArgument)) this.#failure ??= { error }
      throw error
    })
    this.#pending.add(running)
    try {
      return await running
    } finally {
      this.#pending.delete(running)
    }
  }

  /**
   * On PostgreSQL others read and write at the same time. So requests of one player that use `tx` wait for each other from the
   * first call on, and nobody waits for long: two who wait for each other would hold up all writes.
   */
  async #prepareAnd<T>(work: () => Promise<T>): Promise<T> {
    if (this.#player_id !== undefined) this.#prepared ??= prepareToWrite(this.tx, this.#player_id)
    await this.#prepared
    return work()
  }

  /** Waits for calls that the code did not await: they are part of the transaction too. */
  async settle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending)
    this.#is_over = true
    if (this.#failure) throw this.#failure.error
  }

  /** The code took too long, or has failed. */
  close(): void {
    this.#is_over = true
  }

  /** Whether this error comes from the server, and not from the code. */
  isFromServer(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error
  }
}
