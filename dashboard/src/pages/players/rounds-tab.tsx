import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { PlayerProfile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { idsOf } from './form-frame.tsx'
import { HeldScores } from './held-scores.tsx'
import { usePageNumber } from './pages-by-number.ts'
import { Ratings } from './ratings.tsx'

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

const PARTS = [
  { value: 'rounds', label: 'Rounds' },
  { value: 'leaderboards', label: 'Entries' },
  { value: 'ratings', label: 'Ratings' },
  { value: 'held-scores', label: 'Held scores' },
] as const

export function RoundsTab({ player }: TabProps) {
  const { part, type } = route.useSearch()
  const navigate = route.useNavigate()
  const can = useCan()
  const parts = PARTS.filter(
    ({ value }) => value !== 'held-scores' || can('support', player.game_id),
  )
  const shown = parts.find(({ value }) => value === part)?.value ?? 'rounds'
  return (
    <>
      <SegmentedControl
        aria-label="Which list"
        mb="sm"
        maw="100%"
        style={{ overflowX: 'auto' }}
        value={shown}
        data={parts}
        onChange={(value) =>
          void navigate({
            search: { tab: 'rounds', part: value === 'rounds' ? undefined : value },
            resetScroll: false,
          })
        }
      />
      {shown === 'rounds' && <Rounds player={player} />}
      {shown === 'leaderboards' && <Entries player={player} />}
      {shown === 'ratings' && <Ratings player={player} type={type} />}
      {shown === 'held-scores' && <HeldScores player={player} />}
    </>
  )
}
