import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'

export function ChatPage() {
  return (
    <>
      <PageHeader title="Chat" />
      <Nothing title="Nothing here yet" />
    </>
  )
}
