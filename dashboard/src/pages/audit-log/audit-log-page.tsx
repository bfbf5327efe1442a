import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function AuditLogPage() {
  return (
    <>
      <PageHeader title="Audit log" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
