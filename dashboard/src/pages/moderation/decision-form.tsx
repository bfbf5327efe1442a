import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Answer, Input } from '../../api/client.ts'
import { useChange } from '../../api/queries.ts'
import { FormError } from '../../components/form-error.tsx'
import { labelOf } from './labels.ts'
import { A_DAY, type Duration, isComplete, UntilInput, untilOf } from './until-input.tsx'

type Details = Answer<'admin.reports.get'>
type Action = Input<'admin.reports.resolve'>['actions'][number]

const HINTS: Record<Action, string> = {
  hide_message: 'Players see “(hidden by a moderator)” instead of its text',
  rename: 'The name becomes “player-” or “group-” with a code',
  warn: 'The player is told the reason',
  mute: 'The player cannot write messages, set a status, name groups or invite to them',
  ban: 'The player cannot play',
}

const OF_PLAYERS: Action[] = ['warn', 'mute', 'ban']

function actionsFor({ report, messages, group, player }: Details): Action[] {
  const of_player = player ? OF_PLAYERS : []
  if (report.kind === 'group') return group ? ['rename'] : []
  if (report.kind === 'player') return player ? ['rename', ...of_player] : []
  return messages.length > 0 ? ['hide_message', ...of_player] : of_player
}

interface Fields {
  actions: Action[]
  reason: string
  duration: Duration
}

/** Closes the report: with actions it is resolved, without any it is dismissed. */
export function DecisionForm({ details, gameId }: { details: Details; gameId: number }) {
  const report_id = details.report.id
  const choices = actionsFor(details)
  const resolve = useChange('admin.reports.resolve', {
    done: 'The report is resolved.',
    notifyFailure: false,
  })
  const dismiss = useChange('admin.reports.dismiss', { done: 'The report is dismissed.' })
  const form = useForm<Fields>({
    initialValues: { actions: [], reason: '', duration: A_DAY },
    validate: {
      reason: (reason, { actions }) =>
        reason.trim() === '' && actions.some((action) => OF_PLAYERS.includes(action))
          ? 'Write why: the player reads it.'
          : null,
    },
  })
  const { actions, duration } = form.values
  const has_end = actions.includes('mute') || actions.includes('ban')
  const submit = form.onSubmit(({ reason }) => {
    const until = has_end ? untilOf(duration) : undefined
    resolve.mutate({
      id: gameId,
      report_id,
      actions,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      ...(until === undefined ? {} : { until }),
    })
  })
  const is_busy = resolve.isPending || dismiss.isPending
  return (
    <form onSubmit={submit}>
      <Stack>
        {choices.length === 0 && <Text size="sm">What was reported no longer exists.</Text>}
        {choices.length > 0 && (
          <Checkbox.Group
            label="What to do"
            value={actions}
            onChange={(chosen) =>
              form.setFieldValue(
                'actions',
                choices.filter((action) => chosen.includes(action)),
              )
            }
          >
            <Stack gap="xs" mt="xs">
              {choices.map((action) => (
                <Checkbox
                  key={action}
                  value={action}
                  label={labelOf(action)}
                  description={HINTS[action]}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {actions.some((action) => OF_PLAYERS.includes(action)) && (
          <Textarea
            label="Reason"
            description="The player reads it"
            maxLength={500}
            autosize
            minRows={2}
            {...form.getInputProps('reason')}
          />
        )}
        {has_end && (
          <UntilInput
            value={duration}
            onChange={(value) => form.setFieldValue('duration', value)}
          />
        )}
        {actions.length === 0 && (
          <Text size="sm" c="dimmed">
            {choices.length === 0
              ? 'Dismiss the report.'
              : 'Choose an action, or dismiss the report.'}
          </Text>
        )}
        <FormError error={resolve.error} />
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={is_busy}
            onClick={() => dismiss.mutate({ id: gameId, report_id })}
          >
            Dismiss
          </Button>
          <Button
            type="submit"
            loading={resolve.isPending}
            disabled={is_busy || actions.length === 0 || (has_end && !isComplete(duration))}
          >
            Resolve
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
