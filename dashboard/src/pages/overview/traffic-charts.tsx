import { AreaChart, LineChart } from '@mantine/charts'
import type { TrafficPeriod } from '../../api/contract.ts'
import { ChartCard } from '../../components/chart-card.tsx'
import { Nothing } from '../../components/states.tsx'
import { chartStyle, STILL } from './chart-style.ts'
import { clockTime } from './days.ts'
import type { OverviewQuery } from './query.ts'

const PERIOD_MS = 5 * 60_000

/** Periods without a request are not in the answer, but belong in a chart. */
function withGaps(traffic: TrafficPeriod[]): TrafficPeriod[] {
  const first = Date.parse(traffic[0]?.at ?? '')
  const last = Date.parse(traffic.at(-1)?.at ?? '')
  const known = new Map(traffic.map((period) => [Date.parse(period.at), period]))
  return Array.from({ length: Math.round((last - first) / PERIOD_MS) + 1 }, (_, place) => {
    const at = first + place * PERIOD_MS
    const none = {
      requests: 0,
      refusals: 0,
      failures: 0,
      half_within_ms: null,
      most_within_ms: null,
    }
    return known.get(at) ?? { at: new Date(at).toISOString(), ...none }
  })
}

const NONE = (
  <Nothing
    title="No requests in the last 24 hours"
    description="They appear here within a minute."
  />
)

const rowsOf = (traffic: TrafficPeriod[]) =>
  withGaps(traffic).map((row) => ({ ...row, at: clockTime(row.at) }))

export function RequestsChart({ query }: { query: OverviewQuery }) {
  return (
    <ChartCard
      title="Requests"
      description="Of players and sign-ins, per five minutes, over the last 24 hours."
      query={query}
      fileName="requests"
      table={({ traffic }) => ({
        head: ['From', 'Requests', 'Refused', 'Failed'],
        rows: traffic.map((row) => [row.at, row.requests, row.refusals, row.failures]),
      })}
    >
      {({ traffic }) =>
        traffic.length === 0 ? (
          NONE
        ) : (
          <AreaChart
            {...chartStyle}
            data={rowsOf(traffic)}
            dataKey="at"
            withDots={false}
            curveType="linear"
            areaProps={STILL}
            series={[
              { name: 'requests', label: 'Requests', color: 'keep.5' },
              { name: 'refusals', label: 'Refused (4xx)', color: 'orange.5' },
              { name: 'failures', label: 'Failed (5xx)', color: 'red.6' },
            ]}
          />
        )
      }
    </ChartCard>
  )
}

export function LatencyChart({ query }: { query: OverviewQuery }) {
  return (
    <ChartCard
      title="Response time"
      description="Half of the requests, and 95% of them, took at most this many milliseconds."
      query={query}
      fileName="response-time"
      table={({ traffic }) => ({
        head: ['From', 'Half within ms', '95% within ms'],
        rows: traffic.map((row) => [row.at, row.half_within_ms, row.most_within_ms]),
      })}
    >
      {({ traffic }) =>
        traffic.length === 0 ? (
          NONE
        ) : (
          <LineChart
            {...chartStyle}
            unit=" ms"
            yAxisProps={{ ...chartStyle.yAxisProps, width: 64 }}
            data={rowsOf(traffic)}
            dataKey="at"
            withDots={traffic.length < 20}
            curveType="linear"
            lineProps={STILL}
            series={[
              { name: 'half_within_ms', label: 'Half', color: 'teal.6' },
              { name: 'most_within_ms', label: '95%', color: 'grape.5' },
            ]}
          />
        )
      }
    </ChartCard>
  )
}
