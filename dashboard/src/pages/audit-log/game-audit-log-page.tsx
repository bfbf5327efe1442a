import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { useList } from '../../components/paging.ts'
import { AuditLog } from './audit-log.tsx'

const route = getRouteApi('/staff-only/games/$gameId/audit-log')

export function GameAuditLogPage() {
  const { gameId } = route.useParams()
  const { action, target, actor } = route.useSearch()
  const { cursor } = useList()
  const query = useRead(
    'admin.games.audit',
    {
      id: gameId,
      action,
      target,
      actor_id: actor,
      before: cursor === undefined ? undefined : Number(cursor),
    },
    { keepPrevious: true },
  )
  return <AuditLog description="Who changed what in this game, the newest first." query={query} />
}
