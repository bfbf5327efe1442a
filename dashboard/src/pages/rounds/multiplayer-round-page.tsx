import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function MultiplayerRoundPage() {
  return (
    <>
      <PageHeader title="Multiplayer round" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
