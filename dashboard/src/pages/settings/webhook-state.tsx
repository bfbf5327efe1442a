import { Badge } from '@mantine/core'
import type { Webhook } from '../../api/contract.ts'
import { Time } from '../../components/format.tsx'

const PAUSED = {
  operator: 'Paused',
  failing: 'Paused: it failed for three days',
  restored: 'Paused after a restore',
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.pause_reason) return <Badge color="gray">{PAUSED[webhook.pause_reason]}</Badge>
  return webhook.failing_since ? (
    <Badge color="red">
      Failing since <Time at={webhook.failing_since} />
    </Badge>
  ) : (
    <Badge color="green">Active</Badge>
  )
}
