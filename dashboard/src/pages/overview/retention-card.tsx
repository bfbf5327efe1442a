import { Box, Table, Text, Tooltip } from '@mantine/core'
import type { RetentionCohort } from '../../api/contract.ts'
import { ChartCard } from '../../components/chart-card.tsx'
import { formatNumber } from '../../components/format.tsx'
import { Nothing } from '../../components/states.tsx'
import { shortDay } from './days.ts'
import type { OverviewQuery } from './query.ts'

/** Stronger colours would make the numbers hard to read. */
const STRONGEST_PERCENT = 60

/** `strength` is 1 for the largest part of the table. */
const colorOf = (strength: number) =>
  `color-mix(in srgb, var(--mantine-color-keep-5) ${Math.round(strength * STRONGEST_PERCENT)}%, transparent)`

const percent = (part: number) => `${Math.round(part * 100)}%`

interface HeatCellProps {
  players: number | null
  sign_ups: number
  after_days: number
  /** The largest part of the table. */
  largest: number
}

function HeatCell({ players, sign_ups, after_days, largest }: HeatCellProps) {
  if (players === null || sign_ups === 0)
    return (
      <Table.Td ta="center" c="dimmed">
        <span aria-label={sign_ups === 0 ? 'No sign-ups' : 'Not over yet'}>–</span>
      </Table.Td>
    )
  const part = players / sign_ups
  return (
    <Table.Td
      ta="center"
      bg={colorOf(part / (largest || 1))}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      <Tooltip
        label={`${formatNumber(players)} of ${formatNumber(sign_ups)} came back after ${after_days} ${after_days === 1 ? 'day' : 'days'}`}
      >
        <span>{percent(part)}</span>
      </Tooltip>
    </Table.Td>
  )
}

function HeatMap({ cohorts }: { cohorts: RetentionCohort[] }) {
  const columns = cohorts[0]?.retained.map(({ after_days }) => after_days) ?? []
  const largest = Math.max(
    ...cohorts.flatMap(({ sign_ups, retained }) =>
      retained.map(({ players }) => (players ?? 0) / (sign_ups || 1)),
    ),
  )
  return (
    <Table.ScrollContainer
      minWidth={640}
      scrollAreaProps={{
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Retention' },
      }}
    >
      <Table
        aria-label="Retention by week of the sign-up"
        withRowBorders={false}
        verticalSpacing={6}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Week of</Table.Th>
            <Table.Th ta="right">Sign-ups</Table.Th>
            {columns.map((days) => (
              <Table.Th key={days} ta="center">
                Day {days}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cohorts.map(({ day, sign_ups, retained }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                {shortDay(day)}
              </Table.Th>
              <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatNumber(sign_ups)}
              </Table.Td>
              {retained.map((cell) => (
                <HeatCell key={cell.after_days} {...cell} sign_ups={sign_ups} largest={largest} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Which part of those who signed up in a week were active so many days later. */
export function RetentionCard({ query }: { query: OverviewQuery }) {
  return (
    <ChartCard
      title="Retention"
      description="Of the players who signed up in a week: how many were active exactly that many days after their sign-up."
      query={query}
      fileName="retention"
      table={({ retention }) => ({
        head: [
          'Week of',
          'Sign-ups',
          ...(retention[0]?.retained.map(({ after_days }) => `Day ${after_days}`) ?? []),
        ],
        rows: retention.map(({ day, sign_ups, retained }) => [
          day,
          sign_ups,
          ...retained.map(({ players }) => players),
        ]),
      })}
    >
      {({ retention }) =>
        retention.every(({ sign_ups }) => sign_ups === 0) ? (
          <Nothing title="No sign-ups" description="Nobody has signed up in these weeks." />
        ) : (
          <Box>
            <HeatMap cohorts={retention} />
            <Text size="xs" c="dimmed" mt="xs">
              A dash means that the day is not over for everyone. The table shows the numbers of
              players.
            </Text>
          </Box>
        )
      }
    </ChartCard>
  )
}
