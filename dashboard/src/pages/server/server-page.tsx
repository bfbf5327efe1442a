import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function ServerPage() {
  return (
    <>
      <PageHeader title="Server" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
