import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function RoundsPage() {
  return (
    <>
      <PageHeader title="Rounds" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
