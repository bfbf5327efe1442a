const TERMINAL_INTERVAL_MS = 1000
const LOG_INTERVAL_MS = 10_000

export const formatNumber = (value: number) => value.toLocaleString('en')

/** Shows the progress of a long operation: every second on one line of a terminal, less often elsewhere. */
export async function withProgress<T>(
  activity: string,
  work: (onProgress: (table: string, rows: number, unit?: string) => void) => Promise<T>,
): Promise<T> {
  const { isTTY } = process.stderr
  let shown_at = performance.now()
  try {
    return await work((table, rows, unit = 'rows') => {
      if (performance.now() - shown_at < (isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return
      shown_at = performance.now()
      const text = `${activity} ${table}: ${formatNumber(rows)} ${unit} so far`
      process.stderr.write(isTTY ? `\r\u001B[K${text}` : `${text}\n`)
    })
  } finally {
    if (isTTY) process.stderr.write('\r\u001B[K')
  }
}
