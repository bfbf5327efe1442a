import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function GamesPage() {
  return (
    <>
      <PageHeader title="Games" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
