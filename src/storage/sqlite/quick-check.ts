import { DatabaseSync } from 'node:sqlite'

const MAX_PROBLEMS = 5

/** What is damaged in the file. Reads all of it, beside a server that is running. */
export function quickCheck(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    const rows = database.prepare(`pragma quick_check(${MAX_PROBLEMS})`).all()
    return rows.map((row) => String(row.quick_check)).filter((text) => text !== 'ok')
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    database.close()
  }
}
