import { Badge, Button, Group } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import type { PlayerItems, PlayerProfile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { idsOf, openForm } from './form-frame.tsx'
import { GrantItemForm, RevokeItemForm } from './forms.tsx'
import { usePageNumber } from './pages-by-number.ts'

type Item = PlayerItems['items'][number]

const COLUMNS: Column<Item>[] = [
  {
    header: 'Item',
    cell: ({ name, is_withdrawn }) => (
      <Group gap="xs">
        <PlayerText fw={500}>{name}</PlayerText>
        {is_withdrawn && <Badge variant="default">Withdrawn</Badge>}
      </Group>
    ),
  },
  { header: 'Category', cell: ({ category }) => <PlayerText>{category}</PlayerText> },
  { header: 'Paid', align: 'right', cell: ({ price }) => <Num value={price} /> },
  { header: 'Since', cell: ({ bought_at }) => <Time at={bought_at} /> },
]

export function ItemsTab({ player }: { player: PlayerProfile }) {
  const may_change = useCan()('support', player.game_id)
  const pages = usePageNumber()
  const input = { ...idsOf(player), ...pages.input }
  const query = useRead('admin.players.items', input, { keepPrevious: true })
  const grant = may_change && (
    <Button
      variant="default"
      leftSection={<PlusIcon />}
      onClick={() =>
        openForm('Grant an item', (close) => <GrantItemForm player={player} close={close} />)
      }
    >
      Grant an item
    </Button>
  )
  const revoke: Column<Item> = {
    header: '',
    align: 'right',
    width: 110,
    cell: (item) => (
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={`Revoke ${plainPlayerText(item.name)}`}
        onClick={() =>
          openForm(`Revoke ${plainPlayerText(item.name)}?`, (close) => (
            <RevokeItemForm player={player} item={item} close={close} />
          ))
        }
      >
        Revoke
      </Button>
    ),
  }
  return (
    <>
      {grant && (query.data?.items.length ?? 0) > 0 && (
        <Group justify="flex-end" mb="sm">
          {grant}
        </Group>
      )}
      <DataTable
        label="Items"
        columns={may_change ? [...COLUMNS, revoke] : COLUMNS}
        rows={query.data?.items}
        rowKey={({ id }) => id}
        query={query}
        next={pages.next(query.data?.items)}
        empty={
          <Nothing
            title="No items"
            description="Items that the player buys in the store, or that staff grant, appear here."
            action={grant}
          />
        }
      />
    </>
  )
}
