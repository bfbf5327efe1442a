import { Badge, Text } from '@mantine/core'
import { CubeIcon } from '@radix-ui/react-icons'
import type { StoreSale } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { LookFurther } from '../../components/look-further.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerLink } from '../../components/player-link.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'

interface PurchasesProps {
  gameId: number
  /** Without it, of the whole store. */
  itemId?: number
}

/** What was bought and refunded, the newest first. */
export function Purchases({ gameId, itemId }: PurchasesProps) {
  const { cursor } = useList()
  const before = cursor === undefined ? undefined : Number(cursor)
  const wanted = { id: gameId, store_item_id: itemId, before }
  const query = useRead('admin.store.purchases', wanted, { keepPrevious: true })
  const next = query.data?.next ?? null
  const item: Column<StoreSale> = {
    header: 'Item',
    cell: ({ store_item_id, item_name }) =>
      item_name === null ? (
        <Text span inherit c="dimmed">
          deleted item
        </Text>
      ) : (
        <TextLink
          to="/games/$gameId/store/$itemId"
          params={{ gameId, itemId: store_item_id }}
          inherit
        >
          <PlayerText>{item_name}</PlayerText>
        </TextLink>
      ),
  }
  return (
    <DataTable
      label="Purchases and refunds"
      columns={[
        { header: 'Player', cell: ({ user }) => <PlayerLink gameId={gameId} user={user} /> },
        ...(itemId === undefined ? [item] : []),
        {
          header: 'Kind',
          cell: ({ kind }) => (
            <Badge variant="light" color={kind === 'refund' ? 'orange' : 'green'}>
              {kind === 'refund' ? 'Refund' : 'Purchase'}
            </Badge>
          ),
        },
        { header: 'Credits', align: 'right', cell: ({ credits }) => <Num value={credits} /> },
        { header: 'When', cell: ({ at }) => <Time at={at} /> },
      ]}
      rows={query.data?.sales}
      rowKey={({ id }) => id}
      query={query}
      next={next}
      empty={
        next !== null ? (
          <LookFurther next={next} />
        ) : (
          <Nothing
            icon={<CubeIcon />}
            title="No purchases yet"
            description="Purchases and refunds of players appear here."
          />
        )
      }
    />
  )
}
