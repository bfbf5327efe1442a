import { Card } from '@mantine/core'
import { StarIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { RatedGameType } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Facts } from '../../components/facts.tsx'
import { Num, Time } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'
import { RatedState } from './rated-state.tsx'
import { RatingButtons } from './rating-buttons.tsx'

const route = getRouteApi('/staff-only/games/$gameId/ratings/game-type')

const PER_PAGE = 50
/** The server lists no further. */
const LAST_PAGE = 200

const formatShort = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 3 })

function RatingFacts({ rated }: { rated: RatedGameType }) {
  return (
    <Facts
      facts={[
        { label: 'State', value: <RatedState enabled={rated.enabled} /> },
        { label: 'Rated rounds', value: <Num value={rated.rated_rounds} /> },
        { label: 'Scores that a round needs', value: rated.min_scores },
        { label: 'Changed', value: <Time at={rated.changed_at} /> },
        { label: 'First skill (mu)', value: formatShort(rated.mu) },
        { label: 'First uncertainty (sigma)', value: formatShort(rated.sigma) },
        { label: 'Chance (beta)', value: formatShort(rated.beta) },
        { label: 'New uncertainty (tau)', value: formatShort(rated.tau) },
      ]}
    />
  )
}

function Ranking({ gameId, type }: { gameId: number; type: string }) {
  const { cursor } = useList()
  const page = Math.min(LAST_PAGE, Math.max(1, Number(cursor ?? 1) || 1))
  const query = useRead(
    'admin.ratings.list',
    { id: gameId, game_type: type, page, per_page: PER_PAGE },
    { keepPrevious: true },
  )
  const ranking = query.data?.ranking
  return (
    <DataTable
      label="Ratings"
      columns={[
        { header: 'Rank', width: 90, cell: ({ rank }) => <Num value={rank} /> },
        { header: 'Player', cell: ({ user }) => <PlayerLink gameId={gameId} user={user} /> },
        { header: 'Rating', align: 'right', cell: ({ rating }) => <Num value={rating} /> },
        { header: 'Skill', align: 'right', cell: ({ mu }) => mu.toFixed(1) },
        { header: 'Uncertainty', align: 'right', cell: ({ sigma }) => sigma.toFixed(1) },
        { header: 'Rounds', align: 'right', cell: ({ rounds }) => <Num value={rounds} /> },
        { header: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
      ]}
      rows={ranking}
      rowKey={({ user }) => user.id}
      query={query}
      next={ranking?.length === PER_PAGE && page < LAST_PAGE ? page + 1 : null}
      empty={
        <Nothing
          icon={<StarIcon />}
          title="No player has a rating yet"
          description="Players get one when a multiplayer round with rules of this game type finishes."
        />
      }
    />
  )
}

export function RatingPage() {
  const { gameId } = route.useParams()
  const { type = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const can = useCan()
  const query = useRead('admin.ratedGameTypes.list', { id: gameId })
  const rated = query.data?.rated_game_types.find(({ game_type }) => game_type === type)
  return (
    <>
      <PageHeader
        title={plainPlayerText(type)}
        shown={<PlayerText>{type}</PlayerText>}
        description="With the default settings ratings begin at 1,000. They rise with the skill of a player and with what is known about it."
        actions={
          rated &&
          can('admin', gameId) && (
            <RatingButtons
              gameId={gameId}
              rated={rated}
              onDeleted={() => navigate({ to: '/games/$gameId/ratings', params: { gameId } })}
            />
          )
        }
      />
      <Loaded query={query}>
        {() =>
          rated ? (
            <>
              <RatingFacts rated={rated} />
              <Ranking gameId={gameId} type={type} />
            </>
          ) : (
            <Card padding={0}>
              <Nothing icon={<StarIcon />} title="This game type is not rated" />
            </Card>
          )
        }
      </Loaded>
    </>
  )
}
