import { Button } from '@mantine/core'
import { PlusIcon, StarIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { GuideLink } from '../../components/guide-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { openForm } from '../players/form-frame.tsx'
import { RatedState } from './rated-state.tsx'
import { RatingForm } from './rating-form.tsx'

const route = getRouteApi('/staff-only/games/$gameId/ratings')

export function RatingsPage() {
  const { gameId } = route.useParams()
  const can = useCan()
  const query = useRead('admin.ratedGameTypes.list', { id: gameId })
  const add = can('admin', gameId) && (
    <Button
      leftSection={<PlusIcon />}
      onClick={() =>
        openForm('Rate a game type', (close) => (
          <RatingForm gameId={gameId} rated={null} close={close} />
        ))
      }
    >
      Rate a game type
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Ratings"
        description="How good players are at a game type, by the multiplayer rounds with rules that they have finished."
        actions={add}
      />
      <DataTable
        label="Rated game types"
        columns={[
          { header: 'Game type', cell: ({ game_type }) => <PlayerName>{game_type}</PlayerName> },
          { header: 'State', cell: ({ enabled }) => <RatedState enabled={enabled} /> },
          {
            header: 'Rated rounds',
            align: 'right',
            cell: ({ rated_rounds }) => <Num value={rated_rounds} />,
          },
          {
            header: 'Scores needed',
            align: 'right',
            cell: ({ min_scores }) => <Num value={min_scores} />,
          },
          { header: 'Changed', cell: ({ changed_at }) => <Time at={changed_at} /> },
        ]}
        rows={query.data?.rated_game_types}
        rowKey={({ game_type }) => game_type}
        rowLink={({ game_type }) => ({
          to: '/games/$gameId/ratings/game-type',
          params: { gameId },
          search: { type: game_type },
        })}
        query={query}
        empty={
          <Nothing
            icon={<StarIcon />}
            title="Nothing is rated"
            description={
              can('admin', gameId)
                ? 'Rate a game type: then each of its multiplayer rounds with rules changes the ratings of its players when it finishes.'
                : 'Once an admin rates a game type, the ratings of its players appear here.'
            }
            action={<GuideLink page="competition#ratings">How ratings work</GuideLink>}
          />
        }
      />
    </>
  )
}
