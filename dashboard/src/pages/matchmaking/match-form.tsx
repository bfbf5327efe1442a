import { Group, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { MatchmakingType } from '../../api/contract.ts'
import { GameTypeInput } from '../../components/game-type-input.tsx'
import { GuideLink } from '../../components/guide-link.tsx'
import { FormFrame, useAction } from '../players/form-frame.tsx'
import {
  findProblems,
  type MatchFields,
  MOST_PLAYERS,
  toFields,
  toSettings,
} from './match-fields.ts'

interface MatchFormProps {
  gameId: number
  /** Null: a new one. */
  type: MatchmakingType | null
  close: () => void
}

const whole = { allowDecimal: false, hideControls: true, thousandSeparator: ',' }
const DAY_SECONDS = 86_400
const FARTHEST = 1_000_000
const READY_SECONDS = 300
const SHORTEST_ROUND_SECONDS = 60
const LONGEST_ROUND_SECONDS = 30 * DAY_SECONDS

/** Offers matchmaking for a game type, or changes how it works. */
export function MatchForm({ gameId, type, close }: MatchFormProps) {
  const { error, is_busy, send } = useAction('admin.matchmaking.change', 'Saved.', close)
  const form = useForm<MatchFields>({ initialValues: toFields(type), validate: findProblems })
  const players = { ...whole, max: MOST_PLAYERS }
  return (
    <FormFrame
      action={type ? 'Save changes' : 'Add game type'}
      error={error}
      is_busy={is_busy}
      is_possible={!type || form.isDirty()}
      close={close}
      onSubmit={form.onSubmit((fields) => send({ id: gameId, ...toSettings(fields) }))}
    >
      {!type && <GameTypeInput {...form.getInputProps('game_type')} />}
      <SegmentedControl
        aria-label="Who plays against whom"
        data={[
          { value: 'teams', label: 'In teams' },
          { value: 'free', label: 'Everyone for themselves' },
        ]}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'teams' ? (
        <Group grow align="flex-start">
          <NumberInput label="Teams" {...players} min={2} {...form.getInputProps('teams')} />
          <NumberInput
            label="Players of a team"
            {...players}
            min={1}
            {...form.getInputProps('team_size')}
          />
        </Group>
      ) : (
        <>
          <Group grow align="flex-start">
            <NumberInput
              label="Fewest players"
              {...players}
              min={2}
              {...form.getInputProps('min_players')}
            />
            <NumberInput
              label="Most players"
              {...players}
              min={2}
              {...form.getInputProps('max_players')}
            />
          </Group>
          <NumberInput
            label="Seconds until a match starts anyway"
            description="When a match has enough players but is not full, how long its oldest ticket waits."
            {...whole}
            min={0}
            max={DAY_SECONDS}
            {...form.getInputProps('fill_seconds')}
          />
        </>
      )}
      <Stack gap={4}>
        <Group grow align="flex-end">
          <NumberInput
            label="Largest rating distance at first"
            {...whole}
            min={0}
            max={FARTHEST}
            {...form.getInputProps('distance')}
          />
          <NumberInput
            label="Grows each second by"
            {...whole}
            allowDecimal
            min={0.01}
            max={FARTHEST}
            {...form.getInputProps('distance_per_second')}
          />
          <NumberInput
            label="From here on, anyone"
            {...whole}
            min={0}
            max={FARTHEST}
            {...form.getInputProps('anyone_from_distance')}
          />
        </Group>
        <Text size="xs" c="dimmed">
          How far apart the ratings of a match may be. From the last distance on, a ticket is
          matched with anyone.
        </Text>
      </Stack>
      <Group grow align="flex-end">
        <NumberInput
          label="Mix regions after"
          description="Seconds. Empty: never."
          placeholder="never"
          {...whole}
          min={0}
          max={DAY_SECONDS}
          {...form.getInputProps('mix_regions_after')}
        />
        <NumberInput
          label="Time to be ready"
          description="Seconds. 0: nobody is asked."
          {...whole}
          min={0}
          max={READY_SECONDS}
          {...form.getInputProps('ready_seconds')}
        />
      </Group>
      <Group grow align="flex-end">
        <NumberInput
          label="Rounds finish after"
          description="Seconds, if nobody finishes them before. Empty: never."
          placeholder="never"
          {...whole}
          min={SHORTEST_ROUND_SECONDS}
          max={LONGEST_ROUND_SECONDS}
          {...form.getInputProps('close_after_seconds')}
        />
        <Select
          label="Attributes"
          description="Two players who agree on some meet nobody else."
          allowDeselect={false}
          data={[
            { value: 'allowed', label: 'Players choose them' },
            { value: 'refused', label: 'Not allowed' },
          ]}
          {...form.getInputProps('attributes')}
        />
      </Group>
      <GuideLink page="competition#matchmaking">What these settings mean</GuideLink>
    </FormFrame>
  )
}
