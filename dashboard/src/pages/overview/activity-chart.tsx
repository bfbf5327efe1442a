import { LineChart } from '@mantine/charts'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ChartCard } from '../../components/chart-card.tsx'
import { chartStyle, STILL } from './chart-style.ts'
import { monthName, shortDay } from './days.ts'
import type { OverviewQuery } from './query.ts'

const UNITS = ['days', 'weeks', 'months'] as const

/** Active players of a week are not the sum of its days: who plays twice counts once. */
export function ActivityChart({ query }: { query: OverviewQuery }) {
  const [unit, setUnit] = useState<(typeof UNITS)[number]>('days')
  const labelOf = unit === 'months' ? monthName : shortDay
  return (
    <ChartCard
      title="Active players and sign-ups"
      description="Different players who sent a request, signed up or created a round. Weeks begin on Monday. Today is not over yet."
      query={query}
      fileName={`active-players-by-${unit}`}
      table={(overview) => ({
        head: [unit === 'days' ? 'Day' : 'First day', 'Active players', 'Sign-ups'],
        rows: overview[unit].map(({ day, active, sign_ups }) => [day, active, sign_ups]),
      })}
      controls={
        <SegmentedControl
          size="xs"
          aria-label="Active players by"
          value={unit}
          onChange={setUnit}
          data={[
            { value: 'days', label: 'Days' },
            { value: 'weeks', label: 'Weeks' },
            { value: 'months', label: 'Months' },
          ]}
        />
      }
    >
      {(overview) => (
        <LineChart
          {...chartStyle}
          data={overview[unit].map((row) => ({ ...row, day: labelOf(row.day) }))}
          dataKey="day"
          curveType="monotone"
          withDots={overview[unit].length < 20}
          lineProps={STILL}
          series={[
            { name: 'active', label: 'Active players', color: 'keep.5' },
            { name: 'sign_ups', label: 'Sign-ups', color: 'teal.6' },
          ]}
        />
      )}
    </ChartCard>
  )
}
