import {
  Group,
  NumberInput,
  Radio,
  SegmentedControl,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Answer } from '../../api/client.ts'
import { FormFrame, useAction } from '../players/form-frame.tsx'
import { KINDS } from './score-labels.ts'

export type ScoreRule = Answer<'admin.scoreRules.list'>['score_rules'][number]

interface ScoreRuleFormProps {
  gameId: number
  /** Null: a new one. */
  rule: ScoreRule | null
  close: () => void
}

const NAME_CHARACTERS = 255

/** An empty input is an empty text. */
type Entered = number | ''

interface Fields {
  kind: ScoreRule['kind']
  name: string
  minimum: Entered
  maximum: Entered
  largest_step: Entered
  most_per_minute: Entered
  needs_finished_round: boolean
  outcome: ScoreRule['outcome']
}

const limitOf = (entered: Entered) => (entered === '' ? null : entered)

/** Only numbers that the server takes. */
const bounds = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

export function ScoreRuleForm({ gameId, rule, close }: ScoreRuleFormProps) {
  const { error, is_busy, send } = useAction('admin.scoreRules.set', 'The rule is saved.', close)
  const form = useForm<Fields>({
    initialValues: {
      kind: rule?.kind ?? 'leaderboard',
      name: rule?.name ?? '',
      minimum: rule?.minimum ?? '',
      maximum: rule?.maximum ?? '',
      largest_step: rule?.largest_step ?? '',
      most_per_minute: rule?.most_per_minute ?? '',
      needs_finished_round: rule?.needs_finished_round ?? false,
      outcome: rule?.outcome ?? 'review',
    },
    validate: { name: (name) => (name === '' ? 'Write a name.' : null) },
  })
  const { kind } = form.values
  const number = { hideControls: true, thousandSeparator: ',', ...bounds }
  return (
    <FormFrame
      action={rule ? 'Save changes' : 'Add rule'}
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit((values) =>
        send({
          ...values,
          id: gameId,
          minimum: limitOf(values.minimum),
          maximum: limitOf(values.maximum),
          largest_step: limitOf(values.largest_step),
          most_per_minute: limitOf(values.most_per_minute),
        }),
      )}
    >
      {!rule && (
        <>
          <SegmentedControl
            aria-label="For"
            data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label={`Name of the ${KINDS[kind].toLowerCase()}`}
            description="Exactly as the game sends it. Upper and lower case differ."
            maxLength={NAME_CHARACTERS}
            dir="auto"
            spellCheck={false}
            data-autofocus
            withAsterisk
            {...form.getInputProps('name')}
          />
        </>
      )}
      <Group grow align="flex-end">
        <NumberInput
          label="Smallest score"
          placeholder="any"
          {...number}
          {...form.getInputProps('minimum')}
        />
        <NumberInput
          label="Largest score"
          placeholder="any"
          {...number}
          {...form.getInputProps('maximum')}
        />
      </Group>
      <NumberInput
        label="Largest step"
        description="How much better a score may be than what counts for the player now."
        placeholder="any"
        {...number}
        min={0}
        {...form.getInputProps('largest_step')}
      />
      <NumberInput
        label="Most per minute"
        description="Scores of one player."
        placeholder="any"
        {...number}
        allowDecimal={false}
        min={1}
        max={1_000_000}
        {...form.getInputProps('most_per_minute')}
      />
      <Switch
        label="Only after a finished round"
        description="A score needs a multiplayer round with rules, with entries of the player and of somebody else, that was finished within the last hour, and after their previous score."
        {...form.getInputProps('needs_finished_round', { type: 'checkbox' })}
      />
      <Radio.Group label="A score that breaks the rule" {...form.getInputProps('outcome')}>
        <Stack gap="xs" mt="xs">
          <Radio value="review" label="waits for review, and only its player sees it" />
          <Radio value="refuse" label="is refused, and the player is told why" />
        </Stack>
      </Radio.Group>
    </FormFrame>
  )
}
