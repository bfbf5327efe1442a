import { Checkbox, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PlayerText } from '../../components/player-text.tsx'
import { FormFrame, needed, REASON_CHARACTERS, useAction } from '../players/form-frame.tsx'
import { type Duration, isComplete, UntilInput, untilOf } from './until-input.tsx'

interface RejectPlayerFormProps {
  gameId: number
  user: { id: number; username: string }
  close: () => void
}

interface Fields {
  clear_leaderboards: boolean
  ban: boolean
  reason: string
  duration: Duration
}

const FOREVER: Duration = { choice: 'ever', time: null }

/** Rejects everything of a player that waits, and more if wanted. */
export function RejectPlayerForm({ gameId, user, close }: RejectPlayerFormProps) {
  const done = 'Their scores were rejected.'
  const { error, is_busy, send } = useAction('admin.heldScores.rejectPlayer', done, close)
  const form = useForm<Fields>({
    initialValues: { clear_leaderboards: false, ban: false, reason: '', duration: FOREVER },
    validate: {
      reason: (reason, { ban }) => (ban ? needed(reason) : null),
      duration: (value, { ban }) => (!ban || isComplete(value) ? null : 'Choose a time.'),
    },
  })
  const { ban, duration } = form.values
  return (
    <FormFrame
      action={ban ? 'Reject all and ban' : 'Reject all'}
      color="red"
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit(({ clear_leaderboards, reason }) => {
        const until = untilOf(duration)
        send({
          id: gameId,
          user_id: user.id,
          clear_leaderboards,
          ...(ban ? { ban, reason: reason.trim(), ...(until ? { until } : {}) } : {}),
        })
      })}
    >
      <Text size="sm" component="div">
        All scores of <PlayerText fw={600}>{user.username}</PlayerText> that wait for review are
        deleted. This cannot be undone.
      </Text>
      <Checkbox
        label="Also clear their entries on these leaderboards"
        description="All entries of this player there, also those that counted before."
        {...form.getInputProps('clear_leaderboards', { type: 'checkbox' })}
      />
      <Checkbox
        label="Also ban the player"
        description="They can neither play nor sign in."
        {...form.getInputProps('ban', { type: 'checkbox' })}
      />
      {ban && (
        <>
          <UntilInput
            value={duration}
            onChange={(value) => form.setFieldValue('duration', value)}
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
            withAsterisk
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormFrame>
  )
}
