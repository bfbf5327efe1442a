import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Answer } from '../../api/client.ts'
import { formatTime, Time } from '../../components/format.tsx'
import { PlayerText, plainPlayerText } from '../../components/player-text.tsx'
import { COLORS, labelOf } from './labels.ts'

type Sanction = Answer<'admin.sanctions.list'>['sanctions'][number]

/** How long it holds, or that it is over. */
export function endOf({ kind, until, is_in_force, ended_by }: Sanction): string {
  if (kind === 'warn') return ''
  if (is_in_force) return until === null ? 'forever' : `until ${formatTime(until)}`
  return ended_by === null ? 'over' : `ended by ${plainPlayerText(ended_by)}`
}

export function KindBadge({ kind, is_in_force }: Pick<Sanction, 'kind' | 'is_in_force'>) {
  const is_over = kind !== 'warn' && !is_in_force
  return (
    <Badge
      variant={is_over ? 'light' : 'filled'}
      color={is_over ? 'gray' : COLORS[kind]}
      flex="none"
    >
      {labelOf(kind)}
    </Badge>
  )
}

/** A warning, mute or ban in one or two lines. */
export function SanctionLine({ sanction }: { sanction: Sanction }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <KindBadge {...sanction} />
      <Stack gap={0} miw={0}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <PlayerText>{sanction.reason}</PlayerText>
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {[plainPlayerText(sanction.created_by), endOf(sanction)].filter(Boolean).join(', ')},{' '}
          <Time at={sanction.created_at} />
        </Text>
      </Stack>
    </Group>
  )
}
