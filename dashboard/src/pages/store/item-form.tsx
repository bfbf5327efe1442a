import { Button, Group, Modal, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ManagedStoreItem } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { FormError } from '../../components/form-error.tsx'
import { ItemIcon } from './item-icon.tsx'

interface ItemFormProps {
  gameId: number
  /** Null: a new one. */
  item: ManagedStoreItem | null
  close: () => void
}

/** Adds an item or changes one. */
export function ItemForm({ gameId, item, close }: ItemFormProps) {
  const form = useForm({
    initialValues: {
      name: item?.name ?? '',
      cost: item?.cost ?? 10,
      category: item?.category ?? '',
      description: item?.description ?? '',
      icon_url: item?.icon_url ?? '',
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Give the item a name.' : null),
      cost: (value) =>
        Number.isSafeInteger(value) && value >= 0
          ? null
          : 'The price is a whole number, 0 or more.',
      icon_url: (value) =>
        value === '' || value.startsWith('https://') ? null : 'The URL must begin with https://.',
    },
  })
  const add = useChange('admin.store.add', {
    done: 'The item is on sale.',
    notifyFailure: false,
    onDone: close,
  })
  const change = useChange('admin.store.change', {
    done: 'The item was changed.',
    notifyFailure: false,
    onDone: close,
  })
  const save = form.onSubmit(({ icon_url, ...values }) => {
    if (item) change.mutate({ id: item.id, ...values, icon_url: icon_url === '' ? null : icon_url })
    else add.mutate({ id: gameId, ...values, ...(icon_url === '' ? {} : { icon_url }) })
  })
  return (
    <Modal opened onClose={close} title={item ? 'Edit the item' : 'Add an item'}>
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={255}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Group grow align="flex-start">
            <NumberInput
              label="Price in credits"
              required
              min={0}
              allowDecimal={false}
              thousandSeparator=","
              {...form.getInputProps('cost')}
            />
            <TextInput label="Category" maxLength={255} {...form.getInputProps('category')} />
          </Group>
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
          <Group align="flex-end" wrap="nowrap">
            <TextInput
              label="URL of the icon"
              placeholder="https://"
              maxLength={2048}
              flex={1}
              {...form.getInputProps('icon_url')}
            />
            <ItemIcon url={form.values.icon_url || null} />
          </Group>
          <FormError error={item ? change.error : add.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending || change.isPending}>
              {item ? 'Save changes' : 'Add item'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
