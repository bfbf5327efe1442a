export const formatNumber = (value: number | null, digits = 0) =>
  value === null ? '–' : value.toFixed(digits)

type Cells = (string | number)[]

/** The lines of a Markdown table. */
export const tableLines = (head: string[], rows: Cells[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
