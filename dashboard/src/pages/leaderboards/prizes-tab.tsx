import { Badge, Card, Group } from '@mantine/core'
import { StarIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { LeaderboardSeasonPage } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { PlayerLink } from '../../components/player-link.tsx'
import { Nothing } from '../../components/states.tsx'
import { usePageNumber } from '../players/pages-by-number.ts'
import { PRIZE_STATES } from './board-labels.ts'
import { ItemLink } from './item-link.tsx'
import { SeasonSelect } from './season-select.tsx'

const route = getRouteApi('/staff-only/games/$gameId/leaderboards/board')

/** Who has won what in a season: the latest that has ended, until another one is chosen. */
export function PrizesTab({ settings }: { settings: LeaderboardSeasonPage }) {
  const { season: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const ended = settings.seasons.find(({ state }) => state !== 'running')
  const season = chosen ?? ended?.season
  if (season === undefined)
    return (
      <Card padding={0}>
        <Nothing
          icon={<StarIcon />}
          title="No prizes yet"
          description="Choose a period and prizes in the settings: they are paid when a season ends."
        />
      </Card>
    )
  return (
    <>
      <Group mb="md">
        <SeasonSelect
          settings={settings}
          season={season}
          onChoose={(number) =>
            void navigate({
              search: (old) => ({ ...old, season: number, cursor: undefined }),
              resetScroll: false,
            })
          }
        />
      </Group>
      <Prizes season={season} />
    </>
  )
}

function Prizes({ season }: { season: number }) {
  const { gameId } = route.useParams()
  const { name = '' } = route.useSearch()
  const pages = usePageNumber()
  const query = useRead(
    'admin.leaderboards.prizes',
    { id: gameId, name, season, ...pages.input },
    { keepPrevious: true },
  )
  return (
    <DataTable
      label="Prizes"
      columns={[
        { header: 'Rank', width: 90, cell: ({ rank }) => <Num value={rank} /> },
        {
          header: 'Player',
          cell: ({ user_id, username }) => (
            <PlayerLink gameId={gameId} user={{ id: user_id, username }} />
          ),
        },
        {
          header: 'Credits',
          align: 'right',
          cell: ({ credits }) => <Num value={credits === 0 ? null : credits} />,
        },
        {
          header: 'Item',
          cell: ({ store_item_id }) => <ItemLink gameId={gameId} id={store_item_id} />,
        },
        {
          header: 'State',
          cell: ({ state }) => (
            <Badge variant="light" color={PRIZE_STATES[state].color} tt="none">
              {PRIZE_STATES[state].label}
            </Badge>
          ),
        },
        { header: 'Paid', cell: ({ paid_at }) => <Time at={paid_at} empty="—" /> },
      ]}
      rows={query.data?.prizes}
      rowKey={({ rank }) => rank}
      query={query}
      next={pages.next(query.data?.prizes)}
      note="Refused: the player was banned, or would have had more credits than a player can have."
      empty={
        <Nothing
          icon={<StarIcon />}
          title="Nobody has won a prize in this season"
          description="It has not ended yet, or had no prizes when it did. Prizes are chosen in the settings."
        />
      }
    />
  )
}
