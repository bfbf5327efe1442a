import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Pencil1Icon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ManagedStoreItem } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { Facts } from '../../components/facts.tsx'
import { Num, Time } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Loaded } from '../../components/states.tsx'
import { NotFound } from '../../layout/not-found.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemIcon } from './item-icon.tsx'
import { Purchases } from './purchases.tsx'
import { SalesChart } from './sales-chart.tsx'

const route = getRouteApi('/staff-only/games/$gameId/store/$itemId')

export function StoreItemPage() {
  const { gameId, itemId } = route.useParams()
  const query = useRead('admin.store.list', { id: gameId })
  return (
    <Loaded query={query}>
      {({ store_items }) => {
        const item = store_items.find(({ id }) => id === itemId)
        return item ? <Item item={item} /> : <NotFound what="The store has no such item" />
      }}
    </Loaded>
  )
}

function Item({ item }: { item: ManagedStoreItem }) {
  const { gameId } = route.useParams()
  const can = useCan()
  const [is_editing, setEditing] = useState(false)
  const sales = useRead('admin.store.sales', { id: gameId, store_item_id: item.id })
  const sums = sales.data?.items[0]
  const withdraw = useChange('admin.store.withdraw', {
    done: 'The item is no longer on sale.',
    notifyFailure: false,
  })
  const may_change = can('admin', gameId) && item.withdrawn_at === null
  const number = (value: number | undefined) => <Num value={sales.data ? (value ?? 0) : null} />
  return (
    <>
      <PageHeader
        title={plainPlayerText(item.name)}
        shown={
          <Group gap="sm" wrap="nowrap">
            <ItemIcon url={item.icon_url} size={44} />
            <PlayerText>{item.name}</PlayerText>
            {item.withdrawn_at !== null && (
              <Badge variant="light" color="gray">
                Withdrawn
              </Badge>
            )}
          </Group>
        }
        actions={
          may_change && (
            <>
              <Button
                variant="light"
                color="red"
                onClick={() =>
                  confirm({
                    title: 'Withdraw this item?',
                    text: 'Nobody can buy it any more, and it cannot be put back. Players who own it keep it, and can still get a refund.',
                    action: 'Withdraw item',
                    onConfirm: () => withdraw.mutateAsync({ id: item.id }),
                  })
                }
              >
                Withdraw
              </Button>
              <Button leftSection={<Pencil1Icon />} onClick={() => setEditing(true)}>
                Edit
              </Button>
            </>
          )
        }
      />
      <Facts
        facts={[
          { label: 'Price in credits', value: <Num value={item.cost} /> },
          { label: 'Category', value: <PlayerText>{item.category}</PlayerText> },
          { label: 'Id', value: item.id },
          ...(item.withdrawn_at === null
            ? []
            : [{ label: 'Withdrawn', value: <Time at={item.withdrawn_at} /> }]),
          { label: 'Sold', value: number(sums?.sold) },
          { label: 'Refunded', value: number(sums?.refunded) },
          { label: 'Credits taken', value: number(sums?.credits) },
        ]}
      />
      <Stack gap="lg">
        {item.description !== '' && (
          <Card>
            <Title order={2} fz="md" mb="xs">
              Description
            </Title>
            <Text component="div">
              <PlayerText multiline>{item.description}</PlayerText>
            </Text>
          </Card>
        )}
        <SalesChart query={sales} fileName={`sales-of-item-${item.id}`} />
        <div>
          <Title order={2} fz="md" mb="sm">
            Purchases
          </Title>
          <Purchases gameId={gameId} itemId={item.id} />
        </div>
      </Stack>
      {is_editing && <ItemForm gameId={gameId} item={item} close={() => setEditing(false)} />}
    </>
  )
}
