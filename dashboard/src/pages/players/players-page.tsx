import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function PlayersPage() {
  return (
    <>
      <PageHeader title="Players" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
