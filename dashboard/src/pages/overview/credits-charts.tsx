import { AreaChart, BarChart } from '@mantine/charts'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ChartCard } from '../../components/chart-card.tsx'
import { plainPlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { chartStyle, STILL, toSeries } from './chart-style.ts'
import { allDays, shortDay } from './days.ts'
import type { OverviewQuery } from './query.ts'

const OTHER = 'Other reasons'

/** The reasons that the server itself writes. */
const REASONS: Record<string, string> = {
  added: 'Added',
  set: 'Set to a value',
  purchase: 'Purchases',
  refund: 'Refunds',
  prize: 'Prizes of seasons',
}

const reasonName = (reason: string) => REASONS[reason] ?? plainPlayerText(reason)

export function CreditsChart({ query }: { query: OverviewQuery }) {
  const [shown, setShown] = useState<'earned' | 'spent'>('earned')
  return (
    <ChartCard
      title="Credits by reason"
      description="What players earned, and what they spent."
      query={query}
      fileName="credits-by-reason"
      table={({ credits_by_reason }) => ({
        head: ['Day', 'Reason', 'Earned', 'Spent'],
        rows: credits_by_reason.map((row) => [
          row.day,
          row.reason === null ? OTHER : (REASONS[row.reason] ?? row.reason),
          row.earned,
          row.spent,
        ]),
      })}
      controls={
        <SegmentedControl
          size="xs"
          aria-label="Credits that were"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'earned', label: 'Earned' },
            { value: 'spent', label: 'Spent' },
          ]}
        />
      }
    >
      {({ from, to, credits_by_reason }) => {
        const parts = credits_by_reason.map((row) => ({
          day: row.day,
          name: row.reason,
          value: row[shown],
        }))
        const labels = { labelOf: reasonName, other: OTHER }
        const { series, data } = toSeries(allDays(from, to), parts, labels)
        if (series.length === 0)
          return (
            <Nothing
              title={shown === 'earned' ? 'Nothing was earned' : 'Nothing was spent'}
              description="There was no such change on these days."
            />
          )
        return (
          <BarChart
            {...chartStyle}
            type="stacked"
            data={data.map((row) => ({ ...row, day: shortDay(row.day) }))}
            dataKey="day"
            series={series}
            barProps={STILL}
          />
        )
      }}
    </ChartCard>
  )
}

export function CirculationChart({ query }: { query: OverviewQuery }) {
  return (
    <ChartCard
      title="Credits in circulation"
      description="What all players had at the end of each day."
      query={query}
      fileName="credits-in-circulation"
      table={({ circulation }) => ({
        head: ['Day', 'Credits'],
        rows: circulation.map(({ day, credits }) => [day, credits]),
      })}
    >
      {({ circulation }) => (
        <AreaChart
          {...chartStyle}
          withLegend={false}
          data={circulation.map((row) => ({ ...row, day: shortDay(row.day) }))}
          dataKey="day"
          curveType="monotone"
          withDots={false}
          areaProps={STILL}
          series={[{ name: 'credits', label: 'Credits', color: 'orange.5' }]}
        />
      )}
    </ChartCard>
  )
}
