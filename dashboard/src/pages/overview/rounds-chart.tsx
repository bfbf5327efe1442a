import { BarChart } from '@mantine/charts'
import { ChartCard } from '../../components/chart-card.tsx'
import { plainPlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { chartStyle, STILL, toSeries } from './chart-style.ts'
import { allDays, shortDay } from './days.ts'
import type { OverviewQuery } from './query.ts'

const OTHER = 'Other types'

export function RoundsChart({ query }: { query: OverviewQuery }) {
  return (
    <ChartCard
      title="Rounds by type"
      description="Game rounds by the day on which they were created."
      query={query}
      fileName="rounds-by-type"
      table={({ rounds }) => ({
        head: ['Day', 'Type', 'Rounds'],
        rows: rounds.map((row) => [row.day, row.game_type ?? OTHER, row.rounds]),
      })}
    >
      {({ from, to, rounds }) => {
        const parts = rounds.map((row) => ({ ...row, name: row.game_type, value: row.rounds }))
        const labels = { labelOf: plainPlayerText, other: OTHER }
        const { series, data } = toSeries(allDays(from, to), parts, labels)
        if (series.length === 0)
          return <Nothing title="No rounds" description="Nobody has played on these days." />
        return (
          <BarChart
            {...chartStyle}
            h={{ base: 260, lg: 400 }}
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
