import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type Context, inTransaction } from '../context.ts'
import { ALWAYS_ROOM } from '../services/disk.ts'
import { findCopiedLog, renumberLog } from '../features/operations/events/rules.ts'
import { keepPositions } from '../features/operations/webhooks/rules.ts'

/**
 * Positions in the log contain numbers of transactions. A database that was copied with `pg_dump` into another PostgreSQL,
 * which has had fewer transactions, would hide new events behind old ones. Then the log begins anew, with all its events;
 * clients with old cursors are told to reload.
 */
export async function renumberCopiedLog(context: Context, log: FastifyBaseLogger): Promise<void> {
  const log_name = await findCopiedLog(context.db)
  if (log_name === undefined) return
  const new_name = randomBytes(4).toString('hex')
  const is_done = await inTransaction({ ...context, disk: ALWAYS_ROOM }, async (tx) => {
    await keepPositions(tx, log_name, new_name)
    return renumberLog(tx, log_name, new_name)
  })
  if (is_done) log.info('this database is a copy: the log of events was numbered anew')
}
