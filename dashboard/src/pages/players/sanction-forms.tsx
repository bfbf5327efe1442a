import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  A_DAY,
  type Duration,
  isComplete,
  UntilInput,
  untilOf,
} from '../moderation/until-input.tsx'
import {
  FormFrame,
  idsOf,
  type Named,
  needed,
  REASON_CHARACTERS,
  useAction,
} from './form-frame.tsx'

interface SanctionFormProps {
  player: Named
  kind: 'ban' | 'mute'
  close: () => void
}

export function SanctionForm({ player, kind, close }: SanctionFormProps) {
  const is_ban = kind === 'ban'
  const operation = is_ban ? 'admin.players.ban' : 'admin.players.mute'
  const done = is_ban ? 'The player is banned.' : 'The player is muted.'
  const { error, is_busy, send } = useAction(operation, done, close)
  const form = useForm<{ duration: Duration; reason: string }>({
    initialValues: { duration: A_DAY, reason: '' },
    validate: {
      duration: (value) => (isComplete(value) ? null : 'Choose a time.'),
      reason: needed,
    },
  })
  return (
    <FormFrame
      action={is_ban ? 'Ban player' : 'Mute player'}
      color="red"
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit(({ duration, reason }) => {
        const until = untilOf(duration)
        send({ ...idsOf(player), reason: reason.trim(), ...(until ? { until } : {}) })
      })}
    >
      <Text size="sm">
        {is_ban
          ? 'The player can neither play nor sign in. The ban ends by itself, or when staff end it.'
          : 'The player cannot write messages, set a status, name groups or invite to them, but can do everything else.'}
      </Text>
      <UntilInput
        value={form.values.duration}
        onChange={(duration) => form.setFieldValue('duration', duration)}
      />
      {form.errors['duration'] && (
        <Text size="sm" c="red" role="alert">
          {form.errors['duration']}
        </Text>
      )}
      <Textarea
        label="Reason"
        description="The player reads it."
        maxLength={REASON_CHARACTERS}
        autosize
        minRows={2}
        data-autofocus
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
