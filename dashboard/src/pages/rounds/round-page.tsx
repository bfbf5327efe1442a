import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function RoundPage() {
  return (
    <>
      <PageHeader title="Round" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
