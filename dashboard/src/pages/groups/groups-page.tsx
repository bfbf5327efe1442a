import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function GroupsPage() {
  return (
    <>
      <PageHeader title="Groups" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
