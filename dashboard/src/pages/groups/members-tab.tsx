import { Badge, Button } from '@mantine/core'
import type { ManagedGroupDetails } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'

const PER_PAGE = 50

/** The page number in the URL. */
export function usePage() {
  const { cursor } = useList()
  const page = Math.max(1, Number(cursor ?? 1) || 1)
  return { page, per_page: PER_PAGE, nextIf: (has: boolean) => (has ? page + 1 : null) }
}

interface Member {
  id: number
  username: string
  is_admin: boolean
  joined_at: string
}

interface MembersTabProps {
  gameId: number
  group: ManagedGroupDetails
}

export function MembersTab({ gameId, group }: MembersTabProps) {
  const can = useCan()
  const { page, per_page, nextIf } = usePage()
  const wanted = { id: gameId, group_id: group.id }
  const query = useRead(
    'admin.groups.members',
    { ...wanted, page, per_page },
    { keepPrevious: true },
  )
  const remove = useChange('admin.groups.removeMember', {
    done: 'The member was removed.',
    notifyFailure: false,
  })
  const ask = (member: Member) =>
    confirm({
      title: 'Remove this member?',
      text: (
        <>
          <PlayerText fw={600}>{member.username}</PlayerText> can only come back if an admin of the
          group invites them.
          {group.member_count === 1 && ' Nobody else is in the group: it is deleted with them.'}
        </>
      ),
      action: 'Remove member',
      onConfirm: () => remove.mutateAsync({ ...wanted, user_id: member.id }),
    })
  const columns: Column<Member>[] = [
    { header: 'Player', cell: (member) => <PlayerLink gameId={gameId} user={member} /> },
    {
      header: 'Role',
      cell: ({ is_admin }) =>
        is_admin ? <Badge variant="light">Admin</Badge> : <span>Member</span>,
    },
    { header: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} /> },
  ]
  if (can('support', gameId))
    columns.push({
      header: '',
      align: 'right',
      cell: (member) => (
        <Button size="xs" variant="subtle" color="red" onClick={() => ask(member)}>
          Remove
        </Button>
      ),
    })
  return (
    <DataTable
      label="Members"
      columns={columns}
      rows={query.data?.members}
      rowKey={({ id }) => id}
      query={query}
      next={nextIf(page * per_page < (query.data?.total ?? 0))}
      empty={<Nothing title="No members" />}
    />
  )
}

interface PendingTabProps {
  gameId: number
  groupId: number
  kind: 'invite' | 'join_request'
}

export function PendingTab({ gameId, groupId, kind }: PendingTabProps) {
  const { page, per_page, nextIf } = usePage()
  const wanted = { id: gameId, group_id: groupId, kind, page, per_page }
  const query = useRead('admin.groups.pending', wanted, { keepPrevious: true })
  const is_invite = kind === 'invite'
  return (
    <DataTable
      label={is_invite ? 'Invites' : 'Join requests'}
      columns={[
        {
          header: 'Player',
          cell: ({ user_id, username }) => (
            <PlayerLink gameId={gameId} user={{ id: user_id, username }} />
          ),
        },
        ...(is_invite
          ? [
              {
                header: 'Invited by',
                cell: (row: { inviter_id: number; inviter_username: string | null }) => (
                  <PlayerLink
                    gameId={gameId}
                    user={
                      row.inviter_username === null
                        ? null
                        : { id: row.inviter_id, username: row.inviter_username }
                    }
                  />
                ),
              },
            ]
          : []),
        { header: 'Sent', cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      rows={query.data?.pending}
      rowKey={({ id }) => id}
      query={query}
      next={nextIf(query.data?.pending.length === per_page)}
      empty={
        <Nothing
          title={is_invite ? 'No pending invites' : 'No pending join requests'}
          description={
            is_invite
              ? 'Players who were invited and have not answered yet appear here.'
              : 'Players who want to join and wait for an answer appear here.'
          }
        />
      }
    />
  )
}
