import { Badge } from '@mantine/core'
import type { Webhook } from '../../api/contract.ts'
import { Time } from '../../components/format.tsx'

const PAUSED = {
  operator: 'Paused',
  failing: 'Paused: it failed for three days',
  restored: 'Paused after a restore',
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.pause_reason)
    return (
      <Badge variant="light" color="gray">
        {PAUSED[webhook.pause_reason]}
      </Badge>
    )
  return webhook.failing_since ? (
    <Badge variant="light" color="red">
      Failing since <Time at={webhook.failing_since} />
    </Badge>
  ) : (
    <Badge variant="light" color="green">
      Active
    </Badge>
  )
}
