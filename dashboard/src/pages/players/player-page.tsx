import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function PlayerPage() {
  return (
    <>
      <PageHeader title="Player" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
