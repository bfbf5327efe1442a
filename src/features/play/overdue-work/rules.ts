import type { Reader } from '../../../storage/database.ts'
import { countOverdue } from './queries.ts'

/** The server looks every minute for what is due, and needs a moment for it. */
const OVERDUE_AFTER_MS = 120_000
export const MAX_COUNTED = 10_000

/** What the server should have done by itself, and what waits for the counting of ranks. */
export const countOverdueWork = (reader: Reader, now: number) =>
  reader.first(countOverdue, { before: now - OVERDUE_AFTER_MS, max: MAX_COUNTED })
