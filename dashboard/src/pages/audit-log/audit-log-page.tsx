import { getRouteApi } from '@tanstack/react-router'
import { useGames } from '../../api/games.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { useList } from '../../components/paging.ts'
import { plainPlayerText } from '../../components/player-text.tsx'
import { AuditLog, NoAuditLog, operationOf } from './audit-log.tsx'

const route = getRouteApi('/staff-only/audit-log')

function ServerAuditLog() {
  const { action, target, actor } = route.useSearch()
  const { cursor } = useList()
  const games = useGames()
  const query = useRead(
    'admin.audit.list',
    {
      action: operationOf(action),
      target,
      actor_id: actor,
      before: cursor === undefined ? undefined : Number(cursor),
    },
    { keepPrevious: true },
  )
  const gameName = (game_id: number) =>
    plainPlayerText(games.find(({ id }) => id === game_id)?.name ?? `game ${game_id}`)
  return (
    <AuditLog
      description="Who changed what on the whole server, the newest first."
      query={query}
      gameName={gameName}
    />
  )
}

export function AuditLogPage() {
  const can = useCan()
  return can('admin') ? <ServerAuditLog /> : <NoAuditLog whose="all games" />
}
