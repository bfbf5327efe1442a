import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function ModerationPage() {
  return (
    <>
      <PageHeader title="Moderation" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
