import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Webhook } from '../../api/contract.ts'
import { useApiDocument } from '../../api/document.ts'
import { useChange } from '../../api/queries.ts'
import { FormError } from '../../components/form-error.tsx'
import { showOnce } from '../../components/shown-once.tsx'

/** A secret with which the receiver checks that requests come from this server. */
export const showSecret = (secret: string) =>
  showOnce({
    title: 'The secret of the webhook',
    text: 'With it, your server checks that a request comes from here, as Standard Webhooks defines it. The guide on webhooks shows how.',
    values: [{ label: 'Secret', value: secret }],
  })

interface WebhookFormProps {
  game_id: number
  /** Undefined: a new one. */
  webhook?: Webhook | undefined
  onDone: () => void
}

export function WebhookForm({ game_id, webhook, onDone }: WebhookFormProps) {
  const document = useApiDocument()
  const create = useChange('admin.webhooks.create', {
    notifyFailure: false,
    onDone: ({ secret }) => {
      onDone()
      showSecret(secret)
    },
  })
  const change = useChange('admin.webhooks.change', {
    done: 'The webhook is saved.',
    notifyFailure: false,
    onDone,
  })
  const form = useForm({
    initialValues: { url: webhook?.url ?? '', types: webhook?.types ?? [] },
    validate: {
      url: (value) =>
        /^https?:\/\/\S+$/.test(value) ? null : 'Enter a URL that begins with https://.',
    },
  })
  const names = Object.keys(document.data?.webhooks ?? {}).filter((name) => name !== 'webhook.test')
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        webhook
          ? change.mutate({ id: webhook.id, ...values })
          : create.mutate({ id: game_id, ...values }),
      )}
    >
      <Stack>
        <TextInput
          label="URL"
          description="Of your own server. It gets one POST request for each event."
          placeholder="https://example.com/hooks"
          type="url"
          required
          data-autofocus
          {...form.getInputProps('url')}
        />
        <MultiSelect
          label="Events"
          description="None chosen: all but the frequent ones."
          placeholder={form.values.types.length === 0 ? 'All' : undefined}
          data={[...new Set([...names, ...form.values.types])].toSorted()}
          searchable
          clearable
          nothingFoundMessage="No such event"
          {...form.getInputProps('types')}
        />
        <FormError error={create.error ?? change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || change.isPending}>
            {webhook ? 'Save' : 'Create webhook'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
