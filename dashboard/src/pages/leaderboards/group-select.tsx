import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { plainPlayerText } from '../../components/player-text.tsx'

const MOST_OFFERED = 50
const MOST_CHARACTERS = 64

interface GroupSelectProps {
  gameId: number
  /** Undefined: no choice was made. */
  group: number | undefined
  onChoose: (group: number | undefined) => void
}

/** Several groups can have the same name. */
const labelOf = ({ id, name }: { id: number; name: string }) => `${plainPlayerText(name)} #${id}`

/** Whose leaderboard the page shows. Groups are found by words of their names. */
export function GroupSelect({ gameId, group, onChoose }: GroupSelectProps) {
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed, 300)
  const chosen = useRead(
    'admin.groups.get',
    { id: gameId, group_id: group ?? 0 },
    { enabled: group !== undefined },
  ).data
  const label = chosen && labelOf(chosen)
  // The field shows the chosen one, which is no search.
  const wanted = query === label ? '' : query.slice(0, MOST_CHARACTERS)
  const found = useRead(
    'admin.groups.list',
    { id: gameId, query: wanted, limit: MOST_OFFERED },
    { keepPrevious: true },
  ).data?.groups
  const others = (found ?? []).filter(({ id }) => id !== chosen?.id)
  const options = [...(chosen ? [chosen] : []), ...others]
  return (
    <Select
      aria-label="Group"
      placeholder="Choose a group"
      w={{ base: '100%', xs: 260 }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no group' }}
      nothingFoundMessage="No group has such a name"
      // The server has searched.
      filter={({ options: all }) => all}
      maxLength={255}
      data={options.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
      value={group === undefined ? null : String(group)}
      onSearchChange={setTyped}
      onChange={(value) => onChoose(Number(value) || undefined)}
    />
  )
}
