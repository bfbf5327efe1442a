import { Box, Button, Group, Text } from '@mantine/core'
import { PersonIcon } from '@radix-ui/react-icons'
import { useMemo } from 'react'
import type { Input } from '../../api/client.ts'
import type { ListedPlayer } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { PlayerBadges } from './badges.tsx'
import { PlayerFilters, useFilters } from './filters.tsx'

const DAY_MS = 86_400_000
const DAYS = { day: 1, week: 7, month: 30 }

const SORTS = ['joined', 'name', 'score', 'credits', 'last_seen'] as const

/** The parameters of the URL, as the API takes them. */
function useSearchInput(game_id: number): Input<'admin.players.list'> {
  const { search } = useFilters()
  const { cursor, sort } = useList()
  const { q, banned, account, min_score, min_credits, seen } = search
  // Not a new time with every rendering: each would cause another request.
  const since = useMemo(
    () => seen && new Date(Date.now() - DAYS[seen] * DAY_MS).toISOString(),
    [seen],
  )
  const sorted = SORTS.find((name) => name === sort?.replace('-', ''))
  return {
    id: game_id,
    limit: 50,
    ...(q ? { search: q } : {}),
    ...(sorted ? { sort: sorted } : {}),
    ...(sorted ? { direction: sort?.startsWith('-') ? 'descending' : 'ascending' } : {}),
    ...(banned ? { banned: true } : {}),
    ...(account ? { guests: account === 'guests' } : {}),
    ...(min_score === undefined ? {} : { min_score }),
    ...(min_credits === undefined ? {} : { min_credits: Math.max(0, min_credits) }),
    ...(since ? { seen_since: since } : {}),
    ...(cursor ? { after: cursor } : {}),
  }
}

const COLUMNS: Column<ListedPlayer>[] = [
  {
    header: 'Name',
    sort: 'name',
    cell: ({ username }) => (
      <Box maw={220}>
        <PlayerName fz="sm" ta="left">
          {username}
        </PlayerName>
      </Box>
    ),
  },
  { header: 'State', cell: (player) => <States {...player} /> },
  {
    header: 'Score',
    sort: 'score',
    align: 'right',
    cell: ({ score }) => <Num value={score} />,
  },
  {
    header: 'Credits',
    sort: 'credits',
    align: 'right',
    cell: ({ credits }) => <Num value={credits} />,
  },
  {
    header: 'Last seen',
    sort: 'last_seen',
    cell: ({ last_seen_at }) => <Time at={last_seen_at} />,
  },
  { header: 'Joined', sort: 'joined', cell: ({ created_at }) => <Time at={created_at} /> },
]

const EMAIL: Column<ListedPlayer> = {
  header: 'Email',
  cell: ({ email }) => (
    <Box maw={170}>
      <PlayerName empty="none" fz="sm" ta="left">
        {email}
      </PlayerName>
    </Box>
  ),
}

function States(player: ListedPlayer) {
  const is_plain = !player.is_guest && !player.banned_until && !player.muted_until
  if (is_plain)
    return (
      <Text span size="sm" c="dimmed">
        Active
      </Text>
    )
  return (
    <Group gap={4} wrap="nowrap">
      <PlayerBadges {...player} />
    </Group>
  )
}

function NoPlayers() {
  const { search, count, change } = useFilters()
  if (count === 0 && !search.q)
    return (
      <Nothing
        title="No players yet"
        description="Whoever signs up or plays as a guest appears here."
        icon={<PersonIcon />}
      />
    )
  return (
    <Nothing
      title="Nobody matches"
      description="A search finds names that begin with what you type."
      icon={<PersonIcon />}
      action={
        <Button
          variant="default"
          onClick={() =>
            change({
              q: undefined,
              banned: undefined,
              account: undefined,
              min_score: undefined,
              min_credits: undefined,
              seen: undefined,
            })
          }
        >
          Show all players
        </Button>
      }
    />
  )
}

export function PlayersPage() {
  const game = useGame()
  const sees_email = useCan()('support', game.id)
  const query = useRead('admin.players.list', useSearchInput(game.id), { keepPrevious: true })
  const columns = sees_email ? COLUMNS.toSpliced(2, 0, EMAIL) : COLUMNS
  return (
    <>
      <PageHeader title="Players" description="Everyone who has signed up, and guests." />
      <PlayerFilters sees_email={sees_email} />
      <DataTable
        label="Players"
        columns={columns}
        rows={query.data?.players}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/games/$gameId/players/$playerId',
          params: { gameId: game.id, playerId: id },
        })}
        query={query}
        next={query.data?.next ?? null}
        empty={<NoPlayers />}
      />
    </>
  )
}
