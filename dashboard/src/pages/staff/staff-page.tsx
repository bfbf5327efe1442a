import { ActionIcon, Badge, Button, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CheckCircledIcon, DotsHorizontalIcon, PlusIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import type { StaffMember } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan, useStaff } from '../../api/session.ts'
import { confirm, confirmByTyping } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { GamesText, RoleBadge } from '../../components/rights.tsx'
import { Nothing } from '../../components/states.tsx'
import { ChangeForm } from './change-form.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'

const DESCRIPTION = 'Who may sign in to this dashboard, and what they may do.'

function useActions(onChange: (member: StaffMember) => void) {
  const change = useChange('admin.staff.change', { done: 'Saved.', notifyFailure: false })
  const remove = useChange('admin.staff.remove', { done: 'Removed.', notifyFailure: false })
  const setDisabled = ({ id, name }: StaffMember, is_disabled: boolean) =>
    confirm({
      title: is_disabled ? `Disable ${name}?` : `Enable ${name}?`,
      text: is_disabled
        ? 'They are signed out at once and cannot sign in. Their API tokens are deleted. You can enable them again.'
        : 'They can sign in again. Their API tokens do not come back.',
      action: is_disabled ? 'Disable' : 'Enable',
      destructive: is_disabled,
      onConfirm: () => change.mutateAsync({ id, is_disabled }),
    })
  const removeMember = ({ id, name }: StaffMember) =>
    confirmByTyping(name, {
      title: `Remove ${name}?`,
      text: 'Their account is deleted, with all sessions and API tokens. What they did stays in the audit log.',
      action: 'Remove',
      onConfirm: () => remove.mutateAsync({ id }),
    })
  return { setDisabled, removeMember, onChange }
}

interface ActionsProps {
  member: StaffMember
  actions: ReturnType<typeof useActions>
}

function Actions({ member, actions }: ActionsProps) {
  const is_disabled = member.disabled_at !== null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${member.name}`}>
          <DotsHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => actions.onChange(member)}>Change role or games</Menu.Item>
        <Menu.Item onClick={() => actions.setDisabled(member, !is_disabled)}>
          {is_disabled ? 'Enable' : 'Disable'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => actions.removeMember(member)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Member({ member, is_self }: { member: StaffMember; is_self: boolean }) {
  return (
    <Stack gap={0}>
      <Group gap={6}>
        <Text fw={500} size="sm">
          <PlayerText>{member.name}</PlayerText>
        </Text>
        {is_self && (
          <Badge size="xs" variant="light" color="gray" tt="none">
            you
          </Badge>
        )}
        {member.disabled_at !== null && (
          <Badge size="xs" variant="light" color="red" tt="none">
            disabled
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {member.email}
      </Text>
    </Stack>
  )
}

function StaffList() {
  const me = useStaff()
  const query = useRead('admin.staff.list', {})
  const [is_inviting, { open, close }] = useDisclosure()
  const [changed, setChanged] = useState<StaffMember>()
  const actions = useActions(setChanged)
  return (
    <>
      <PageHeader
        title="Staff"
        description={DESCRIPTION}
        actions={
          <Button leftSection={<PlusIcon />} onClick={open}>
            Invite
          </Button>
        }
      />
      <Stack gap="xl">
        <DataTable
          label="Staff"
          columns={[
            {
              header: 'Name',
              cell: (member) => <Member member={member} is_self={member.id === me.id} />,
            },
            { header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
            { header: 'Games', cell: ({ game_ids }) => <GamesText game_ids={game_ids} /> },
            {
              header: 'Second factor',
              cell: ({ second_factor }) =>
                second_factor ? (
                  <Group gap={6} c="green">
                    <CheckCircledIcon aria-hidden /> on
                  </Group>
                ) : (
                  <Text span size="sm" c="dimmed">
                    off
                  </Text>
                ),
            },
            { header: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
            {
              header: '',
              cell: (member) => <Actions member={member} actions={actions} />,
              align: 'right',
              width: 60,
            },
          ]}
          rows={query.data?.staff}
          rowKey={({ id }) => id}
          query={query}
          empty={<Nothing title="Nobody yet" />}
        />
        <Invitations />
      </Stack>
      <Modal opened={is_inviting} onClose={close} title="Invite somebody">
        <InviteForm onDone={close} />
      </Modal>
      <Modal
        opened={changed !== undefined}
        onClose={() => setChanged(undefined)}
        title="Change role or games"
      >
        {changed && <ChangeForm member={changed} onDone={() => setChanged(undefined)} />}
      </Modal>
    </>
  )
}

export function StaffPage() {
  const can = useCan()
  if (can('owner')) return <StaffList />
  return (
    <>
      <PageHeader title="Staff" description={DESCRIPTION} />
      <Nothing
        title="Only owners see the staff"
        description="They invite people, and decide what each may do."
      />
    </>
  )
}
