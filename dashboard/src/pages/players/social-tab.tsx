import { Badge, SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { PlayerProfile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { idsOf } from './form-frame.tsx'
import { usePageNumber } from './pages-by-number.ts'

const route = getRouteApi('/staff-only/games/$gameId/players/$playerId')

interface TabProps {
  player: PlayerProfile
}

interface OthersProps {
  player: PlayerProfile
  label: string
  since: string
  others: { id: number; username: string; since: string }[] | undefined
  query: { error: unknown; refetch: () => unknown; isFetching: boolean }
  empty: { title: string; description: string }
}

function Others({ player, label, since, others, query, empty }: OthersProps) {
  const pages = usePageNumber()
  return (
    <DataTable
      label={label}
      columns={[
        { header: 'Name', cell: ({ username }) => <PlayerName fz="sm">{username}</PlayerName> },
        { header: since, cell: (other) => <Time at={other.since} /> },
      ]}
      rows={others}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({
        to: '/games/$gameId/players/$playerId',
        params: { gameId: player.game_id, playerId: id },
      })}
      query={query}
      next={pages.next(others)}
      empty={<Nothing {...empty} />}
    />
  )
}

function Friends({ player }: TabProps) {
  const { input } = usePageNumber()
  const query = useRead('admin.players.friends', { ...idsOf(player), ...input })
  return (
    <Others
      player={player}
      label="Friends"
      since="Friends since"
      others={query.data?.friends}
      query={query}
      empty={{ title: 'No friends', description: 'Friends of this player appear here.' }}
    />
  )
}

function Blocks({ player }: TabProps) {
  const { input } = usePageNumber()
  const query = useRead('admin.players.blocks', { ...idsOf(player), ...input })
  return (
    <Others
      player={player}
      label="Blocked players"
      since="Blocked"
      others={query.data?.blocks}
      query={query}
      empty={{
        title: 'Nobody is blocked',
        description: 'Players whom this player blocks appear here.',
      }}
    />
  )
}

function Groups({ player }: TabProps) {
  const pages = usePageNumber()
  const query = useRead('admin.players.groups', { ...idsOf(player), ...pages.input })
  return (
    <DataTable
      label="Groups"
      columns={[
        { header: 'Name', cell: ({ name }) => <PlayerName fz="sm">{name}</PlayerName> },
        { header: 'Type', cell: ({ group_type }) => <PlayerName>{group_type}</PlayerName> },
        {
          header: 'Role',
          cell: ({ is_admin }) => (is_admin ? <Badge variant="default">Admin</Badge> : 'Member'),
        },
        {
          header: 'Members',
          align: 'right',
          cell: ({ member_count }) => <Num value={member_count} />,
        },
        { header: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} empty="unknown" /> },
      ]}
      rows={query.data?.groups}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({
        to: '/games/$gameId/groups/$groupId',
        params: { gameId: player.game_id, groupId: id },
      })}
      query={query}
      next={pages.next(query.data?.groups)}
      empty={<Nothing title="No groups" description="Groups of this player appear here." />}
    />
  )
}

export function SocialTab({ player }: TabProps) {
  const { part } = route.useSearch()
  const navigate = route.useNavigate()
  const { friends, groups, blocks } = player.counts
  const Shown = part === 'groups' ? Groups : part === 'blocks' ? Blocks : Friends
  return (
    <>
      <SegmentedControl
        aria-label="Which list"
        mb="sm"
        value={part ?? 'friends'}
        data={[
          { value: 'friends', label: `Friends (${friends})` },
          { value: 'groups', label: `Groups (${groups})` },
          { value: 'blocks', label: `Blocked (${blocks})` },
        ]}
        onChange={(value) =>
          void navigate({
            search: {
              tab: 'social',
              part: value === 'groups' || value === 'blocks' ? value : undefined,
            },
            resetScroll: false,
          })
        }
      />
      <Shown player={player} />
    </>
  )
}
