import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function GameAuditLogPage() {
  return (
    <>
      <PageHeader title="Game audit log" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
