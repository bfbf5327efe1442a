import { ActionIcon, Button, Card, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { DotsVerticalIcon, PlusIcon, Share1Icon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { TextLink } from '../../components/links.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Section } from '../../components/section.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'
import { Deliveries } from './deliveries.tsx'
import { showSecret, WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

const route = getRouteApi('/staff-only/games/$gameId/settings')

function WebhookMenu({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const { id } = webhook
  const pause = useChange('admin.webhooks.pause', { done: 'The webhook is paused.' })
  const resume = useChange('admin.webhooks.resume', { done: 'The webhook is resumed.' })
  const rotate = useChange('admin.webhooks.rotateSecret', {
    onDone: ({ secret }) => showSecret(secret),
  })
  const remove = useChange('admin.webhooks.delete', { done: 'The webhook is deleted.' })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Actions of this webhook">
          <DotsVerticalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Change URL or events</Menu.Item>
        {webhook.paused_at ? (
          <Menu.Item onClick={() => resume.mutate({ id })}>Resume</Menu.Item>
        ) : (
          <Menu.Item onClick={() => pause.mutate({ id })}>Pause</Menu.Item>
        )}
        <Menu.Item
          onClick={() =>
            confirm({
              title: 'Rotate the secret?',
              text: 'You get a new secret. For a day, requests are also signed with the current one, so that you can change your server without a gap.',
              action: 'Rotate secret',
              destructive: false,
              onConfirm: () => rotate.mutateAsync({ id }),
            })
          }
        >
          Rotate secret
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          onClick={() =>
            confirm({
              title: 'Delete this webhook?',
              text: 'Its deliveries are deleted too. Events that wait to be sent are no longer sent.',
              action: 'Delete webhook',
              onConfirm: () => remove.mutateAsync({ id }),
            })
          }
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function WebhookCard({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const may_change = useCan()('admin', webhook.game_id)
  const test = useChange('admin.webhooks.test', {
    done: 'A test event is on its way: see its delivery.',
  })
  const { types } = webhook
  return (
    <Card padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={6} miw={0}>
          <PlayerText ff="monospace" fz="sm">
            {webhook.url}
          </PlayerText>
          <Group gap="xs">
            <WebhookState webhook={webhook} />
            <Text size="sm" c="dimmed">
              {types.length === 0
                ? 'All events'
                : `${types.slice(0, 3).join(', ')}${types.length > 3 ? ` and ${types.length - 3} more` : ''}`}
            </Text>
          </Group>
          <Group gap="md">
            <TextLink
              from="/games/$gameId/settings"
              to="."
              size="sm"
              search={{ tab: 'webhooks', webhook: webhook.id }}
            >
              Deliveries
            </TextLink>
            {may_change && (
              <Button
                size="compact-sm"
                variant="subtle"
                loading={test.isPending}
                onClick={() => test.mutate({ id: webhook.id })}
              >
                Send a test event
              </Button>
            )}
          </Group>
        </Stack>
        {may_change && <WebhookMenu webhook={webhook} onEdit={onEdit} />}
      </Group>
    </Card>
  )
}

export function WebhooksTab() {
  const { id } = useGame()
  const { webhook: shown_id } = route.useSearch()
  const may_change = useCan()('admin', id)
  const query = useRead('admin.webhooks.list', { id })
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const close = () => setEdited(null)
  if (shown_id !== undefined) return <Deliveries webhook_id={shown_id} />
  return (
    <Section
      title="Webhooks"
      description="Your own server gets a request for each event, such as a new player or a message, which is sent again if it fails."
      actions={
        may_change && (
          <Button size="xs" leftSection={<PlusIcon />} onClick={() => setEdited('new')}>
            Create webhook
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Nothing
              title="No webhooks yet"
              description="You need one only if your game has a server of its own."
              icon={<Share1Icon />}
            />
          ) : (
            <Stack gap="sm">
              {webhooks.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Modal
        opened={edited !== null}
        onClose={close}
        title={edited === 'new' ? 'Create a webhook' : 'Change a webhook'}
      >
        {edited && (
          <WebhookForm
            game_id={id}
            webhook={edited === 'new' ? undefined : edited}
            onDone={close}
          />
        )}
      </Modal>
    </Section>
  )
}
