import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { PlayerProfile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { idsOf } from './form-frame.tsx'
import { usePageNumber } from './pages-by-number.ts'

const route = getRouteApi('/staff-only/games/$gameId/players/$playerId')

interface TabProps {
  player: PlayerProfile
}

function Rounds({ player }: TabProps) {
  const gameId = player.game_id
  const { cursor } = useList()
  const input = { ...idsOf(player), limit: 50, ...(cursor ? { before: Number(cursor) } : {}) }
  const query = useRead('admin.players.rounds', input, { keepPrevious: true })
  return (
    <DataTable
      label="Rounds"
      columns={[
        { header: 'Type', cell: ({ game_type }) => <PlayerName fz="sm">{game_type}</PlayerName> },
        { header: 'Score', align: 'right', cell: ({ score }) => <Num value={score} /> },
        { header: 'Started', cell: ({ start_time }) => <Time at={start_time} /> },
        { header: 'Ended', cell: ({ end_time }) => <Time at={end_time} empty="not yet" /> },
        {
          header: 'Multiplayer',
          cell: ({ multiplayer_game_round_id: roundId }) =>
            roundId === null ? (
              '—'
            ) : (
              <TextLink
                to="/games/$gameId/multiplayer-rounds/$roundId"
                params={{ gameId, roundId }}
                size="sm"
              >
                Ranking #{roundId}
              </TextLink>
            ),
        },
      ]}
      rows={query.data?.rounds}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({
        to: '/games/$gameId/rounds/$roundId',
        params: { gameId, roundId: id },
      })}
      query={query}
      next={query.data?.next ?? null}
      empty={<Nothing title="No rounds" description="What this player plays appears here." />}
    />
  )
}

function Entries({ player }: TabProps) {
  const pages = usePageNumber()
  const input = { ...idsOf(player), ...pages.input }
  const query = useRead('admin.players.leaderboardEntries', input, { keepPrevious: true })
  return (
    <DataTable
      label="Leaderboard entries"
      columns={[
        {
          header: 'Leaderboard',
          cell: ({ leaderboard_name }) => <PlayerName>{leaderboard_name}</PlayerName>,
        },
        { header: 'Score', align: 'right', cell: ({ score }) => <Num value={score} /> },
        { header: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      rows={query.data?.entries}
      rowKey={({ id }) => id}
      query={query}
      next={pages.next(query.data?.entries)}
      empty={<Nothing title="No entries" description="Scores on leaderboards appear here." />}
    />
  )
}

export function RoundsTab({ player }: TabProps) {
  const { part } = route.useSearch()
  const navigate = route.useNavigate()
  const is_rounds = part !== 'leaderboards'
  return (
    <>
      <SegmentedControl
        aria-label="Which list"
        mb="sm"
        value={is_rounds ? 'rounds' : 'leaderboards'}
        data={[
          { value: 'rounds', label: 'Rounds' },
          { value: 'leaderboards', label: 'Leaderboard entries' },
        ]}
        onChange={(value) =>
          void navigate({
            search: { tab: 'rounds', part: value === 'leaderboards' ? value : undefined },
            resetScroll: false,
          })
        }
      />
      {is_rounds ? <Rounds player={player} /> : <Entries player={player} />}
    </>
  )
}
