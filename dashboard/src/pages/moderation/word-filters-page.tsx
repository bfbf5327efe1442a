import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function WordFiltersPage() {
  return (
    <>
      <PageHeader title="Word filters" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
