import { Button, Group, Stack, Text } from '@mantine/core'
import { StackIcon } from '@radix-ui/react-icons'
import type { LedgerEntry, PlayerProfile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Change, Num, Time } from '../../components/format.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { idsOf, openForm } from './form-frame.tsx'
import { AdjustForm } from './forms.tsx'

const REASONS: Record<string, string> = {
  added: 'Added by the game',
  set: 'Set by the game',
  purchase: 'Bought',
  refund: 'Refund for',
  staff: 'Changed by',
}

/** Why the credits have changed, in words. */
export function LedgerReason({
  reason,
  reference,
  staff_name,
  note,
}: Pick<LedgerEntry, 'reason' | 'reference' | 'staff_name' | 'note'>) {
  const item = /^store_item:(\d+)$/.exec(reference ?? '')?.[1]
  return (
    <Stack gap={0}>
      <Text span inherit>
        {REASONS[reason] ?? reason} {item && `item #${item}`}
        {staff_name && <PlayerText>{staff_name}</PlayerText>}
        {reference && !item && <PlayerText>{reference}</PlayerText>}
      </Text>
      {note && (
        <PlayerText size="sm" c="dimmed">
          {note}
        </PlayerText>
      )}
    </Stack>
  )
}

export function CreditsTab({ player }: { player: PlayerProfile }) {
  const may_change = useCan()('support', player.game_id)
  const { cursor } = useList()
  const input = { ...idsOf(player), limit: 50, ...(cursor ? { before: Number(cursor) } : {}) }
  const query = useRead('admin.players.ledger', input, { keepPrevious: true })
  return (
    <>
      {may_change && (
        <Group justify="flex-end" mb="sm">
          <Button
            variant="default"
            leftSection={<StackIcon />}
            onClick={() =>
              openForm('Change credits', (close) => (
                <AdjustForm player={player} kind="credits" close={close} />
              ))
            }
          >
            Change credits
          </Button>
        </Group>
      )}
      <DataTable
        label="Ledger of credits"
        columns={[
          { header: 'When', cell: ({ at }) => <Time at={at} />, width: 150 },
          { header: 'Why', cell: (entry) => <LedgerReason {...entry} /> },
          { header: 'Change', align: 'right', cell: ({ change }) => <Change value={change} /> },
          {
            header: 'Balance',
            align: 'right',
            cell: ({ balance_after }) => <Num value={balance_after} />,
          },
        ]}
        rows={query.data?.entries}
        rowKey={({ id }) => id}
        query={query}
        next={query.data?.next ?? null}
        empty={
          <Nothing
            title="No changes yet"
            description="Every credit that is earned, spent or refunded appears here."
          />
        }
      />
    </>
  )
}
