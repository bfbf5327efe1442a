import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../api/queries.ts'
import { FormError } from '../../components/form-error.tsx'

interface RenameGroupProps {
  gameId: number
  groupId: number
  name: string
  close: () => void
}

export function RenameGroup({ gameId, groupId, name, close }: RenameGroupProps) {
  const form = useForm({ initialValues: { name } })
  const rename = useChange('admin.groups.rename', {
    done: 'The group has a new name.',
    notifyFailure: false,
    onDone: close,
  })
  return (
    <Modal opened onClose={close} title="Rename the group">
      <form
        onSubmit={form.onSubmit((values) =>
          rename.mutate({ id: gameId, group_id: groupId, name: values.name }),
        )}
      >
        <Stack>
          <TextInput
            label="New name"
            description="Its members are told that the group has changed."
            required
            maxLength={255}
            dir="auto"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <FormError error={rename.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={rename.isPending}>
              Rename group
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
