import { Button, Group, NumberInput, Select, Stack, Table, Textarea } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useForm } from '@mantine/form'
import { SpeakerLoudIcon } from '@radix-ui/react-icons'
import type { ScheduledAnnouncement } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Time } from '../../components/format.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Section } from '../../components/section.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'

const FIRST = {
  text: '',
  to: 'all',
  receiver_id: '' as number | string,
  at: null as string | null,
}

function AnnouncementForm({ game_id }: { game_id: number }) {
  const form = useForm({
    initialValues: FIRST,
    validate: {
      text: (value) => (value.trim() === '' ? 'Write a text.' : null),
      receiver_id: (value, { to }) =>
        to !== 'all' && typeof value !== 'number' ? 'Enter an id.' : null,
    },
  })
  const send = useChange('admin.announcements.send', {
    done: ({ id }) => (id === null ? 'Announced.' : 'The announcement is scheduled.'),
    notifyFailure: false,
    onDone: () => form.reset(),
  })
  const submit = ({ text, to, receiver_id, at }: typeof FIRST) => {
    const receiver = Number(receiver_id)
    const announcement = {
      id: game_id,
      text,
      ...(to === 'player' ? { user_id: receiver } : {}),
      ...(to === 'group' ? { group_id: receiver } : {}),
      ...(at ? { at: new Date(at).toISOString() } : {}),
    }
    if (to !== 'all') return send.mutate(announcement)
    confirm({
      title: 'Announce to all players?',
      text: 'Every player of the game finds it among their notifications. Once it is posted, it cannot be taken back.',
      action: at ? 'Schedule' : 'Announce now',
      destructive: false,
      onConfirm: () => send.mutateAsync(announcement),
    })
  }
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack maw="40rem">
        <Textarea
          label="Text"
          required
          autosize
          minRows={3}
          dir="auto"
          placeholder="The new season begins on Friday."
          {...form.getInputProps('text')}
        />
        <Group grow preventGrowOverflow={false} align="flex-start">
          <Select
            label="To"
            allowDeselect={false}
            data={[
              { value: 'all', label: 'All players' },
              { value: 'group', label: 'A group' },
              { value: 'player', label: 'One player' },
            ]}
            {...form.getInputProps('to')}
          />
          {form.values.to !== 'all' && (
            <NumberInput
              label={form.values.to === 'group' ? 'Group id' : 'Player id'}
              min={1}
              allowDecimal={false}
              required
              {...form.getInputProps('receiver_id')}
            />
          )}
          <DateTimePicker
            label="When, in your time (empty: now)"
            clearable
            minDate={new Date()}
            {...form.getInputProps('at')}
          />
        </Group>
        <FormError error={send.error} />
        <Group>
          <Button type="submit" loading={send.isPending}>
            {form.values.at ? 'Schedule' : 'Announce'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const describeReceiver = ({ user_id, group_id }: ScheduledAnnouncement) => {
  if (user_id !== null) return `Player ${user_id}`
  return group_id === null ? 'All players' : `Group ${group_id}`
}

export function AnnouncementsTab() {
  const { id } = useGame()
  const may_change = useCan()('admin', id)
  const query = useRead('admin.announcements.list', { id })
  const cancel = useChange('admin.announcements.cancel', { done: 'The announcement is cancelled.' })
  return (
    <Stack>
      {may_change && (
        <Section
          title="New announcement"
          description="Players find it among their notifications. Apps that listen to events show it at once."
        >
          <AnnouncementForm game_id={id} />
        </Section>
      )}
      <Section title="Scheduled">
        <Loaded query={query}>
          {({ announcements }) =>
            announcements.length === 0 ? (
              <Nothing title="Nothing is scheduled" icon={<SpeakerLoudIcon />} />
            ) : (
              <Table.ScrollContainer minWidth={480}>
                <Table aria-label="Scheduled announcements" verticalSpacing="sm">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Text</Table.Th>
                      <Table.Th>To</Table.Th>
                      <Table.Th>When</Table.Th>
                      {may_change && <Table.Th aria-label="Actions" />}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {announcements.map((one) => (
                      <Table.Tr key={one.id}>
                        <Table.Td>
                          <PlayerText multiline>{one.text}</PlayerText>
                        </Table.Td>
                        <Table.Td>{describeReceiver(one)}</Table.Td>
                        <Table.Td>
                          <Time at={one.at} />
                        </Table.Td>
                        {may_change && (
                          <Table.Td ta="right">
                            <Button
                              size="xs"
                              variant="subtle"
                              color="red"
                              onClick={() =>
                                confirm({
                                  title: 'Cancel this announcement?',
                                  text: 'It will not be posted.',
                                  action: 'Cancel announcement',
                                  onConfirm: () => cancel.mutateAsync({ id: one.id }),
                                })
                              }
                            >
                              Cancel
                            </Button>
                          </Table.Td>
                        )}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            )
          }
        </Loaded>
      </Section>
    </Stack>
  )
}
