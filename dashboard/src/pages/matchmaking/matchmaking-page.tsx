import { Button, Group, Text } from '@mantine/core'
import { PlusIcon, TargetIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { ListedMatchmakingType, MatchmakingType } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { formatNumber } from '../../components/format.tsx'
import { GuideLink } from '../../components/guide-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { openForm } from '../players/form-frame.tsx'
import { distanceLabel, playersLabel } from './match-fields.ts'
import { MatchForm } from './match-form.tsx'

const route = getRouteApi('/staff-only/games/$gameId/matchmaking')

const REFRESH_MS = 10_000

function TypeButtons({ gameId, type }: { gameId: number; type: MatchmakingType }) {
  const { game_type } = type
  const remove = useChange('admin.matchmaking.remove', {
    done: 'Matchmaking has ended for this game type.',
    notifyFailure: false,
  })
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          openForm('Change matchmaking', (close) => (
            <MatchForm gameId={gameId} type={type} close={close} />
          ))
        }
      >
        Edit
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        onClick={() =>
          confirm({
            title: 'End matchmaking for this game type?',
            text: (
              <>
                Tickets that wait for <PlayerText fw={600}>{game_type}</PlayerText> are cancelled.
                Matches that were found stay.
              </>
            ),
            action: 'End matchmaking',
            onConfirm: () => remove.mutateAsync({ id: gameId, game_type }),
          })
        }
      >
        Delete
      </Button>
    </Group>
  )
}

const oneLine = (text: string) => (
  <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
    {text}
  </Text>
)

const COLUMNS: Column<ListedMatchmakingType>[] = [
  {
    header: 'Game type',
    cell: ({ game_type }) => <PlayerName maw="14rem">{game_type}</PlayerName>,
  },
  { header: 'Players', cell: (type) => oneLine(playersLabel(type)) },
  { header: 'Rating distance', cell: (type) => oneLine(distanceLabel(type)) },
  {
    header: 'Regions mix',
    cell: ({ mix_regions_after: seconds }) =>
      oneLine(seconds === null ? 'never' : `after ${seconds} s`),
  },
  {
    header: 'Ready check',
    cell: ({ ready_seconds }) => oneLine(ready_seconds === 0 ? 'none' : `${ready_seconds} s`),
  },
  { header: 'Waiting now', cell: ({ waiting_tickets }) => formatNumber(waiting_tickets) },
  {
    header: 'Recent wait',
    cell: ({ recent_wait_seconds: seconds }) =>
      oneLine(seconds === null ? 'no match yet' : `${seconds.toFixed(1)} s`),
  },
]

export function MatchmakingPage() {
  const { gameId } = route.useParams()
  const is_admin = useCan()('admin', gameId)
  const query = useRead('admin.matchmaking.list', { id: gameId }, { refetchInterval: REFRESH_MS })
  const columns: Column<ListedMatchmakingType>[] = is_admin
    ? [
        ...COLUMNS,
        {
          header: '',
          align: 'right',
          cell: (type) => <TypeButtons gameId={gameId} type={type} />,
        },
      ]
    : COLUMNS
  return (
    <>
      <PageHeader
        title="Matchmaking"
        description="For which game types players find opponents of about the same strength, alone or with friends."
        actions={
          is_admin && (
            <Button
              leftSection={<PlusIcon />}
              onClick={() =>
                openForm('Add matchmaking', (close) => (
                  <MatchForm gameId={gameId} type={null} close={close} />
                ))
              }
            >
              Add a game type
            </Button>
          )
        }
      />
      <DataTable
        label="Game types with matchmaking"
        columns={columns}
        rows={query.data?.matchmaking}
        rowKey={({ game_type }) => game_type}
        query={{ error: query.error, refetch: query.refetch }}
        empty={
          <Nothing
            icon={<TargetIcon />}
            title="No matchmaking yet"
            description={
              is_admin
                ? 'Add a game type: then players look for a match of it with POST /matchmaking/tickets.'
                : 'Once an admin adds a game type, its settings appear here.'
            }
            action={<GuideLink page="competition#matchmaking">How matchmaking works</GuideLink>}
          />
        }
      />
    </>
  )
}
