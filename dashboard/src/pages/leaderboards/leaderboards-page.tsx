import { Button } from '@mantine/core'
import { GridIcon, PlusIcon } from '@radix-ui/react-icons'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { formatNumber } from '../../components/format.tsx'
import { GuideLink } from '../../components/guide-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { openForm } from '../players/form-frame.tsx'
import { summaryOf } from './board-summary.ts'
import { SetUpForm } from './set-up-form.tsx'

const route = getRouteApi('/staff-only/games/$gameId/leaderboards')

/** The server counts no further. */
const MOST_PLAYERS = 1000

/** A name can have the character that separates the pages in the URL. */
const toCursor = (name: string) => encodeURIComponent(name).replaceAll('~', '%7E')

function fromCursor(cursor: string): string | undefined {
  try {
    return decodeURIComponent(cursor)
  } catch {
    return undefined
  }
}

export function LeaderboardsPage() {
  const { gameId } = route.useParams()
  const { cursor } = useList()
  const can = useCan()
  const navigate = useNavigate()
  const after = cursor === undefined ? undefined : fromCursor(cursor)
  const query = useRead('admin.leaderboards.list', { id: gameId, after }, { keepPrevious: true })
  const next = query.data?.next ?? null
  return (
    <>
      <PageHeader
        title="Leaderboards"
        description="A leaderboard exists as soon as the game adds an entry with its name. Before that, you can choose seasons and prizes for it."
        actions={
          can('admin', gameId) && (
            <Button
              leftSection={<PlusIcon />}
              onClick={() =>
                openForm('Set up a leaderboard', (close) => (
                  <SetUpForm gameId={gameId} navigate={navigate} close={close} />
                ))
              }
            >
              Set up
            </Button>
          )
        }
      />
      <DataTable
        label="Leaderboards"
        columns={[
          { header: 'Name', cell: ({ name }) => <PlayerName>{name}</PlayerName> },
          { header: 'What counts', cell: (board) => summaryOf(board) },
          {
            header: 'Players',
            align: 'right',
            cell: ({ players }) =>
              players >= MOST_PLAYERS
                ? `${formatNumber(MOST_PLAYERS)} or more`
                : formatNumber(players),
          },
        ]}
        rows={query.data?.leaderboards}
        rowKey={({ name }) => name}
        rowLink={({ name }) => ({
          to: '/games/$gameId/leaderboards/board',
          params: { gameId },
          search: { name },
        })}
        query={query}
        next={next === null ? null : toCursor(next)}
        empty={
          <Nothing
            icon={<GridIcon />}
            title="No leaderboards yet"
            description="They appear here when the game adds entries with POST /users/{id}/add_leaderboard_entry."
            action={
              <GuideLink page="competition#leaderboards-with-seasons-and-prizes">
                Seasons and prizes
              </GuideLink>
            }
          />
        }
      />
    </>
  )
}
