import { Badge, Card, Group } from '@mantine/core'
import { GroupIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { LeaderboardSeasonPage } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { FilterText } from '../../components/filter-text.tsx'
import { formatNumber } from '../../components/format.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { Podium } from '../../components/podium.tsx'
import { Nothing } from '../../components/states.tsx'
import { ClearButton } from './clear-button.tsx'
import { useColumns } from './entry-columns.tsx'
import { GroupSelect } from './group-select.tsx'
import { SeasonSelect } from './season-select.tsx'

const route = getRouteApi('/staff-only/games/$gameId/leaderboards/board')

const PER_PAGE = 50
/** The server lists no further. */
const LAST_PAGE = 200
const MOST_PLAYERS = 10_000

const formatPlayers = (players: number) =>
  players > MOST_PLAYERS
    ? `More than ${formatNumber(MOST_PLAYERS)} players.`
    : `${formatNumber(players)} ${players === 1 ? 'player' : 'players'}.`

function ChooseGroup() {
  return (
    <Card padding={0}>
      <Nothing
        icon={<GroupIcon />}
        title="Each group has a leaderboard of its own"
        description="Among players, only its members see it. Choose a group to see its entries."
      />
    </Card>
  )
}

interface FiltersProps {
  settings: LeaderboardSeasonPage | undefined
  is_empty: boolean
}

function Filters({ settings, is_empty }: FiltersProps) {
  const { gameId } = route.useParams()
  const { player, season, group } = route.useSearch()
  const can = useCan()
  const navigate = route.useNavigate()
  const running = settings?.seasons.find(({ state }) => state === 'running')
  const is_now = season === undefined || season === running?.season
  const is_of_groups = settings?.one_for === 'each_group'
  const choose = (changes: {
    player?: number | undefined
    season?: number | undefined
    group?: number | undefined
  }) =>
    void navigate({
      search: (old) => ({ ...old, ...changes, cursor: undefined }),
      resetScroll: false,
    })
  return (
    <Group mb="md" justify="space-between">
      <Group flex="1 1 auto">
        {is_of_groups && (
          <GroupSelect
            gameId={gameId}
            group={group}
            onChoose={(id) => choose({ group: id, player: undefined })}
          />
        )}
        {settings && settings.seasons.length > 0 && (
          <SeasonSelect
            settings={settings}
            season={season ?? running?.season}
            without={running ? null : 'Now'}
            onChoose={(number) => choose({ season: number })}
          />
        )}
        {!(is_of_groups && group === undefined) && (
          <FilterText
            label="Player id"
            numeric
            value={player?.toString()}
            onFilter={(value) =>
              choose({ player: value === undefined ? undefined : Number(value) })
            }
          />
        )}
        {player !== undefined && (
          <Badge variant="light" size="lg" tt="none">
            All entries of player {player}
          </Badge>
        )}
      </Group>
      {can('admin', gameId) && settings && !is_of_groups && is_now && !is_empty && (
        <ClearButton has_seasons={running !== undefined} />
      )}
    </Group>
  )
}

/** Of the season that was chosen, or of the running one. */
function Entries({ settings }: { settings: LeaderboardSeasonPage | undefined }) {
  const { gameId } = route.useParams()
  const { name = '', player, season, group } = route.useSearch()
  const { cursor, is_first } = useList()
  const page = Math.min(LAST_PAGE, Math.max(1, Number(cursor ?? 1) || 1))
  const shown = { user_id: player, season, group_id: group }
  const query = useRead(
    'admin.leaderboards.get',
    { id: gameId, leaderboard_name: name, ...shown, page, per_page: PER_PAGE },
    { keepPrevious: true, enabled: name !== '' },
  )
  const is_of_player = player !== undefined
  const counts = settings?.counts ?? 'best'
  const columns = useColumns({ gameId, name, season, group, counts, is_of_player })
  const entries = query.data?.entries
  return (
    <>
      <Filters settings={settings} is_empty={!query.data?.players} />
      {is_first && !is_of_player && entries && entries.length > 0 && (
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
        note={query.data && formatPlayers(query.data.players)}
        empty={
          <Nothing
            title={is_of_player ? 'This player has no entries' : 'This leaderboard is empty'}
          />
        }
      />
    </>
  )
}

/** `settings` are undefined until they are read. */
export function EntriesTab({ settings }: { settings: LeaderboardSeasonPage | undefined }) {
  const { group } = route.useSearch()
  if (settings?.one_for !== 'each_group' || group !== undefined)
    return <Entries settings={settings} />
  return (
    <>
      <Filters settings={settings} is_empty />
      <ChooseGroup />
    </>
  )
}
