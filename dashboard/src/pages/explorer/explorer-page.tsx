import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function ExplorerPage() {
  return (
    <>
      <PageHeader title="Explorer" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
