import { Group, Text } from '@mantine/core'
import { LapTimerIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { formatNumber, Time } from '../../components/format.tsx'
import { LookFurther } from '../../components/look-further.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { formatSeats, RoundState } from './round-state.tsx'

const route = getRouteApi('/staff-only/games/$gameId/rounds')

/** The server counts no further. */
const MOST_ENTRIES = 1000

export const formatEntries = (entries: number) =>
  entries >= MOST_ENTRIES ? `${formatNumber(MOST_ENTRIES)} or more` : formatNumber(entries)

export function MultiplayerRounds() {
  const { gameId } = route.useParams()
  const { cursor } = useList()
  const before = cursor === undefined ? undefined : Number(cursor)
  const query = useRead(
    'admin.multiplayerRounds.list',
    { id: gameId, before },
    { keepPrevious: true },
  )
  const next = query.data?.next ?? null
  return (
    <DataTable
      label="Multiplayer rounds"
      columns={[
        { header: 'Round', cell: ({ id }) => `#${id}` },
        { header: 'State', cell: ({ state }) => <RoundState state={state} /> },
        {
          header: 'Type',
          cell: ({ game_type }) => <PlayerName maw="10rem">{game_type}</PlayerName>,
        },
        {
          header: 'Seats',
          align: 'right',
          cell: (round) => formatSeats(round),
        },
        {
          header: 'Best',
          cell: ({ best }) => (
            <Group gap="xs">
              {best.map(({ id, place, user }) => (
                <Text key={id} size="sm" component="span">
                  {place === null ? '' : `${place}. `}
                  <PlayerLink gameId={gameId} user={user} />
                </Text>
              ))}
            </Group>
          ),
        },
        { header: 'Entries', align: 'right', cell: ({ entries }) => formatEntries(entries) },
        { header: 'Master', cell: ({ master }) => <PlayerLink gameId={gameId} user={master} /> },
        { header: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      rows={query.data?.multiplayer_rounds}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({
        to: '/games/$gameId/multiplayer-rounds/$roundId',
        params: { gameId, roundId: id },
      })}
      query={query}
      next={next}
      empty={
        next !== null ? (
          <LookFurther next={next} />
        ) : (
          <Nothing
            icon={<LapTimerIcon />}
            title="No multiplayer rounds yet"
            description="Rounds of several players that are ranked together appear here."
          />
        )
      }
    />
  )
}
