import { Badge } from '@mantine/core'
import type { ManagedMultiplayerRound } from '../../api/contract.ts'
import { formatNumber } from '../../components/format.tsx'

const STATES: Record<ManagedMultiplayerRound['state'], { label: string; color: string }> = {
  open: { label: 'Open', color: 'green' },
  full: { label: 'Full', color: 'blue' },
  finished: { label: 'Finished', color: 'gray' },
}

export function RoundState({ state }: Pick<ManagedMultiplayerRound, 'state'>) {
  const { label, color } = STATES[state]
  return (
    <Badge variant="light" color={color} tt="none">
      {label}
    </Badge>
  )
}

/** A round without rules has no seats. */
export const formatSeats = ({
  player_count,
  max_players,
}: Pick<ManagedMultiplayerRound, 'player_count' | 'max_players'>) =>
  player_count === null || max_players === null
    ? '—'
    : `${formatNumber(player_count)} of ${formatNumber(max_players)}`

export const WHO_MAY_JOIN: Record<NonNullable<ManagedMultiplayerRound['who_may_join']>, string> = {
  anyone: 'Anyone',
  invited: 'Invited players',
  friends: 'Friends of the master',
  group: 'Members of a group',
  code: 'Anyone with the code',
}
