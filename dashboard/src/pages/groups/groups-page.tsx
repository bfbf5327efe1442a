import { Badge, Group } from '@mantine/core'
import { GroupIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { FilterText } from '../../components/filter-text.tsx'
import { Num, Time } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'

const route = getRouteApi('/staff-only/games/$gameId/groups')

export function GroupsPage() {
  const { gameId } = route.useParams()
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor } = useList()
  const before = cursor === undefined ? undefined : Number(cursor)
  const wanted = { id: gameId, query: q, before, limit: 50 }
  const query = useRead('admin.groups.list', wanted, { keepPrevious: true })
  return (
    <>
      <PageHeader title="Groups" description="Players who play together, the newest first." />
      <Group mb="md">
        <FilterText
          label="Find groups by name"
          value={q}
          onFilter={(value) =>
            void navigate({ search: (old) => ({ ...old, q: value, cursor: undefined }) })
          }
        />
      </Group>
      <DataTable
        label="Groups"
        columns={[
          { header: 'Name', cell: ({ name }) => <PlayerName>{name}</PlayerName> },
          { header: 'Type', cell: ({ group_type }) => <PlayerText>{group_type}</PlayerText> },
          {
            header: 'Members',
            align: 'right',
            cell: ({ member_count, max_group_size }) => (
              <>
                <Num value={member_count} /> of <Num value={max_group_size} />
              </>
            ),
          },
          {
            header: 'Joining',
            cell: (group) => (
              <Group gap={6} wrap="nowrap">
                <Badge variant="light" color="gray" miw="max-content">
                  {joining(group)}
                </Badge>
                {!group.searchable && (
                  <Badge variant="light" color="gray" miw="max-content">
                    Hidden
                  </Badge>
                )}
              </Group>
            ),
          },
          { header: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
        ]}
        rows={query.data?.groups}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/games/$gameId/groups/$groupId',
          params: { gameId, groupId: id },
        })}
        query={query}
        next={query.data?.next}
        empty={
          q ? (
            <Nothing
              title="No group has this name"
              description="A search finds names with words that begin with what you type."
            />
          ) : (
            <Nothing
              icon={<GroupIcon />}
              title="No groups yet"
              description="Teams, guilds and clans that players create appear here."
            />
          )
        }
      />
    </>
  )
}

/** How players come into a group. */
export function joining(group: { is_invite_only: boolean; can_auto_join: boolean }): string {
  if (group.is_invite_only) return 'By invitation'
  return group.can_auto_join ? 'Anyone' : 'On request'
}
