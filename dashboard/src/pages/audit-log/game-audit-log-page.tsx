import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { useList } from '../../components/paging.ts'
import { AuditLog, NoAuditLog, operationOf } from './audit-log.tsx'

const route = getRouteApi('/staff-only/games/$gameId/audit-log')

function GameAuditLog() {
  const { gameId } = route.useParams()
  const { action, target, actor } = route.useSearch()
  const { cursor } = useList()
  const query = useRead(
    'admin.games.audit',
    {
      id: gameId,
      action: operationOf(action),
      target,
      actor_id: actor,
      before: cursor === undefined ? undefined : Number(cursor),
    },
    { keepPrevious: true },
  )
  return <AuditLog description="Who changed what in this game, the newest first." query={query} />
}

export function GameAuditLogPage() {
  const { gameId } = route.useParams()
  const can = useCan()
  return can('admin', gameId) ? <GameAuditLog /> : <NoAuditLog whose="this game" />
}
