import { Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons'
import type { GameOverview } from '../../api/contract.ts'
import { formatCompact, formatNumber, formatPercent } from '../../components/format.tsx'

const FEW = 100_000

const shown = (value: number) =>
  value < FEW ? formatNumber(Math.round(value * 10) / 10) : formatCompact(value)

/** By how much it has grown since the period before. */
function Growth({ now, before, days }: { now: number; before: number; days: number }) {
  const period = `the previous ${days} days`
  if (before === 0)
    return (
      <Text size="sm" c="dimmed">
        {now === 0 ? `As in ${period}` : `None in ${period}`}
      </Text>
    )
  const part = (now - before) / before
  const Icon = part < 0 ? ArrowDownIcon : ArrowUpIcon
  return (
    <Group gap={4} wrap="nowrap">
      {part !== 0 && <Icon aria-hidden />}
      <Text size="sm" c="dimmed">
        {part === 0 ? '' : part > 0 ? '+' : '−'}
        {formatPercent(Math.abs(part))} to {period}
      </Text>
    </Group>
  )
}

interface Figure {
  label: string
  value: number
  /** Undefined: it is not of a period. */
  before?: number
  note?: string
}

const figuresOf = ({ players, credits, totals, previous }: GameOverview): Figure[] => [
  {
    label: 'Sign-ups',
    value: totals.sign_ups,
    before: previous.sign_ups,
    note: `${formatNumber(players)} players in total`,
  },
  {
    label: 'Active players per day',
    value: totals.active_per_day,
    before: previous.active_per_day,
  },
  { label: 'Rounds', value: totals.rounds, before: previous.rounds },
  { label: 'Credits in circulation', value: credits, note: 'What all players have now' },
]

export function KeyFigures({
  overview,
  days,
}: {
  overview: GameOverview | undefined
  days: number
}) {
  if (!overview)
    return (
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="md">
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} h={112} />
        ))}
      </SimpleGrid>
    )
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'xs', sm: 'md' }} mb="md">
      {figuresOf(overview).map(({ label, value, before, note }) => (
        <Card key={label} component="section" aria-label={label} p={{ base: 'sm', sm: 'lg' }}>
          <Stack gap={2}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fz={28} fw={650} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {shown(value)}
            </Text>
            {before !== undefined && <Growth now={value} before={before} days={days} />}
            {note && (
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            )}
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  )
}
