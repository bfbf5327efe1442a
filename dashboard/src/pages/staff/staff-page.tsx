import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function StaffPage() {
  return (
    <>
      <PageHeader title="Staff" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
