import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
