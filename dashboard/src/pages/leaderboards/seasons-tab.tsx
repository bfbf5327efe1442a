import { Badge } from '@mantine/core'
import { CalendarIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { GuideLink } from '../../components/guide-link.tsx'
import { TextLink } from '../../components/links.tsx'
import { Nothing } from '../../components/states.tsx'
import { usePageNumber } from '../players/pages-by-number.ts'
import { formatSeasonTime, SEASON_STATES } from './board-labels.ts'

const route = getRouteApi('/staff-only/games/$gameId/leaderboards/board')

/** Each of them leads to its entries. */
export function SeasonsTab() {
  const { gameId } = route.useParams()
  const { name = '' } = route.useSearch()
  const pages = usePageNumber()
  const query = useRead(
    'admin.leaderboards.seasons',
    { id: gameId, name, ...pages.input },
    { keepPrevious: true, enabled: name !== '' },
  )
  const time_zone = query.data?.time_zone ?? 'UTC'
  return (
    <DataTable
      label="Seasons"
      columns={[
        { header: 'Season', cell: ({ season }) => `Season ${season}` },
        { header: 'From', cell: ({ starts_at }) => formatSeasonTime(starts_at, time_zone) },
        { header: 'To', cell: ({ ends_at }) => formatSeasonTime(ends_at, time_zone) },
        {
          header: 'State',
          cell: ({ state }) => (
            <Badge variant="light" color={SEASON_STATES[state].color} tt="none">
              {SEASON_STATES[state].label}
            </Badge>
          ),
        },
        {
          header: 'Prizes',
          cell: ({ season, state }) =>
            state === 'running' ? (
              '—'
            ) : (
              <TextLink
                to="/games/$gameId/leaderboards/board"
                params={{ gameId }}
                search={{ name, view: 'prizes', season }}
                size="sm"
              >
                Who has won
              </TextLink>
            ),
        },
      ]}
      rows={query.data?.seasons}
      rowKey={({ season }) => season}
      rowLink={({ season }) => ({
        to: '/games/$gameId/leaderboards/board',
        params: { gameId },
        search: { name, season },
      })}
      query={query}
      next={pages.next(query.data?.seasons)}
      note={`Times are those of ${time_zone}.`}
      empty={
        <Nothing
          icon={<CalendarIcon />}
          title="No seasons"
          description="Choose a period in the settings: then the leaderboard begins anew each time, and the old seasons stay here."
          action={
            <GuideLink page="competition#leaderboards-with-seasons-and-prizes">
              How seasons work
            </GuideLink>
          }
        />
      }
    />
  )
}
