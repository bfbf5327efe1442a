import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function GroupPage() {
  return (
    <>
      <PageHeader title="Group" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
