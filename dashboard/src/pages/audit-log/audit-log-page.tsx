import { getRouteApi } from '@tanstack/react-router'
import { useGames } from '../../api/games.ts'
import { useRead } from '../../api/queries.ts'
import { useList } from '../../components/paging.ts'
import { plainPlayerText } from '../../components/player-text.tsx'
import { AuditLog } from './audit-log.tsx'

const route = getRouteApi('/staff-only/audit-log')

export function AuditLogPage() {
  const { action, target, actor } = route.useSearch()
  const { cursor } = useList()
  const games = useGames()
  const query = useRead(
    'admin.audit.list',
    { action, target, actor_id: actor, before: cursor === undefined ? undefined : Number(cursor) },
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
