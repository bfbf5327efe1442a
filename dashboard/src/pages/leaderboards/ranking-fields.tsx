import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { COUNTS, ONE_FOR, ORDERS, PERIODS } from './board-labels.ts'
import type { BoardFields } from './settings-fields.ts'

interface RankingFieldsProps {
  form: UseFormReturnType<BoardFields>
  may_change: boolean
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** What counts on a leaderboard, for whom, and when it begins anew. */
export function RankingFields({ form, may_change }: RankingFieldsProps) {
  const { period, time_zone } = form.values
  const choice = { allowDeselect: false, readOnly: !may_change }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw="52rem">
      <Select
        label="Best is"
        data={optionsOf(ORDERS)}
        {...choice}
        {...form.getInputProps('order')}
      />
      <Select
        label="What counts of a player"
        data={optionsOf(COUNTS)}
        {...choice}
        {...form.getInputProps('counts')}
      />
      <Select
        label="One leaderboard for"
        data={optionsOf(ONE_FOR)}
        {...choice}
        {...form.getInputProps('one_for')}
      />
      <Select
        label="A new season begins"
        data={optionsOf(PERIODS)}
        {...choice}
        {...form.getInputProps('period')}
      />
      {period === 'cron' && (
        <TextInput
          label="Cron expression"
          description="Five fields: minute, hour, day, month, weekday."
          placeholder="0 18 * * 5"
          maxLength={100}
          ff="monospace"
          spellCheck={false}
          readOnly={!may_change}
          {...form.getInputProps('cron')}
        />
      )}
      {period !== 'none' && (
        <Select
          label="Time zone"
          description="In which days begin."
          data={ZONES.includes(time_zone) ? ZONES : [time_zone, ...ZONES]}
          searchable
          limit={100}
          nothingFoundMessage="No such time zone"
          {...choice}
          {...form.getInputProps('time_zone')}
        />
      )}
    </SimpleGrid>
  )
}
