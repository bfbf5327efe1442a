import { BarChart } from '@mantine/charts'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { StoreSales } from '../../api/contract.ts'
import { ChartCard } from '../../components/chart-card.tsx'
import { formatCompact, formatNumber } from '../../components/format.tsx'

const axis = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const SERIES = {
  items: [
    { name: 'sold', label: 'Sold', color: 'keep.6' },
    { name: 'refunded', label: 'Refunded', color: 'orange.6' },
  ],
  credits: [{ name: 'credits', label: 'Credits', color: 'teal.6' }],
}

interface SalesChartProps {
  query: { data: StoreSales | undefined; error: unknown; refetch: () => unknown }
  fileName: string
}

/** Of the last 30 days. */
export function SalesChart({ query, fileName }: SalesChartProps) {
  const [shown, setShown] = useState('items')
  return (
    <ChartCard
      title="Sales in the last 30 days"
      description="Credits are what players paid, minus refunds."
      query={query}
      fileName={fileName}
      table={({ days }) => ({
        head: ['Day', 'Sold', 'Refunded', 'Credits'],
        rows: days.map(({ day, sold, refunded, credits }) => [day, sold, refunded, credits]),
      })}
      controls={
        <SegmentedControl
          size="xs"
          aria-label="What the chart counts"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'items', label: 'Items' },
            { value: 'credits', label: 'Credits' },
          ]}
        />
      }
    >
      {({ days }) => (
        <BarChart
          h={220}
          data={days.map((day) => ({ ...day, day: axis.format(new Date(day.day)) }))}
          dataKey="day"
          series={shown === 'credits' ? SERIES.credits : SERIES.items}
          withLegend={shown === 'items'}
          valueFormatter={formatNumber}
          yAxisProps={{ tickFormatter: formatCompact, allowDecimals: false, width: 44 }}
          xAxisProps={{ minTickGap: 24 }}
        />
      )}
    </ChartCard>
  )
}
