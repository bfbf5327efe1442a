import { Door } from '../../layout/door.tsx'

export function JoinPage() {
  return <Door title="Create your account">…</Door>
}
