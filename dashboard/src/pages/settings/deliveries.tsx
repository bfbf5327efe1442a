import { Badge, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { ChevronLeftIcon, PaperPlaneIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { WebhookDelivery } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerText } from '../../components/player-text.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'
import { WebhookState } from './webhook-state.tsx'

const route = getRouteApi('/staff-only/games/$gameId/settings')

const PAGE = 100

const COLORS = { pending: 'orange', delivered: 'green', undelivered: 'red' }

const PROBLEMS = {
  status: 'Refused',
  redirect: 'Redirected: redirects are not followed',
  timeout: 'No answer in time',
  connection: 'Could not connect',
  refused_url: 'The URL leads to an address that is not public',
}

function describeLast({ problem, response_status, attempts }: WebhookDelivery): string {
  if (problem) return `${PROBLEMS[problem]}${response_status ? ` (${response_status})` : ''}`
  if (response_status !== null) return `Answered ${response_status}`
  return attempts === 0 ? 'Not sent yet' : '—'
}

/** What became of each event that was sent to a webhook. */
export function Deliveries({ webhook_id: id }: { webhook_id: number }) {
  const game = useGame()
  const may_change = useCan()('admin', game.id)
  const { status } = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor } = useList()
  const webhook = useRead('admin.webhooks.get', { id })
  const query = useRead(
    'admin.webhooks.deliveries',
    { id, status, ...(cursor ? { before: Number(cursor) } : {}) },
    { keepPrevious: true, refetchInterval: 5000 },
  )
  const rows = query.data?.deliveries
  const redeliver = useChange('admin.webhooks.redeliver', { done: 'The delivery is sent again.' })
  return (
    <Stack>
      <Group justify="space-between">
        <ButtonLink
          from="/games/$gameId/settings"
          to="."
          search={{ tab: 'webhooks' }}
          variant="subtle"
          size="xs"
          leftSection={<ChevronLeftIcon />}
        >
          All webhooks
        </ButtonLink>
        <SegmentedControl
          size="xs"
          aria-label="Status of deliveries"
          value={status ?? 'all'}
          onChange={(value) =>
            void navigate({
              search: {
                tab: 'webhooks',
                webhook: id,
                status:
                  value === 'pending' || value === 'delivered' || value === 'undelivered'
                    ? value
                    : undefined,
              },
            })
          }
          data={[
            { value: 'all', label: 'All' },
            { value: 'pending', label: 'Pending' },
            { value: 'delivered', label: 'Delivered' },
            { value: 'undelivered', label: 'Undelivered' },
          ]}
        />
      </Group>
      <Loaded query={webhook} lines={1}>
        {(found) => (
          <Group gap="sm">
            <PlayerText ff="monospace" fz="sm">
              {found.url}
            </PlayerText>
            <WebhookState webhook={found} />
          </Group>
        )}
      </Loaded>
      <DataTable
        label="Deliveries"
        columns={[
          {
            header: 'Event',
            cell: ({ type }) => (
              <Text ff="monospace" size="sm">
                {type}
              </Text>
            ),
          },
          { header: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
          {
            header: 'Status',
            cell: (row) => (
              <Badge variant="light" color={COLORS[row.status]}>
                {row.status}
              </Badge>
            ),
          },
          { header: 'Last attempt', cell: describeLast },
          { header: 'Attempts', cell: ({ attempts }) => attempts, align: 'right' },
          {
            header: 'Next attempt',
            cell: ({ next_attempt_at }) => <Time at={next_attempt_at} empty="none" />,
          },
          ...(may_change
            ? [
                {
                  header: '',
                  cell: (row: WebhookDelivery) => (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      onClick={() => redeliver.mutate({ id: row.id })}
                    >
                      Send again
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        rows={rows}
        rowKey={(row) => row.id}
        query={query}
        next={rows?.length === PAGE ? rows.at(-1)?.id : null}
        empty={
          <Nothing
            title="No deliveries"
            description="Delivered events are kept for a day, undelivered ones for a week."
            icon={<PaperPlaneIcon />}
          />
        }
      />
    </Stack>
  )
}
