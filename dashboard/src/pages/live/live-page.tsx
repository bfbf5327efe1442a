import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function LivePage() {
  return (
    <>
      <PageHeader title="Live" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
