const EVERY_MS = 1000
const QUIET_EVERY_MS = 10_000

export const number = (value: number) => value.toLocaleString('en')

/** Tells how far a long work is: every second in one line of a terminal, seldom elsewhere. */
export async function withProgress<T>(
  verb: string,
  work: (onProgress: (table: string, rows: number) => void) => Promise<T>,
): Promise<T> {
  const { isTTY } = process.stderr
  let told_at = performance.now()
  try {
    return await work((table, rows) => {
      if (performance.now() - told_at < (isTTY ? EVERY_MS : QUIET_EVERY_MS)) return
      told_at = performance.now()
      const text = `${verb} ${table}: ${number(rows)} rows so far`
      process.stderr.write(isTTY ? `\r\u001B[K${text}` : `${text}\n`)
    })
  } finally {
    if (isTTY) process.stderr.write('\r\u001B[K')
  }
}
