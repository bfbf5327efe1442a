import { getRouteApi } from '@tanstack/react-router'
import type { ManagedMultiplayerRound } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Facts } from '../../components/facts.tsx'
import { Num, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Podium } from '../../components/podium.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'
import { formatEntries } from './multiplayer-rounds.tsx'
import { RoundSeats } from './round-seats.tsx'
import { formatSeats, RoundState, WHO_MAY_JOIN } from './round-state.tsx'

const route = getRouteApi('/staff-only/games/$gameId/multiplayer-rounds/$roundId')

const PER_PAGE = 50

/** What only a round with rules has, and when it was finished. */
function rulesOf(round: ManagedMultiplayerRound) {
  const finished = { label: 'Finished', value: <Time at={round.finished_at} empty="not yet" /> }
  if (round.who_may_join === null) return round.finished_at === null ? [] : [finished]
  return [
    { label: 'Game type', value: <PlayerText>{round.game_type}</PlayerText> },
    { label: 'Seats taken', value: formatSeats(round) },
    { label: 'Who may join', value: WHO_MAY_JOIN[round.who_may_join] },
    { label: 'Closes', value: <Time at={round.closes_at} empty="never by itself" /> },
    finished,
  ]
}

export function MultiplayerRoundPage() {
  const { gameId, roundId } = route.useParams()
  const { cursor, is_first } = useList()
  const page = Math.max(1, Number(cursor ?? 1) || 1)
  const query = useRead(
    'admin.multiplayerRounds.get',
    { id: gameId, round_id: roundId, page, per_page: PER_PAGE },
    { keepPrevious: true },
  )
  return (
    <Loaded query={query}>
      {(round) => (
        <>
          <PageHeader
            title={`Multiplayer round ${round.id}`}
            description="The ranking, the best first. Players with the same score share a rank."
          />
          <Facts
            facts={[
              { label: 'State', value: <RoundState state={round.state} /> },
              { label: 'Entries', value: formatEntries(round.entries) },
              { label: 'Master', value: <PlayerLink gameId={gameId} user={round.master} /> },
              { label: 'Created', value: <Time at={round.created_at} /> },
              ...rulesOf(round),
            ]}
          />
          {is_first && (
            <Podium
              winners={round.rankings
                .filter(({ place }) => place !== null)
                .map(({ id, place, score, user }) => ({
                  key: id,
                  place,
                  score,
                  name: <PlayerLink gameId={gameId} user={user} />,
                }))}
            />
          )}
          <DataTable
            label="Ranking"
            columns={[
              { header: 'Rank', width: 90, cell: ({ place }) => place ?? '—' },
              { header: 'Player', cell: ({ user }) => <PlayerLink gameId={gameId} user={user} /> },
              { header: 'Score', align: 'right', cell: ({ score }) => <Num value={score} /> },
              { header: 'Started', cell: ({ start_time }) => <Time at={start_time} /> },
              {
                header: 'Round',
                cell: ({ id }) => (
                  <TextLink
                    to="/games/$gameId/rounds/$roundId"
                    params={{ gameId, roundId: id }}
                    size="sm"
                  >
                    #{id}
                  </TextLink>
                ),
              },
            ]}
            rows={round.rankings}
            rowKey={({ id }) => id}
            query={query}
            next={round.rankings.length === PER_PAGE ? page + 1 : null}
            empty={<Nothing title="Nobody is ranked here" />}
          />
          {is_first && round.player_count !== null && (
            <RoundSeats gameId={gameId} round={round} query={query} />
          )}
        </>
      )}
    </Loaded>
  )
}
