import pg from 'pg'
import { DatabaseUnavailable, DiskFull, NullViolation, UniqueViolation } from '../database.ts'

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** A serialization failure or a deadlock: the transaction can be run again. */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))

/** The row that a new row refers to was deleted a moment ago. A second attempt will see that, on the same connection. */
export const MISSING_REFERENCE = '23503'

/** A lock was not free within `lock_timeout`. */
export const LOCKED = '55P03'

/** An earlier statement on this connection should have prepared it, and failed because of a lock. */
const NOT_PREPARED = '26000'

/** Two on this connection have prepared it, because one before them had failed. */
const PREPARED_TWICE = '42P05'

/** It was not run, and can be run again. */
export const isUnprepared = (error: unknown) =>
  [NOT_PREPARED, PREPARED_TWICE].includes(codeOf(error))

const DISK_FULL = '53100'

/** Of PostgreSQL, or of its user. */
export const isOutOfConnections = (error: unknown) => codeOf(error) === '53300'

/**
 * Unavailable: connection lost or refused, such as for a password that was changed, server starting or stopping, read-only,
 * out of connections, memory or disk, or a time limit reached.
 */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const code = codeOf(error)
  if (error instanceof pg.DatabaseError) {
    if (code === '23505') return new UniqueViolation(error.constraint ?? '')
    if (code === '23502') return new NullViolation(error.column ?? '')
  }
  if (code === DISK_FULL) return new DiskFull(error)
  const lost =
    error instanceof Error && !code && /connection|timeout|not queryable/i.test(error.message)
  const away =
    lost ||
    code === MISSING_REFERENCE ||
    /^(08|28|53|57P|58)|^(25006|26000|3D000|42P05|57014|55P03|25P03|E[A-Z]+)$/.test(code)
  return away ? new DatabaseUnavailable(error) : error
}
