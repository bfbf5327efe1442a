import { formatCompact, formatNumber } from '../../components/format.tsx'

/** What all charts of this page share. */
export const chartStyle = {
  h: 260,
  withLegend: true,
  legendProps: { verticalAlign: 'bottom' as const },
  tickLine: 'none' as const,
  valueFormatter: formatNumber,
  xAxisProps: { minTickGap: 24 },
  yAxisProps: { tickFormatter: formatCompact, allowDecimals: false, width: 44 },
}

/** Moving lines would only delay what somebody came to read. */
export const STILL = { isAnimationActive: false } as const

/** Of types and reasons, the most frequent first; the last one is for all others. */
const COLORS = ['keep.5', 'teal.6', 'orange.5', 'grape.5', 'cyan.6', 'pink.5']
const OTHER_COLOR = 'gray.5'

interface Part {
  day: string
  /** Null: all others. */
  name: string | null
  value: number
}

/** Series for the largest parts and one for the rest, and a row with all of them for each day. */
export function toSeries(
  days: string[],
  parts: Part[],
  { labelOf, other }: { labelOf: (name: string) => string; other: string },
) {
  const sums = new Map<string, number>()
  for (const { name, value } of parts)
    if (name !== null) sums.set(name, (sums.get(name) ?? 0) + value)
  const names = [...sums]
    .filter(([, sum]) => sum > 0)
    .toSorted(([, one], [, another]) => another - one)
    .slice(0, COLORS.length)
    .map(([name]) => name)
  const keyOf = (name: string | null) => {
    const place = name === null ? -1 : names.indexOf(name)
    return place === -1 ? 'other' : `part${place}`
  }
  const rows = new Map(days.map((day) => [day, new Map<string, number>()]))
  let has_other = false
  for (const { day, name, value } of parts) {
    const key = keyOf(name)
    if (value === 0) continue
    has_other ||= key === 'other'
    const row = rows.get(day)
    row?.set(key, (row.get(key) ?? 0) + value)
  }
  const series = names.map((name, place) => ({
    name: `part${place}`,
    label: labelOf(name),
    color: COLORS[place] ?? OTHER_COLOR,
  }))
  if (has_other) series.push({ name: 'other', label: other, color: OTHER_COLOR })
  const data = [...rows].map(([day, row]) => ({
    day,
    ...Object.fromEntries(series.map(({ name }) => [name, row.get(name) ?? 0])),
  }))
  return { series, data }
}
