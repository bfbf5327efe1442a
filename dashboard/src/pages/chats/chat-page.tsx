import { Alert, Avatar, Badge, Box, Button, Card, Divider, Group, Stack, Text } from '@mantine/core'
import { ChevronDownIcon, ChevronUpIcon, LockClosedIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { ManagedChatMessages, ManagedMessage } from '../../api/contract.ts'
import { read, useChange } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { formatDay, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'

const route = getRouteApi('/staff-only/games/$gameId/chats/$chatId')

function Chat() {
  const { gameId, chatId } = route.useParams()
  const { cursor, is_first, goNext, goBack } = useList()
  const before = cursor === undefined ? undefined : Number(cursor)
  // Every read is in the audit log, so it is read once, and not again when the window gets the focus.
  const query = useQuery({
    ...read('admin.chats.read', { id: gameId, chat_id: chatId, before }),
    staleTime: Infinity,
  })
  return (
    <Loaded query={query} lines={8}>
      {(chat) => (
        <>
          <PageHeader
            title={chat.group ? plainPlayerText(chat.group.name) : `Chat ${chat.id}`}
            shown={chat.group ? <PlayerText>{chat.group.name}</PlayerText> : undefined}
            description={<WhoIsIn gameId={gameId} chat={chat} />}
          />
          <Alert color="gray" icon={<LockClosedIcon />} mb="md">
            These messages are private. The audit log records that you have read them.
          </Alert>
          {chat.next !== null && (
            <Group justify="center" mb="md">
              <Button
                variant="default"
                leftSection={<ChevronUpIcon />}
                onClick={() => chat.next !== null && void goNext(chat.next)}
              >
                Older messages
              </Button>
            </Group>
          )}
          <Card>
            {chat.messages.length === 0 ? (
              <Nothing title="No messages" />
            ) : (
              <Conversation gameId={gameId} messages={chat.messages.toReversed()} />
            )}
          </Card>
          {!is_first && (
            <Group justify="center" mt="md">
              <Button
                variant="default"
                leftSection={<ChevronDownIcon />}
                onClick={() => void goBack()}
              >
                Newer messages
              </Button>
            </Group>
          )}
        </>
      )}
    </Loaded>
  )
}

function WhoIsIn({ gameId, chat }: { gameId: number; chat: ManagedChatMessages }) {
  if (chat.group)
    return (
      <>
        The chat of{' '}
        <TextLink
          to="/games/$gameId/groups/$groupId"
          params={{ gameId, groupId: chat.group.id }}
          underline="always"
          inherit
        >
          a group
        </TextLink>{' '}
        with {chat.group.member_count} {chat.group.member_count === 1 ? 'member' : 'members'}.
      </>
    )
  if (chat.participants.length === 0) return 'Everyone has left this chat.'
  return (
    <>
      Between{' '}
      {chat.participants.map((user, place) => (
        <Fragment key={user.id}>
          {place > 0 && (place === chat.participants.length - 1 ? ' and ' : ', ')}
          <PlayerLink gameId={gameId} user={user} />
        </Fragment>
      ))}
      .
    </>
  )
}

const MINUTES_TOGETHER = 10

/** Whether a message goes on with the one before it: the same author, shortly after. */
function goesOn(message: ManagedMessage, former: ManagedMessage | undefined): boolean {
  if (former?.author?.id !== message.author?.id) return false
  const gap = Date.parse(message.created_at) - Date.parse(former?.created_at ?? '')
  return gap < MINUTES_TOGETHER * 60_000
}

interface ConversationProps {
  gameId: number
  /** The oldest first. */
  messages: ManagedMessage[]
}

function Conversation({ gameId, messages }: ConversationProps) {
  return (
    <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {messages.map((message, place) => {
        const former = messages[place - 1]
        const day = formatDay(message.created_at)
        const is_new_day = !former || formatDay(former.created_at) !== day
        const has_head = is_new_day || !goesOn(message, former)
        return (
          <li key={message.id}>
            {is_new_day && <Divider my="sm" label={day} />}
            <Group gap="sm" align="flex-start" wrap="nowrap" mt={has_head ? 'xs' : 0}>
              {has_head ? (
                <Avatar
                  size={36}
                  name={message.author?.username ?? '?'}
                  color={message.author ? 'initials' : 'gray'}
                  aria-hidden
                />
              ) : (
                <Box w={36} style={{ flexShrink: 0 }} />
              )}
              <Stack gap={2} miw={0} flex={1}>
                {has_head && (
                  <Group gap="xs">
                    <Text fw={600} component="div" size="sm">
                      <PlayerLink gameId={gameId} user={message.author} />
                    </Text>
                    <Text size="xs" c="dimmed" component="div">
                      <Time at={message.created_at} />
                    </Text>
                  </Group>
                )}
                <PlayerText multiline display="block" {...(message.is_hidden && { c: 'dimmed' })}>
                  {message.text}
                </PlayerText>
              </Stack>
              <HideMessage gameId={gameId} message={message} />
            </Group>
          </li>
        )
      })}
    </Stack>
  )
}

/** Says that a message is hidden, and hides it or shows it again. */
function HideMessage({ gameId, message }: { gameId: number; message: ManagedMessage }) {
  const hide = useChange('admin.messages.hide', { done: 'Players no longer see the message.' })
  const show = useChange('admin.messages.unhide', { done: 'Players see the message again.' })
  const wanted = { id: gameId, message_id: message.id }
  return (
    <Group gap={4} wrap="nowrap">
      {message.is_hidden && (
        <Badge variant="light" color="orange" miw="max-content">
          Hidden
        </Badge>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        loading={hide.isPending || show.isPending}
        onClick={() => (message.is_hidden ? show : hide).mutate(wanted)}
      >
        {message.is_hidden ? 'Show' : 'Hide'}
      </Button>
    </Group>
  )
}

export function ChatPage() {
  const { gameId } = route.useParams()
  const can = useCan()
  if (can('support', gameId)) return <Chat />
  return (
    <>
      <PageHeader title="Chat" />
      <Nothing
        title="Only support staff see chats"
        description="They contain messages of players. Ask an owner of this server for the role “support”."
      />
    </>
  )
}
