import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function LeaderboardsPage() {
  return (
    <>
      <PageHeader title="Leaderboards" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
