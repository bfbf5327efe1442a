import { Badge, Button, Group } from '@mantine/core'
import { TrashIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import type { ManagedLeaderboardEntry } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm, confirmByTyping } from '../../components/confirm.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { FilterText } from '../../components/filter-text.tsx'
import { formatNumber, Num, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Podium } from '../../components/podium.tsx'
import { Nothing } from '../../components/states.tsx'

const route = getRouteApi('/staff-only/games/$gameId/leaderboards/board')

const PER_PAGE = 50
/** The server lists no further. */
const LAST_PAGE = 200
const MOST_PLAYERS = 10_000

export function LeaderboardPage() {
  const { gameId } = route.useParams()
  const { name = '', player } = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor, is_first } = useList()
  const can = useCan()
  const page = Math.min(LAST_PAGE, Math.max(1, Number(cursor ?? 1) || 1))
  const board = { id: gameId, leaderboard_name: name }
  const query = useRead(
    'admin.leaderboards.get',
    { ...board, user_id: player, page, per_page: PER_PAGE },
    { keepPrevious: true, enabled: name !== '' },
  )
  const clear = useChange('admin.leaderboards.clear', {
    done: 'The leaderboard is empty.',
    notifyFailure: false,
    onDone: () => navigate({ to: '/games/$gameId/leaderboards', params: { gameId } }),
  })
  /** A large leaderboard takes several requests; the last one reads everything again. */
  const clearAll = async () => {
    while (!(await api('admin.leaderboards.clear', board)).is_empty);
    await clear.mutateAsync(board)
  }
  const columns = useColumns({ gameId, name, is_of_player: player !== undefined })
  const entries = query.data?.entries
  const players = query.data?.players ?? 0
  const filter = (user_id: string | undefined) =>
    navigate({
      search: { name, player: user_id === undefined ? undefined : Number(user_id) },
    })
  return (
    <>
      <PageHeader
        title={plainPlayerText(name)}
        shown={<PlayerText>{name}</PlayerText>}
        description={
          query.data &&
          `${players > MOST_PLAYERS ? `More than ${formatNumber(MOST_PLAYERS)}` : formatNumber(players)} ${players === 1 ? 'player' : 'players'}. The best entry of each player counts.`
        }
        actions={
          can('admin', gameId) &&
          players > 0 && (
            <Button
              color="red"
              variant="light"
              leftSection={<TrashIcon />}
              onClick={() =>
                confirmByTyping(name, {
                  title: 'Clear this leaderboard?',
                  text: 'All entries of all players are removed, not only the best ones. This cannot be undone.',
                  action: 'Clear leaderboard',
                  onConfirm: clearAll,
                })
              }
            >
              Clear
            </Button>
          )
        }
      />
      <Group mb="md">
        <FilterText
          label="Player id"
          numeric
          value={player?.toString()}
          onFilter={(value) => void filter(value)}
        />
        {player !== undefined && (
          <Badge variant="light" size="lg" tt="none">
            All entries of player {player}
          </Badge>
        )}
      </Group>
      {is_first && player === undefined && entries && entries.length > 0 && (
        <Podium
          winners={entries.map(({ id, rank, score, user_id, username }) => ({
            key: id,
            place: rank,
            score,
            name: <PlayerLink gameId={gameId} user={{ id: user_id, username }} />,
          }))}
        />
      )}
      <DataTable
        label="Entries"
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        query={query}
        next={entries?.length === PER_PAGE && page < LAST_PAGE ? page + 1 : null}
        empty={
          <Nothing
            title={
              player === undefined ? 'This leaderboard is empty' : 'This player has no entries'
            }
          />
        }
      />
    </>
  )
}

interface Shown {
  gameId: number
  name: string
  is_of_player: boolean
}

function useColumns({ gameId, name, is_of_player }: Shown): Column<ManagedLeaderboardEntry>[] {
  const can = useCan()
  const remove = useChange('admin.leaderboards.removeEntry', {
    done: 'The entry was removed.',
    notifyFailure: false,
  })
  const ask = ({ id, username, score }: ManagedLeaderboardEntry) =>
    confirm({
      title: 'Remove this entry?',
      text: (
        <>
          The score {formatNumber(score)} of <PlayerText fw={600}>{username}</PlayerText> is removed
          for good. Then their next best entry counts, if there is one.
        </>
      ),
      action: 'Remove entry',
      onConfirm: () => remove.mutateAsync({ id: gameId, entry_id: id }),
    })
  const columns: Column<ManagedLeaderboardEntry>[] = [
    {
      header: 'Player',
      cell: ({ user_id, username }) => (
        <PlayerLink gameId={gameId} user={{ id: user_id, username }} />
      ),
    },
    { header: 'Score', align: 'right', cell: ({ score }) => <Num value={score} /> },
    {
      header: 'Data',
      cell: ({ extra_attributes }) =>
        extra_attributes === '{}' ? (
          '—'
        ) : (
          <PlayerText lineClamp={2} display="block" maw="20rem" size="sm">
            {extra_attributes}
          </PlayerText>
        ),
    },
    { header: 'Added', cell: ({ created_at }) => <Time at={created_at} /> },
  ]
  if (!is_of_player) {
    columns.unshift({ header: 'Rank', width: 90, cell: ({ rank }) => <Num value={rank} /> })
    columns.push({
      header: 'Entries',
      align: 'right',
      cell: ({ user_id, entries }) => (
        <TextLink
          to="/games/$gameId/leaderboards/board"
          params={{ gameId }}
          search={{ name, player: user_id }}
          size="sm"
        >
          {formatNumber(entries ?? 0)}
        </TextLink>
      ),
    })
  }
  if (can('support', gameId))
    columns.push({
      header: '',
      align: 'right',
      cell: (entry) => (
        <Button size="xs" variant="subtle" color="red" onClick={() => ask(entry)}>
          Remove
        </Button>
      ),
    })
  return columns
}
