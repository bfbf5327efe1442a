import { Button, Stack, Title } from '@mantine/core'
import { useChange, useRead } from '../../api/queries.ts'
import { confirm } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { GamesText, RoleBadge } from '../../components/rights.tsx'

/** Nothing if there are none. */
export function Invitations() {
  const query = useRead('admin.staff.invitations', {})
  const withdraw = useChange('admin.staff.withdrawInvitation', {
    done: 'Withdrawn.',
    notifyFailure: false,
  })
  if (query.data?.invitations.length === 0) return null
  return (
    <Stack gap="sm">
      <Title order={2} fz="lg">
        Open invitations
      </Title>
      <DataTable
        label="Open invitations"
        columns={[
          { header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
          { header: 'Games', cell: ({ game_ids }) => <GamesText game_ids={game_ids} /> },
          { header: 'Sent', cell: ({ created_at }) => <Time at={created_at} /> },
          { header: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
          {
            header: '',
            align: 'right',
            cell: ({ id }) => (
              <Button
                size="xs"
                variant="default"
                onClick={() =>
                  confirm({
                    title: 'Withdraw the invitation?',
                    text: 'Its link stops working at once.',
                    action: 'Withdraw',
                    onConfirm: () => withdraw.mutateAsync({ id }),
                  })
                }
              >
                Withdraw
              </Button>
            ),
          },
        ]}
        rows={query.data?.invitations}
        rowKey={({ id }) => id}
        query={query}
        empty={null}
      />
    </Stack>
  )
}
