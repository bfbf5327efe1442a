import { ActionIcon, Button, Card, Group, Stack, Text, Textarea } from '@mantine/core'
import { TrashIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import type { PlayerProfile, StaffNote } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan, useStaff } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { Time } from '../../components/format.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerText } from '../../components/player-text.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'
import { idsOf } from './form-frame.tsx'

function NewNote({ player }: { player: PlayerProfile }) {
  const [text, setText] = useState('')
  const add = useChange('admin.players.addNote', { onDone: () => setText('') })
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) add.mutate({ ...idsOf(player), text: text.trim() })
        }}
      >
        <Stack gap="sm">
          <Textarea
            label="New note"
            description="For other staff of this game. Players do not see it."
            maxLength={4000}
            autosize
            minRows={2}
            maxRows={12}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={add.isPending} disabled={text.trim() === ''}>
              Add note
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function Note({ player, note }: { player: PlayerProfile; note: StaffNote }) {
  const can = useCan()
  const me = useStaff()
  const remove = useChange('admin.players.deleteNote', {
    done: 'Note deleted.',
    notifyFailure: false,
  })
  const is_own = note.author_id === me.id && can('support', player.game_id)
  return (
    <Card component="article">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed" component="div">
          <PlayerText fw={600}>{note.author_name}</PlayerText>
          {' · '}
          <Time at={note.created_at} />
        </Text>
        {(is_own || can('admin', player.game_id)) && (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label="Delete this note"
            onClick={() =>
              confirm({
                title: 'Delete this note?',
                text: 'This cannot be undone.',
                action: 'Delete note',
                onConfirm: () => remove.mutateAsync({ ...idsOf(player), note_id: note.id }),
              })
            }
          >
            <TrashIcon />
          </ActionIcon>
        )}
      </Group>
      <Text component="div" mt={4}>
        <PlayerText multiline>{note.text}</PlayerText>
      </Text>
    </Card>
  )
}

export function NotesTab({ player }: { player: PlayerProfile }) {
  const may_write = useCan()('support', player.game_id)
  const { cursor, is_first, goNext, goFirst } = useList()
  const input = { ...idsOf(player), limit: 50, ...(cursor ? { before: Number(cursor) } : {}) }
  const query = useRead('admin.players.notes', input, { keepPrevious: true })
  return (
    <Stack>
      {may_write && is_first && <NewNote player={player} />}
      <Loaded query={query}>
        {({ notes, next }) => (
          <>
            {notes.length === 0 && (
              <Card padding={0}>
                <Nothing
                  title="No notes"
                  description="What staff write about this player appears here."
                />
              </Card>
            )}
            {notes.map((note) => (
              <Note key={note.id} player={player} note={note} />
            ))}
            <Group justify="flex-end">
              {!is_first && (
                <Button variant="default" onClick={() => void goFirst()}>
                  Newest
                </Button>
              )}
              {next !== null && (
                <Button variant="default" onClick={() => void goNext(next)}>
                  Older
                </Button>
              )}
            </Group>
          </>
        )}
      </Loaded>
    </Stack>
  )
}
