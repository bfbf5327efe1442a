import { ActionIcon, Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PlusIcon, TrashIcon } from '@radix-ui/react-icons'
import { useRead } from '../../api/queries.ts'
import { plainPlayerText } from '../../components/player-text.tsx'
import type { BoardFields } from './settings-fields.ts'

interface PrizeRowsProps {
  gameId: number
  form: UseFormReturnType<BoardFields>
  may_change: boolean
}

const LAST_RANK = 1000
const MOST_CREDITS = 1_000_000_000
const MOST_PRIZES = 50

/** All that are on sale, and those that are prizes already. */
function useItems(gameId: number, chosen: (string | null)[]) {
  const { data } = useRead('admin.store.list', { id: gameId })
  return (data?.store_items ?? [])
    .filter(({ id, withdrawn_at }) => withdrawn_at === null || chosen.includes(String(id)))
    .map(({ id, name }) => ({ value: String(id), label: plainPlayerText(name) }))
}

/** The prizes of a season: from which rank to which, and what each of these players wins. */
export function PrizeRows({ gameId, form, may_change }: PrizeRowsProps) {
  const { prizes } = form.values
  const items = useItems(
    gameId,
    prizes.map(({ item }) => item),
  )
  const number = { min: 1, allowDecimal: false, hideControls: true, readOnly: !may_change }
  const first_free = 1 + Math.max(0, ...prizes.map(({ to_rank }) => Number(to_rank)))
  const add = () =>
    form.insertListItem('prizes', {
      from_rank: Math.min(first_free, LAST_RANK),
      to_rank: Math.min(first_free, LAST_RANK),
      credits: '',
      item: null,
    })
  return (
    <Stack gap="sm">
      {prizes.length === 0 && (
        <Text size="sm" c="dimmed">
          No prizes yet.
        </Text>
      )}
      {prizes.map((_prize, place) => (
        <Group
          // Rows have no id of their own, and are added only at the end.
          key={place}
          role="group"
          aria-label={`Prize ${place + 1}`}
          align="flex-start"
          gap="xs"
        >
          <NumberInput
            label="From rank"
            w={88}
            {...number}
            max={LAST_RANK}
            {...form.getInputProps(`prizes.${place}.from_rank`)}
          />
          <NumberInput
            label="To rank"
            w={88}
            {...number}
            max={LAST_RANK}
            {...form.getInputProps(`prizes.${place}.to_rank`)}
          />
          <NumberInput
            label="Credits"
            placeholder="none"
            w={120}
            thousandSeparator=","
            {...number}
            max={MOST_CREDITS}
            {...form.getInputProps(`prizes.${place}.credits`)}
          />
          <Group gap="xs" wrap="nowrap" align="flex-start" flex="1 1 14rem">
            <Select
              label="Item"
              placeholder="none"
              flex={1}
              data={items}
              searchable
              clearable={may_change}
              limit={100}
              nothingFoundMessage="No such item is on sale"
              readOnly={!may_change}
              {...form.getInputProps(`prizes.${place}.item`)}
            />
            {may_change && (
              <ActionIcon
                mt={25}
                size={36}
                variant="subtle"
                color="red"
                aria-label={`Remove prize ${place + 1}`}
                onClick={() => form.removeListItem('prizes', place)}
              >
                <TrashIcon />
              </ActionIcon>
            )}
          </Group>
        </Group>
      ))}
      {may_change && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<PlusIcon />}
            disabled={prizes.length >= MOST_PRIZES}
            onClick={add}
          >
            Add a prize
          </Button>
        </Group>
      )}
    </Stack>
  )
}
