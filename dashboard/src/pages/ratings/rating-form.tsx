import { NumberInput, SimpleGrid } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { RatedGameType } from '../../api/contract.ts'
import { GameTypeInput, gameTypeProblem } from '../../components/game-type-input.tsx'
import { GuideLink } from '../../components/guide-link.tsx'
import { FormFrame, useAction } from '../players/form-frame.tsx'
import { DEFAULTS, type RatingNumber, toChanges, toFields } from './rating-fields.ts'

interface RatingFormProps {
  gameId: number
  /** Null: a new one. */
  rated: RatedGameType | null
  close: () => void
}

const NUMBERS: {
  name: RatingNumber
  label: string
  description: string
  min: number
  max: number
}[] = [
  {
    name: 'mu',
    label: 'First skill (mu)',
    description: 'What players begin with.',
    min: 1,
    max: 100,
  },
  {
    name: 'sigma',
    label: 'First uncertainty (sigma)',
    description: 'The larger, the more the first rounds change.',
    min: 0.1,
    max: 50,
  },
  {
    name: 'beta',
    label: 'Chance (beta)',
    description: 'The larger, the less a single round changes.',
    min: 0.1,
    max: 50,
  },
  {
    name: 'tau',
    label: 'New uncertainty (tau)',
    description: 'What each round adds. With 0, ratings settle for good.',
    min: 0,
    max: 5,
  },
]

/** Rates a game type, or changes how. */
export function RatingForm({ gameId, rated, close }: RatingFormProps) {
  const { error, is_busy, send } = useAction('admin.ratedGameTypes.change', 'Saved.', close)
  const before = toFields(rated)
  const form = useForm({ initialValues: before, validate: { game_type: gameTypeProblem } })
  return (
    <FormFrame
      action={rated ? 'Save changes' : 'Rate this game type'}
      error={error}
      is_busy={is_busy}
      is_possible={!rated || form.isDirty()}
      close={close}
      onSubmit={form.onSubmit((fields) =>
        send({
          id: gameId,
          game_type: fields.game_type,
          enabled: rated?.enabled ?? true,
          ...toChanges(fields, before),
        }),
      )}
    >
      {!rated && <GameTypeInput {...form.getInputProps('game_type')} />}
      <NumberInput
        label="Scores that a round needs"
        description="With fewer it is not rated. Players without a score come last."
        placeholder={String(DEFAULTS.min_scores)}
        min={1}
        max={100}
        allowDecimal={false}
        {...form.getInputProps('min_scores')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        {NUMBERS.map(({ name, ...input }) => (
          <NumberInput
            key={name}
            {...input}
            placeholder={String(DEFAULTS[name])}
            decimalScale={3}
            step={0.1}
            hideControls
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <GuideLink page="competition#ratings">What these numbers mean</GuideLink>
    </FormFrame>
  )
}
