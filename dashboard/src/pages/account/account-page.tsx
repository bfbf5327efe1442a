import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function AccountPage() {
  return (
    <>
      <PageHeader title="Account" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
