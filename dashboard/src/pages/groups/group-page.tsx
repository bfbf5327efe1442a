import { Badge, Button, Group, Tabs } from '@mantine/core'
import { Pencil1Icon, TrashIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirmByTyping } from '../../components/confirm.tsx'
import { Facts } from '../../components/facts.tsx'
import { formatNumber, Num, Time } from '../../components/format.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Loaded } from '../../components/states.tsx'
import { AttributesTab } from './attributes-tab.tsx'
import { joining } from './groups-page.tsx'
import { MembersTab, PendingTab } from './members-tab.tsx'
import { RenameGroup } from './rename-group.tsx'

const route = getRouteApi('/staff-only/games/$gameId/groups/$groupId')

export function GroupPage() {
  const { gameId, groupId } = route.useParams()
  const { tab = 'members' } = route.useSearch()
  const navigate = route.useNavigate()
  const can = useCan()
  const [is_renaming, setRenaming] = useState(false)
  const wanted = { id: gameId, group_id: groupId }
  const query = useRead('admin.groups.get', wanted)
  const remove = useChange('admin.groups.delete', {
    done: 'The group was deleted.',
    notifyFailure: false,
    onDone: () => navigate({ to: '/games/$gameId/groups', params: { gameId } }),
  })
  const show = (value: string | null) =>
    navigate({
      search: {
        tab:
          value === 'invites' || value === 'requests' || value === 'attributes' ? value : undefined,
      },
    })
  return (
    <Loaded query={query}>
      {(group) => (
        <>
          <PageHeader
            title={plainPlayerText(group.name)}
            shown={<PlayerText>{group.name}</PlayerText>}
            actions={
              <>
                {group.chat_id !== null && can('support', gameId) && (
                  <ButtonLink
                    variant="default"
                    to="/games/$gameId/chats/$chatId"
                    params={{ gameId, chatId: group.chat_id }}
                  >
                    Open its chat
                  </ButtonLink>
                )}
                {can('support', gameId) && (
                  <Button
                    variant="default"
                    leftSection={<Pencil1Icon />}
                    onClick={() => setRenaming(true)}
                  >
                    Rename
                  </Button>
                )}
                {can('admin', gameId) && (
                  <Button
                    color="red"
                    variant="light"
                    leftSection={<TrashIcon />}
                    onClick={() =>
                      confirmByTyping(group.name, {
                        title: 'Delete this group?',
                        text: `Its ${formatNumber(group.member_count)} members lose it, with its chat and its attributes. This cannot be undone.`,
                        action: 'Delete group',
                        onConfirm: () => remove.mutateAsync({ ...wanted, name: group.name }),
                      })
                    }
                  >
                    Delete
                  </Button>
                )}
              </>
            }
          />
          <Facts
            facts={[
              { label: 'Id', value: group.id },
              { label: 'Type', value: <PlayerText>{group.group_type}</PlayerText> },
              {
                label: 'Members',
                value: (
                  <>
                    <Num value={group.member_count} /> of <Num value={group.max_group_size} />
                  </>
                ),
              },
              { label: 'Created', value: <Time at={group.created_at} /> },
              { label: 'Joining', value: joining(group) },
              { label: 'Players can find it', value: group.searchable ? 'Yes' : 'No' },
              {
                label: 'Who can add attributes',
                value: group.admins_only_can_create_attributes
                  ? 'Only group admins'
                  : 'All members',
              },
            ]}
          />
          <Tabs value={tab} onChange={(value) => void show(value)} keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="members">
                <Group gap={6} wrap="nowrap">
                  Members <Count value={group.member_count} />
                </Group>
              </Tabs.Tab>
              <Tabs.Tab value="invites">Invites</Tabs.Tab>
              <Tabs.Tab value="requests">Join requests</Tabs.Tab>
              <Tabs.Tab value="attributes">
                <Group gap={6} wrap="nowrap">
                  Attributes <Count value={group.attribute_count} />
                </Group>
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="members">
              <MembersTab group={group} gameId={gameId} />
            </Tabs.Panel>
            <Tabs.Panel value="invites">
              <PendingTab gameId={gameId} groupId={groupId} kind="invite" />
            </Tabs.Panel>
            <Tabs.Panel value="requests">
              <PendingTab gameId={gameId} groupId={groupId} kind="join_request" />
            </Tabs.Panel>
            <Tabs.Panel value="attributes">
              <AttributesTab gameId={gameId} groupId={groupId} />
            </Tabs.Panel>
          </Tabs>
          {is_renaming && (
            <RenameGroup
              gameId={gameId}
              groupId={groupId}
              name={group.name}
              close={() => setRenaming(false)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function Count({ value }: { value: number }) {
  return (
    <Badge size="sm" variant="light" color="gray">
      {formatNumber(value)}
    </Badge>
  )
}
