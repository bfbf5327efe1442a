import { Select, Text, Textarea } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useForm } from '@mantine/form'
import {
  FormFrame,
  idsOf,
  type Named,
  needed,
  REASON_CHARACTERS,
  useAction,
} from './form-frame.tsx'

const HOUR_MS = 3_600_000
const TERMS = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: 'until', label: 'Until a time' },
  { value: 'ever', label: 'For ever' },
]

interface SanctionFormProps {
  player: Named
  kind: 'ban' | 'mute'
  close: () => void
}

function endOf(term: string, until: string | null): { until?: string } {
  if (term === 'ever') return {}
  const end =
    term === 'until' ? new Date(until ?? '') : new Date(Date.now() + Number(term) * HOUR_MS)
  return { until: end.toISOString() }
}

export function SanctionForm({ player, kind, close }: SanctionFormProps) {
  const is_ban = kind === 'ban'
  const operation = is_ban ? 'admin.players.ban' : 'admin.players.mute'
  const done = is_ban ? 'The player is banned.' : 'The player is muted.'
  const { error, is_busy, send } = useAction(operation, done, close)
  const form = useForm<{ term: string; until: string | null; reason: string }>({
    initialValues: { term: '24', until: null, reason: '' },
    validate: {
      reason: needed,
      until: (value, { term }) => (term === 'until' && !value ? 'Choose a time.' : null),
    },
  })
  return (
    <FormFrame
      action={is_ban ? 'Ban player' : 'Mute player'}
      color={is_ban ? 'red' : 'orange'}
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit(({ term, until, reason }) =>
        send({ ...idsOf(player), reason: reason.trim(), ...endOf(term, until) }),
      )}
    >
      <Text size="sm">
        {is_ban
          ? 'Every request of the player is refused, and so is signing in. It ends by itself, or when staff end it.'
          : 'The player cannot write messages. Everything else stays possible.'}
      </Text>
      <Select
        label="For how long"
        data={TERMS}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps('term')}
      />
      {form.values.term === 'until' && (
        <DateTimePicker
          label="Until"
          minDate={new Date()}
          valueFormat="D MMM YYYY, HH:mm"
          withAsterisk
          {...form.getInputProps('until')}
        />
      )}
      <Textarea
        label="Reason"
        description="The player reads it."
        maxLength={REASON_CHARACTERS}
        autosize
        minRows={2}
        withAsterisk
        {...form.getInputProps('reason')}
      />
    </FormFrame>
  )
}

export function WarnForm({ player, close }: { player: Named; close: () => void }) {
  const { error, is_busy, send } = useAction('admin.players.warn', 'The player was warned.', close)
  const form = useForm({ initialValues: { reason: '' }, validate: { reason: needed } })
  return (
    <FormFrame
      action="Warn player"
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit(({ reason }) => send({ ...idsOf(player), reason: reason.trim() }))}
    >
      <Textarea
        label="Warning"
        description="The player reads it."
        maxLength={REASON_CHARACTERS}
        autosize
        minRows={3}
        data-autofocus
        withAsterisk
        {...form.getInputProps('reason')}
      />
    </FormFrame>
  )
}
