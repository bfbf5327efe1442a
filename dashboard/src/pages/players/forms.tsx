import {
  NumberInput,
  SegmentedControl,
  Select,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PlayerProfile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { formatNumber } from '../../components/format.tsx'
import { plainPlayerText } from '../../components/player-text.tsx'
import {
  FormFrame,
  idsOf,
  type Named,
  needed,
  REASON_CHARACTERS,
  useAction,
} from './form-frame.tsx'

interface AdjustFormProps {
  player: PlayerProfile
  kind: 'score' | 'credits'
  close: () => void
}

export function AdjustForm({ player, kind, close }: AdjustFormProps) {
  const what = kind === 'score' ? 'score' : 'credits'
  const operation = kind === 'score' ? 'admin.players.adjustScore' : 'admin.players.adjustCredits'
  const done = kind === 'score' ? 'The score was changed.' : 'The credits were changed.'
  const { error, is_busy, send } = useAction(operation, done, close)
  const form = useForm<{ mode: string; amount: string | number; reason: string }>({
    initialValues: { mode: 'add', amount: '', reason: '' },
    validate: {
      amount: (value) =>
        Number.isSafeInteger(Number(value)) && value !== '' ? null : 'Enter a whole number.',
      reason: needed,
    },
  })
  const { mode, amount } = form.values
  const before = player[kind]
  const after = mode === 'add' ? before + Number(amount || 0) : Number(amount || 0)
  const is_too_low = kind === 'credits' && after < 0
  const problem =
    mode === 'add'
      ? `The player has only ${formatNumber(before)}.`
      : 'Credits cannot be less than 0.'
  return (
    <FormFrame
      action={`Change ${what}`}
      is_possible={!is_too_low}
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit((values) =>
        send({
          ...idsOf(player),
          ...(values.mode === 'add'
            ? { add: Number(values.amount) }
            : { set: Number(values.amount) }),
          reason: values.reason.trim(),
        }),
      )}
    >
      <SegmentedControl
        aria-label="How to change it"
        data={[
          { value: 'add', label: 'Add or subtract' },
          { value: 'set', label: 'Set to' },
        ]}
        {...form.getInputProps('mode')}
      />
      <NumberInput
        label={mode === 'add' ? 'How many' : `New ${what}`}
        {...(mode === 'add' ? { description: 'A negative number takes them away.' } : {})}
        allowDecimal={false}
        thousandSeparator=","
        data-autofocus
        withAsterisk
        {...form.getInputProps('amount')}
        {...(is_too_low ? { error: problem } : {})}
      />
      <Textarea
        label="Reason"
        description={
          kind === 'credits'
            ? 'The ledger and the audit log keep it. The player finds it in an export of their data.'
            : 'The audit log keeps it.'
        }
        maxLength={REASON_CHARACTERS}
        autosize
        minRows={2}
        withAsterisk
        {...form.getInputProps('reason')}
      />
      {!is_too_low && (
        <Text size="sm" c="dimmed">
          {formatNumber(before)} now, {formatNumber(after)} afterwards
        </Text>
      )}
    </FormFrame>
  )
}

export function RenameForm({ player, close }: { player: PlayerProfile; close: () => void }) {
  const { error, is_busy, send } = useAction(
    'admin.players.rename',
    'The player was renamed.',
    close,
  )
  const form = useForm({
    initialValues: { username: player.username, reason: '' },
    validate: { username: (value) => (value === '' ? 'Enter a name.' : null) },
  })
  return (
    <FormFrame
      action="Rename"
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit(({ username, reason }) =>
        send({
          ...idsOf(player),
          username,
          ...(reason.trim() ? { reason: reason.trim() } : {}),
        }),
      )}
    >
      <TextInput
        label="New name"
        description="The same rules apply as for players."
        dir="auto"
        maxLength={64}
        autoComplete="off"
        data-autofocus
        withAsterisk
        {...form.getInputProps('username')}
      />
      <Textarea
        label="Reason"
        maxLength={REASON_CHARACTERS}
        autosize
        {...form.getInputProps('reason')}
      />
    </FormFrame>
  )
}

export function GrantItemForm({ player, close }: { player: PlayerProfile; close: () => void }) {
  const items = useRead('admin.store.list', { id: player.game_id })
  const { error, is_busy, send } = useAction('admin.players.grantItem', 'Item granted.', close)
  const form = useForm<{ item: string | null; reason: string }>({
    initialValues: { item: null, reason: '' },
    validate: { item: (value) => (value === null ? 'Choose an item.' : null) },
  })
  const choices = items.data?.store_items.map(({ id, name, withdrawn_at }) => ({
    value: String(id),
    label: `${plainPlayerText(name)} (#${id})${withdrawn_at ? ', withdrawn' : ''}`,
  }))
  return (
    <FormFrame
      action="Grant item"
      error={error ?? items.error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit(({ item, reason }) =>
        send({
          ...idsOf(player),
          store_item_id: Number(item),
          ...(reason.trim() ? { reason: reason.trim() } : {}),
        }),
      )}
    >
      <Select
        label="Item"
        description="The player pays nothing for it."
        data={choices ?? []}
        placeholder={items.isLoading ? 'Loading' : 'Choose an item'}
        nothingFoundMessage="The store has no such item"
        searchable
        limit={100}
        data-autofocus
        withAsterisk
        {...form.getInputProps('item')}
      />
      <Textarea
        label="Reason"
        maxLength={REASON_CHARACTERS}
        autosize
        {...form.getInputProps('reason')}
      />
    </FormFrame>
  )
}

interface RevokeItemFormProps {
  player: Named
  item: { id: number; price: number }
  close: () => void
}

export function RevokeItemForm({ player, item, close }: RevokeItemFormProps) {
  const { error, is_busy, send } = useAction('admin.players.revokeItem', 'Item revoked.', close)
  const form = useForm({ initialValues: { refund: item.price > 0, reason: '' } })
  return (
    <FormFrame
      action="Revoke item"
      color="red"
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit(({ refund, reason }) =>
        send({
          ...idsOf(player),
          item_id: item.id,
          refund,
          ...(reason.trim() ? { reason: reason.trim() } : {}),
        }),
      )}
    >
      <Text size="sm">The player loses the item at once.</Text>
      <Switch
        label={`Refund the ${formatNumber(item.price)} credits that were paid`}
        disabled={item.price === 0}
        {...form.getInputProps('refund', { type: 'checkbox' })}
      />
      <Textarea
        label="Reason"
        maxLength={REASON_CHARACTERS}
        autosize
        {...form.getInputProps('reason')}
      />
    </FormFrame>
  )
}

interface AttributeFormProps {
  player: Named
  /** Undefined: a new one. */
  attribute?: { key: string; value: string }
  close: () => void
}

export function AttributeForm({ player, attribute, close }: AttributeFormProps) {
  const { error, is_busy, send } = useAction(
    'admin.players.setAttribute',
    'Attribute saved.',
    close,
  )
  const form = useForm({
    initialValues: attribute ?? { key: '', value: '' },
    validate: { key: (value) => (value === '' ? 'Enter a key.' : null) },
  })
  return (
    <FormFrame
      action="Save"
      error={error}
      is_busy={is_busy}
      close={close}
      onSubmit={form.onSubmit(({ key, value }) => send({ ...idsOf(player), key, value }))}
    >
      <TextInput
        label="Key"
        dir="auto"
        maxLength={255}
        disabled={attribute !== undefined}
        withAsterisk
        {...form.getInputProps('key')}
      />
      <Textarea
        label="Value"
        dir="auto"
        autosize
        minRows={3}
        maxRows={14}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        data-autofocus
        {...form.getInputProps('value')}
      />
    </FormFrame>
  )
}
