import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function StorePage() {
  return (
    <>
      <PageHeader title="Store" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
