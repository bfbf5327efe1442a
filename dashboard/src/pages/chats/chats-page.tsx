import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function ChatsPage() {
  return (
    <>
      <PageHeader title="Chats" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
