import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Popover,
  Select,
  Stack,
  TextInput,
} from '@mantine/core'
import { MagnifyingGlassIcon, MixerHorizontalIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWhenTypingPauses } from '../../components/when-typing-pauses.ts'

const route = getRouteApi('/staff-only/games/$gameId/players')

/** The search and the filters, which are in the URL. */
export function useFilters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  type Filters = Pick<
    typeof search,
    'q' | 'banned' | 'account' | 'min_score' | 'min_credits' | 'seen'
  >
  const { banned, account, min_score, min_credits, seen } = search
  return {
    search,
    count: [banned, account, min_score, min_credits, seen].filter((one) => one !== undefined)
      .length,
    change: (changes: { [K in keyof Filters]: Filters[K] | undefined }) =>
      void navigate({
        search: (before) => ({ ...before, ...changes, cursor: undefined }),
        replace: true,
      }),
  }
}

const CLEARED = {
  banned: undefined,
  account: undefined,
  min_score: undefined,
  min_credits: undefined,
  seen: undefined,
}

const toNumber = (value: string | number) =>
  value === '' || !Number.isSafeInteger(Number(value)) ? undefined : Number(value)

function SearchBox({ placeholder }: { placeholder: string }) {
  const { search, change } = useFilters()
  const { q = '' } = search
  const [typed, setTyped] = useState(q)
  // The palette, or the back button, can change the URL while the page is open.
  useEffect(() => setTyped(q), [q])
  const find = useWhenTypingPauses((text: string) => change({ q: text.trim() || undefined }))
  return (
    <TextInput
      type="search"
      aria-label="Find players"
      placeholder={placeholder}
      leftSection={<MagnifyingGlassIcon />}
      value={typed}
      maxLength={254}
      flex="1 1 16rem"
      maw={440}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        find(event.currentTarget.value)
      }}
    />
  )
}

function FilterFields() {
  const { search, change, count } = useFilters()
  const changeScore = useWhenTypingPauses(change)
  const changeCredits = useWhenTypingPauses(change)
  return (
    <Stack>
      <Checkbox
        label="Only banned players"
        checked={search.banned === 'yes'}
        onChange={(event) => change({ banned: event.currentTarget.checked ? 'yes' : undefined })}
      />
      <Select
        label="Accounts"
        data={[
          { value: '', label: 'All' },
          { value: 'members', label: 'With a password' },
          { value: 'guests', label: 'Guests' },
        ]}
        value={search.account ?? ''}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) =>
          change({ account: value === 'guests' || value === 'members' ? value : undefined })
        }
      />
      <Select
        label="Last seen"
        data={[
          { value: '', label: 'At any time' },
          { value: 'day', label: 'In the last 24 hours' },
          { value: 'week', label: 'In the last 7 days' },
          { value: 'month', label: 'In the last 30 days' },
        ]}
        value={search.seen ?? ''}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) =>
          change({
            seen: value === 'day' || value === 'week' || value === 'month' ? value : undefined,
          })
        }
      />
      <NumberInput
        label="Score at least"
        defaultValue={search.min_score ?? ''}
        allowDecimal={false}
        onChange={(value) => changeScore({ min_score: toNumber(value) })}
      />
      <NumberInput
        label="Credits at least"
        defaultValue={search.min_credits ?? ''}
        min={0}
        allowDecimal={false}
        onChange={(value) => changeCredits({ min_credits: toNumber(value) })}
      />
      <Button variant="default" disabled={count === 0} onClick={() => change(CLEARED)}>
        Clear filters
      </Button>
    </Stack>
  )
}

export function PlayerFilters({ sees_email }: { sees_email: boolean }) {
  const { count } = useFilters()
  return (
    <Group mb="md" gap="sm">
      <SearchBox
        placeholder={
          sees_email ? 'Beginning of a name, email address, or id' : 'Beginning of a name, or id'
        }
      />
      <Popover position="bottom-start" width={280} trapFocus shadow="md">
        <Popover.Target>
          <Button variant="default" leftSection={<MixerHorizontalIcon />}>
            {count === 0 ? 'Filters' : `Filters (${count})`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterFields key={count === 0 ? 'none' : 'some'} />
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}
