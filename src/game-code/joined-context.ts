import type { Context, Transaction } from '../context.ts'
import type { Database } from '../storage/database.ts'

const notHere = () => Promise.reject(new Error('there is a transaction already'))

/** A context for rules that are called within a transaction: they read what it has changed, and write into it. */
export function joinTransaction(context: Context, tx: Transaction): Context {
  const { db } = context
  tx.is_continued = true
  const joined_db: Database = {
    engine: db.engine,
    first: (statement, parameters) => tx.first(statement, parameters),
    all: (statement, parameters) => tx.all(statement, parameters),
    cache: (invalidated_by) => db.cache(invalidated_by),
    transaction: notHere,
    rawTransaction: notHere,
    durable: () => db.durable(),
    signal: () => db.signal(),
    listen: (...listeners) => db.listen(...listeners),
    ping: () => db.ping(),
    figures: () => db.figures(),
    close: notHere,
  }
  const { keyed_request: _keyed, game_call: _call, open_call: _open, ...rest } = context
  return { ...rest, db: joined_db, joined: tx, ...(tx.staff ? { staff: tx.staff } : {}) }
}
