import { Button } from '@mantine/core'
import type { PlayerProfile, PlayerSessions } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { Nothing } from '../../components/states.tsx'
import { idsOf } from './form-frame.tsx'
import { usePageNumber } from './pages-by-number.ts'

type Session = PlayerSessions['sessions'][number]

const COLUMNS: Column<Session>[] = [
  { header: 'Session', cell: ({ id }) => `#${id}` },
  { header: 'Signed in', cell: ({ created_at }) => <Time at={created_at} /> },
  { header: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { header: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
]

export function SessionsTab({ player }: { player: PlayerProfile }) {
  const may_end = useCan()('support', player.game_id)
  const pages = usePageNumber()
  const input = { ...idsOf(player), ...pages.input }
  const query = useRead('admin.players.sessions', input, { keepPrevious: true })
  const end = useChange('admin.players.endSession', { done: 'Session ended.' })
  const action: Column<Session> = {
    header: '',
    align: 'right',
    width: 120,
    cell: ({ id }) => (
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={`End session ${id}`}
        loading={end.isPending && end.variables?.session_id === id}
        onClick={() => end.mutate({ ...idsOf(player), session_id: id })}
      >
        End
      </Button>
    ),
  }
  return (
    <DataTable
      label="Sessions"
      columns={may_end ? [...COLUMNS, action] : COLUMNS}
      rows={query.data?.sessions}
      rowKey={({ id }) => id}
      query={query}
      next={pages.next(query.data?.sessions)}
      empty={
        <Nothing
          title="Not signed in anywhere"
          description="Each device on which the player is signed in appears here."
        />
      }
    />
  )
}
