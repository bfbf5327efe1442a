import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/queries.ts'
import { Time } from '../../components/format.tsx'
import { PlayerText } from '../../components/player-text.tsx'

interface MessageContextProps {
  gameId: number
  messages: Answer<'admin.reports.get'>['messages']
  /** The id of the message that is marked. */
  reported: number
}

/** What was written before and after a message. Each can be hidden, and shown again. */
export function MessageContext({ gameId, messages, reported }: MessageContextProps) {
  const hide = useChange('admin.messages.hide', { done: 'The message is hidden.' })
  const unhide = useChange('admin.messages.unhide', { done: 'The message is shown again.' })
  if (messages.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The message or its chat was deleted.
      </Text>
    )
  return (
    <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {messages.map(({ id, username, text, created_at, hidden_at }) => (
        <Paper
          key={id}
          component="li"
          withBorder
          p="xs"
          {...(id === reported
            ? { bd: '2px solid var(--mantine-primary-color-filled)', 'aria-current': true }
            : {})}
        >
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Stack gap={2} miw={0}>
              <Group gap="xs">
                <Text size="sm" fw={600} component="div">
                  <PlayerText empty="deleted player">{username}</PlayerText>
                </Text>
                <Text size="xs" c="dimmed" component="div">
                  <Time at={created_at} />
                </Text>
                {id === reported && <Badge size="sm">Reported</Badge>}
                {hidden_at && (
                  <Badge size="sm" color="gray.7">
                    Hidden
                  </Badge>
                )}
              </Group>
              <PlayerText multiline fz="sm">
                {text}
              </PlayerText>
            </Stack>
            <Button
              size="compact-xs"
              variant="subtle"
              flex="none"
              onClick={() => (hidden_at ? unhide : hide).mutate({ id: gameId, message_id: id })}
            >
              {hidden_at ? 'Show' : 'Hide'}
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
