import { Select, Stack } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useState } from 'react'

const HOUR_MS = 3_600_000

const CHOICES = [
  { value: '1', label: 'for an hour' },
  { value: '24', label: 'for a day' },
  { value: '168', label: 'for a week' },
  { value: '720', label: 'for 30 days' },
  { value: 'time', label: 'until…' },
  { value: 'ever', label: 'forever' },
]

/** How long a mute or a ban lasts. */
export interface Duration {
  choice: string
  /** Of the browser's clock, as its picker writes it. */
  time: string | null
}

export const A_DAY: Duration = { choice: '24', time: null }

/** As the API takes it. Undefined: forever. */
export function untilOf({ choice, time }: Duration): string | undefined {
  if (choice === 'ever') return undefined
  if (choice === 'time') return time ? new Date(time.replace(' ', 'T')).toISOString() : undefined
  return new Date(Date.now() + Number(choice) * HOUR_MS).toISOString()
}

export const isComplete = ({ choice, time }: Duration) => choice !== 'time' || time !== null

interface UntilInputProps {
  value: Duration
  onChange: (value: Duration) => void
}

export function UntilInput({ value, onChange }: UntilInputProps) {
  const [now] = useState(() => new Date())
  return (
    <Stack gap="xs">
      <Select
        label="How long"
        data={CHOICES}
        value={value.choice}
        allowDeselect={false}
        onChange={(choice) => onChange({ ...value, choice: choice ?? '24' })}
      />
      {value.choice === 'time' && (
        <DateTimePicker
          label="Until"
          minDate={now}
          value={value.time}
          onChange={(time) => onChange({ ...value, time })}
        />
      )}
    </Stack>
  )
}
