import { Text, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

const number = new Intl.NumberFormat('en-GB')
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** 1,234,567 */
export const formatNumber = (value: number) => number.format(value)

/** 1.2M, for axes and badges. */
export const formatCompact = (value: number) => compact.format(value)

/** 12.3% of a part between 0 and 1. */
export const formatPercent = (part: number) => `${(part * 100).toFixed(1)}%`

const BYTE_UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${BYTE_UNITS[power]}`
}

export const formatTime = (time: string | number) => exact.format(new Date(time))
export const formatDay = (time: string | number) => day.format(new Date(time))

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export function formatRelative(time: string | number, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  return Math.abs(seconds) < 5 ? 'now' : relative.format(Math.trunc(seconds), 'second')
}

/** "3 hours ago", with the exact time as its title. Null: never, or what `empty` says. */
export function Time({ at, empty = 'never' }: { at: string | number | null; empty?: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {empty}
      </Text>
    )
  return (
    <Tooltip label={formatTime(at)}>
      <Text span inherit style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={new Date(at).toISOString()}>{formatRelative(at, now)}</time>
      </Text>
    </Tooltip>
  )
}

/** Digits of equal width, so that columns line up. */
export function Num({ value }: { value: number | null }) {
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums' }}>
      {value === null ? '—' : formatNumber(value)}
    </Text>
  )
}

/** Credits that were added or taken: +5 in green, −5 in red. */
export function Change({ value }: { value: number }) {
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  const color = value > 0 ? 'green' : value < 0 ? 'red' : undefined
  return (
    <Text span inherit c={color} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {sign}
      {formatNumber(Math.abs(value))}
    </Text>
  )
}
