import { Group, Tabs } from '@mantine/core'
import { LapTimerIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { FilterText } from '../../components/filter-text.tsx'
import { Num, Time } from '../../components/format.tsx'
import { LookFurther } from '../../components/look-further.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { MultiplayerRounds } from './multiplayer-rounds.tsx'

const route = getRouteApi('/staff-only/games/$gameId/rounds')

export function RoundsPage() {
  const { view = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title="Rounds" description="What players have played, the newest first." />
      <Tabs
        value={view}
        keepMounted={false}
        onChange={(value) =>
          void navigate({ search: { view: value === 'multiplayer' ? value : undefined } })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="all">All rounds</Tabs.Tab>
          <Tabs.Tab value="multiplayer">Multiplayer rounds</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="all">
          <AllRounds />
        </Tabs.Panel>
        <Tabs.Panel value="multiplayer">
          <MultiplayerRounds />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function AllRounds() {
  const { gameId } = route.useParams()
  const { type, player } = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor } = useList()
  const before = cursor === undefined ? undefined : Number(cursor)
  const wanted = { id: gameId, game_type: type, user_id: player, before }
  const query = useRead('admin.rounds.list', wanted, { keepPrevious: true })
  const rounds = query.data?.rounds
  const next = query.data?.next ?? null
  const is_filtered = type !== undefined || player !== undefined
  return (
    <>
      <Group mb="md">
        <FilterText
          label="Game type"
          value={type}
          onFilter={(value) =>
            void navigate({ search: (old) => ({ ...old, type: value, cursor: undefined }) })
          }
        />
        <FilterText
          label="Player id"
          numeric
          value={player?.toString()}
          onFilter={(value) =>
            void navigate({
              search: (old) => ({
                ...old,
                player: value === undefined ? undefined : Number(value),
                cursor: undefined,
              }),
            })
          }
        />
      </Group>
      <DataTable
        label="Rounds"
        columns={[
          { header: 'Type', cell: ({ game_type }) => <PlayerName>{game_type}</PlayerName> },
          { header: 'Player', cell: ({ user }) => <PlayerLink gameId={gameId} user={user} /> },
          { header: 'Score', align: 'right', cell: ({ score }) => <Num value={score} /> },
          {
            header: 'Multiplayer',
            cell: ({ multiplayer_game_round_id }) =>
              multiplayer_game_round_id === null ? 'No' : 'Yes',
          },
          { header: 'Started', cell: ({ start_time }) => <Time at={start_time} /> },
          { header: 'Ended', cell: ({ end_time }) => <Time at={end_time} empty="not yet" /> },
        ]}
        rows={rounds}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/games/$gameId/rounds/$roundId',
          params: { gameId, roundId: id },
        })}
        query={query}
        next={next}
        empty={
          next !== null ? (
            <LookFurther next={next} />
          ) : (
            <Nothing
              icon={<LapTimerIcon />}
              title={is_filtered ? 'No matching rounds' : 'No rounds yet'}
              description={
                is_filtered
                  ? 'The type must be written exactly as the game sends it.'
                  : 'A round appears here when the game sends one with POST /game_rounds.'
              }
            />
          )
        }
      />
    </>
  )
}
