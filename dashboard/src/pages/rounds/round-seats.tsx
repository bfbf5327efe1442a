import { Title } from '@mantine/core'
import type { ManagedMultiplayerRound } from '../../api/contract.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { PlayerLink } from '../../components/player-link.tsx'
import { Nothing } from '../../components/states.tsx'

/** The server shows no more. */
const MOST_SEATS = 100

interface RoundSeatsProps {
  gameId: number
  round: ManagedMultiplayerRound
  query: { error: unknown; refetch: () => unknown }
}

/** Who has a seat. */
export function RoundSeats({ gameId, round: { seats }, query }: RoundSeatsProps) {
  const has_teams = seats.some(({ team }) => team !== null)
  return (
    <>
      <Title order={2} fz="lg" mt="xl" mb="sm">
        Seats
      </Title>
      <DataTable
        label="Seats"
        columns={[
          { header: 'Player', cell: ({ user }) => <PlayerLink gameId={gameId} user={user} /> },
          ...(has_teams
            ? [{ header: 'Team', cell: ({ team }: { team: number | null }) => team ?? '—' }]
            : []),
          { header: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} /> },
        ]}
        rows={seats}
        rowKey={({ user }) => user.id}
        query={query}
        note={seats.length === MOST_SEATS ? `Only the first ${MOST_SEATS} are shown.` : undefined}
        empty={<Nothing title="Nobody has a seat" />}
      />
    </>
  )
}
