import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function OverviewPage() {
  return (
    <>
      <PageHeader title="Overview" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
