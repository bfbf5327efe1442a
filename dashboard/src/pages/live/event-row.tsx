import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { useCan } from '../../api/session.ts'
import { formatTime } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { eventTypes, labelOf } from './event-types.ts'
import type { GameEvent } from './use-events.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** Ids that say nothing to people, and what is shown elsewhere in the row. */
const HIDDEN =
  /^(id|user_id|friendship_id|group_id|chat_id|created_at|requested_at|last_seen)$|_id$/

const COLORS: Record<string, string> = {
  Players: 'teal',
  Friends: 'grape',
  Groups: 'indigo',
  Chats: 'blue',
  Moderation: 'red',
  Operators: 'orange',
  Frequent: 'gray',
}

interface User {
  id: number
  username: string
}

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'id' in value && 'username' in value

function PlayerLink({ user, gameId }: { user: User; gameId: number }) {
  return (
    <TextLink fz="sm" to="/games/$gameId/players/$playerId" params={{ gameId, playerId: user.id }}>
      <PlayerName>{user.username}</PlayerName>
    </TextLink>
  )
}

/** Texts of messages are read there, and the audit log records it. */
function ChatLink({ event: { type, data }, gameId }: EventRowProps) {
  const reads_chats = useCan()('support', gameId)
  const { chat_id: chatId } = data
  if (!reads_chats || !type.startsWith('message.') || typeof chatId !== 'number') return null
  return (
    <TextLink fz="sm" to="/games/$gameId/chats/$chatId" params={{ gameId, chatId }}>
      Open the chat
    </TextLink>
  )
}

function Details({ event, gameId }: EventRowProps) {
  const { data } = event
  const shown = Object.entries(data).filter(
    ([name, value]) =>
      !HIDDEN.test(name) && ['string', 'number', 'boolean'].includes(typeof value) && value !== '',
  )
  return (
    <Group gap="sm">
      {shown.map(([name, value]) => (
        <Text key={name} size="sm" component="span">
          <Text span c="dimmed" size="sm">
            {name.replaceAll('_', ' ')}:{' '}
          </Text>
          <PlayerText>{String(value)}</PlayerText>
        </Text>
      ))}
      <ChatLink event={event} gameId={gameId} />
    </Group>
  )
}

function Player({ event: { data, actor_id }, gameId }: EventRowProps) {
  const { user } = data
  if (isUser(user)) return <PlayerLink user={user} gameId={gameId} />
  return (
    <Text size="sm" c="dimmed">
      {actor_id === null ? '—' : `Player ${actor_id}`}
    </Text>
  )
}

interface EventRowProps {
  event: GameEvent
  gameId: number
}

/** On a phone, all about an event is in one column. */
export function EventRow({ event, gameId }: EventRowProps) {
  const { type, at, data } = event
  const group = eventTypes.get(type)?.group ?? ''
  return (
    <Table.Tr>
      <Table.Td
        style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', verticalAlign: 'top' }}
      >
        <time dateTime={at} title={formatTime(at)}>
          {clock.format(new Date(at))}
        </time>
      </Table.Td>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <Badge
          variant="light"
          color={COLORS[group] ?? 'gray'}
          c="var(--mantine-color-text)"
          tt="none"
          fw={500}
        >
          {labelOf(type)}
        </Badge>
        <Stack gap={2} mt={4} hiddenFrom="sm">
          {isUser(data['user']) && <Player event={event} gameId={gameId} />}
          <Details event={event} gameId={gameId} />
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Player event={event} gameId={gameId} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Details event={event} gameId={gameId} />
      </Table.Td>
    </Table.Tr>
  )
}
