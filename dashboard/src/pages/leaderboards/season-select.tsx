import { Select } from '@mantine/core'
import type { LeaderboardSeasonPage } from '../../api/contract.ts'
import { formatSeasonTime } from './board-labels.ts'

interface SeasonSelectProps {
  settings: LeaderboardSeasonPage
  /** Undefined: no choice was made. */
  season: number | undefined
  onChoose: (season: number | undefined) => void
  /** What is shown without a choice. Null: there is always one. */
  without?: string | null
}

/** Which season the page shows. */
export function SeasonSelect({ settings, season, onChoose, without = null }: SeasonSelectProps) {
  const { seasons, time_zone } = settings
  const options = seasons.map(({ season: number, starts_at, state }) => ({
    value: String(number),
    label: `Season ${number}, ${state === 'running' ? 'running' : `from ${formatSeasonTime(starts_at, time_zone)}`}`,
  }))
  if (season !== undefined && !seasons.some((one) => one.season === season))
    options.push({ value: String(season), label: `Season ${season}` })
  if (without !== null) options.unshift({ value: '0', label: without })
  return (
    <Select
      aria-label="Season"
      placeholder="Season"
      w={{ base: '100%', xs: 310 }}
      allowDeselect={false}
      data={options}
      value={String(season ?? 0)}
      onChange={(value) => onChoose(Number(value) || undefined)}
    />
  )
}
