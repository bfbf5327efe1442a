import { Badge, Button, Group, Stack, Switch, Tabs, Text } from '@mantine/core'
import { CubeIcon, PlusIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ManagedStoreItem } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { FilterText } from '../../components/filter-text.tsx'
import { Num } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemIcon } from './item-icon.tsx'
import { Purchases } from './purchases.tsx'
import { SalesChart } from './sales-chart.tsx'

const route = getRouteApi('/staff-only/games/$gameId/store')

export function StorePage() {
  const { gameId } = route.useParams()
  const { view = 'items' } = route.useSearch()
  const navigate = route.useNavigate()
  const can = useCan()
  const [is_adding, setAdding] = useState(false)
  const sales = useRead('admin.store.sales', { id: gameId })
  const add = can('admin', gameId) && (
    <Button leftSection={<PlusIcon />} onClick={() => setAdding(true)}>
      Add item
    </Button>
  )
  return (
    <>
      <PageHeader title="Store" description="What players buy with credits." actions={add} />
      <Stack gap="lg">
        <SalesChart query={sales} fileName="sales" />
        <Tabs
          value={view}
          keepMounted={false}
          onChange={(value) =>
            void navigate({ search: { view: value === 'purchases' ? value : undefined } })
          }
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="items">Items</Tabs.Tab>
            <Tabs.Tab value="purchases">Purchases</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="items">
            <Items sales={sales.data?.items} />
          </Tabs.Panel>
          <Tabs.Panel value="purchases">
            <Purchases gameId={gameId} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
      {is_adding && <ItemForm gameId={gameId} item={null} close={() => setAdding(false)} />}
    </>
  )
}

interface ItemSales {
  store_item_id: number
  sold: number
  refunded: number
  credits: number
}

const NOT_SOLD = { sold: 0, refunded: 0, credits: 0 }

type Row = ManagedStoreItem & typeof NOT_SOLD

/** All items are in one answer, so they are sorted here. */
const ORDERS: Record<string, (one: Row, other: Row) => number> = {
  name: (one, other) => one.name.localeCompare(other.name),
  price: (one, other) => one.cost - other.cost,
  sold: (one, other) => one.sold - other.sold,
  credits: (one, other) => one.credits - other.credits,
}

function inOrder(rows: Row[], sort: string | undefined): Row[] {
  const compare = ORDERS[sort?.replace('-', '') ?? '']
  if (!compare) return rows
  return rows.toSorted((one, other) => compare(one, other) * (sort?.startsWith('-') ? -1 : 1))
}

function Items({ sales = [] }: { sales?: ItemSales[] | undefined }) {
  const { gameId } = route.useParams()
  const { q, withdrawn } = route.useSearch()
  const navigate = route.useNavigate()
  const { sort } = useList()
  const query = useRead('admin.store.list', { id: gameId })
  const by_item = new Map(sales.map((item) => [item.store_item_id, item]))
  const words = q?.toLowerCase() ?? ''
  const rows = query.data?.store_items
    .filter((item) => withdrawn === 'yes' || item.withdrawn_at === null)
    .filter(({ name, category }) => `${name} ${category}`.toLowerCase().includes(words))
    .map((item) => ({ ...NOT_SOLD, ...by_item.get(item.id), ...item }))
  return (
    <>
      <Group mb="md" justify="space-between">
        <FilterText
          label="Find items"
          value={q}
          onFilter={(value) => void navigate({ search: (old) => ({ ...old, q: value }) })}
        />
        <Switch
          label="Include withdrawn items"
          checked={withdrawn === 'yes'}
          onChange={(event) => {
            const is_on = event.currentTarget.checked
            void navigate({ search: (old) => ({ ...old, withdrawn: is_on ? 'yes' : undefined }) })
          }}
        />
      </Group>
      <DataTable
        label="Store items"
        columns={[
          {
            header: 'Item',
            sort: 'name',
            cell: (item) => (
              <Group gap="sm" wrap="nowrap">
                <ItemIcon url={item.icon_url} />
                <Stack gap={0} miw={0}>
                  <PlayerText fw={500}>{item.name}</PlayerText>
                  <Text size="sm" c="dimmed">
                    <PlayerText empty="">{item.category}</PlayerText>
                  </Text>
                </Stack>
                {item.withdrawn_at !== null && (
                  <Badge variant="light" color="gray">
                    Withdrawn
                  </Badge>
                )}
              </Group>
            ),
          },
          {
            header: 'Price',
            sort: 'price',
            align: 'right',
            cell: ({ cost }) => <Num value={cost} />,
          },
          {
            header: 'Sold',
            sort: 'sold',
            align: 'right',
            cell: ({ sold }) => <Num value={sold} />,
          },
          { header: 'Refunded', align: 'right', cell: ({ refunded }) => <Num value={refunded} /> },
          {
            header: 'Credits taken',
            sort: 'credits',
            align: 'right',
            cell: ({ credits }) => <Num value={credits} />,
          },
        ]}
        rows={rows && inOrder(rows, sort)}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/games/$gameId/store/$itemId',
          params: { gameId, itemId: id },
        })}
        query={query}
        empty={
          query.data?.store_items.length === 0 ? (
            <Nothing
              icon={<CubeIcon />}
              title="The store is empty"
              description="Add an item, and players can buy it at once."
            />
          ) : (
            <Nothing title="No matching items" description="Withdrawn items are hidden at first." />
          )
        }
      />
    </>
  )
}
