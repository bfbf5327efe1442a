export type Cell = string | number | boolean | null | undefined

/** Spreadsheets run a cell that begins like this as a formula, and players choose names. */
const FORMULA = /^[=+\-@\t\r|%]/

function toCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value.trimStart()) ? `'${value}` : value
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const toCsv = (head: string[], rows: Cell[][]) =>
  [head, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n') + '\r\n'

/** Lets the browser save a text that was made here. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
