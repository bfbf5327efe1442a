import { Badge, Button, Card, Group, MultiSelect, NumberInput, Table, Text } from '@mantine/core'
import { LightningBoltIcon, PauseIcon, PlayIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../api/session.ts'
import { formatNumber } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'
import { EventRow } from './event-row.tsx'
import { eventTypes, typeOptions } from './event-types.ts'
import { type Connection, MAX_EVENTS, useEvents } from './use-events.ts'

const route = getRouteApi('/staff-only/games/$gameId/live')

const CONNECTIONS: Record<Connection, { color: string; label: string }> = {
  connecting: { color: 'yellow', label: 'Connecting' },
  connected: { color: 'green', label: 'Connected' },
  interrupted: { color: 'red', label: 'Interrupted, trying again' },
}

function Filters() {
  const { types, player } = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = types?.split(',').filter((type) => eventTypes.has(type)) ?? []
  return (
    <Group align="flex-start" mb="md" gap="md">
      <MultiSelect
        label="Types"
        description="None chosen: all but the frequent ones, which are recorded only while somebody has chosen them."
        placeholder={chosen.length === 0 ? 'All types' : ''}
        data={typeOptions}
        value={chosen}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, types: value.join(',') || undefined }),
            replace: true,
          })
        }
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the types' }}
        nothingFoundMessage="No such type"
        flex="1 1 20rem"
      />
      <NumberInput
        label="Player"
        description="A player id."
        placeholder="Everyone"
        value={player ?? ''}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, player: Number(value) || undefined }),
            replace: true,
          })
        }
        min={1}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        w={{ base: '100%', xs: '12rem' }}
      />
    </Group>
  )
}

/** What happens in a game now. */
export function LivePage() {
  const { gameId } = route.useParams()
  const { types, player } = route.useSearch()
  const [is_paused, setPaused] = useState(false)
  const { connection, events, missed } = useEvents({ gameId, types, player }, is_paused)
  const reads_texts = useCan()('support', gameId)
  const { color, label } = CONNECTIONS[connection]
  return (
    <>
      <PageHeader
        title="Live"
        description={
          reads_texts
            ? 'What happens in the game, as it happens. The texts of messages are not shown here: read them in the chat.'
            : 'What happens in the game, as it happens. The texts of messages are not shown.'
        }
        actions={
          <>
            <Badge variant="dot" color={color} size="lg" tt="none" fw={500} role="status">
              {label}
            </Badge>
            <Button
              variant={is_paused ? 'filled' : 'default'}
              leftSection={is_paused ? <PlayIcon /> : <PauseIcon />}
              onClick={() => setPaused(!is_paused)}
            >
              {is_paused ? 'Resume' : 'Pause'}
            </Button>
          </>
        }
      />
      <Filters />
      {is_paused && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {missed === 0
            ? 'Paused. Nothing has happened since.'
            : `Paused. ${formatNumber(missed)} ${missed === 1 ? 'event' : 'events'} since.`}
        </Text>
      )}
      <Card padding={0}>
        {events.length === 0 ? (
          <Nothing
            icon={<LightningBoltIcon />}
            title="Waiting for the next event"
            description="Sign-ups, friend requests, groups and messages appear here within a second. Keep this page open and play."
          />
        ) : (
          <Table.ScrollContainer
            minWidth={300}
            scrollAreaProps={{
              viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Events' },
            }}
          >
            <Table aria-label="Events" verticalSpacing="xs" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={96}>Time</Table.Th>
                  <Table.Th w={{ sm: 220 }}>Event</Table.Th>
                  <Table.Th w={200} visibleFrom="sm">
                    Player
                  </Table.Th>
                  <Table.Th visibleFrom="sm">Details</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {events.map((event) => (
                  <EventRow key={event.id} event={event} gameId={gameId} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Card>
      {events.length === MAX_EVENTS && (
        <Text size="sm" c="dimmed" mt="sm">
          The last {MAX_EVENTS} events are shown.
        </Text>
      )}
    </>
  )
}
