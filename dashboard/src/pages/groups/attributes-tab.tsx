import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PlusIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PlayerLink } from '../../components/player-link.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { usePage } from './members-tab.tsx'

interface OfGroup {
  gameId: number
  groupId: number
}

interface Attribute {
  id: number
  key: string
  value: string
  creator_id: number
  creator_username: string | null
}

export function AttributesTab({ gameId, groupId }: OfGroup) {
  const can = useCan()
  const may_change = can('support', gameId)
  /** Undefined: closed. Null: a new attribute. */
  const [edited, setEdited] = useState<Attribute | null>()
  const { page, per_page, nextIf } = usePage()
  const wanted = { id: gameId, group_id: groupId }
  const query = useRead(
    'admin.groups.attributes',
    { ...wanted, page, per_page },
    { keepPrevious: true },
  )
  const remove = useChange('admin.groups.removeAttribute', {
    done: 'The attribute was removed.',
    notifyFailure: false,
  })
  const ask = ({ key }: Attribute) =>
    confirm({
      title: 'Remove this attribute?',
      text: (
        <>
          The game may need <PlayerText fw={600}>{key}</PlayerText>. Its value is kept only in the
          audit log.
        </>
      ),
      action: 'Remove attribute',
      onConfirm: () => remove.mutateAsync({ ...wanted, key }),
    })
  const columns: Column<Attribute>[] = [
    { header: 'Key', cell: ({ key }) => <PlayerText fw={500}>{key}</PlayerText> },
    {
      header: 'Value',
      cell: ({ value }) => (
        <PlayerText multiline lineClamp={4} display="block" maw="32rem">
          {value}
        </PlayerText>
      ),
    },
    {
      header: 'Added by',
      cell: ({ creator_id, creator_username }) =>
        creator_username === null ? (
          <span>{creator_id === 0 ? 'Staff or erased player' : 'Deleted player'}</span>
        ) : (
          <PlayerLink gameId={gameId} user={{ id: creator_id, username: creator_username }} />
        ),
    },
  ]
  if (may_change)
    columns.push({
      header: '',
      align: 'right',
      cell: (attribute) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button size="xs" variant="subtle" onClick={() => setEdited(attribute)}>
            Edit
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={() => ask(attribute)}>
            Remove
          </Button>
        </Group>
      ),
    })
  const add = may_change && (
    <Button variant="default" leftSection={<PlusIcon />} onClick={() => setEdited(null)}>
      Add attribute
    </Button>
  )
  return (
    <Stack>
      {query.data !== undefined && query.data.total > 0 && <Group justify="flex-end">{add}</Group>}
      <DataTable
        label="Attributes"
        columns={columns}
        rows={query.data?.attributes}
        rowKey={({ id }) => id}
        query={query}
        next={nextIf(page * per_page < (query.data?.total ?? 0))}
        empty={
          <Nothing
            title="No attributes"
            description="Any data that the members of the group share, as texts with keys."
            action={add}
          />
        }
      />
      {edited !== undefined && (
        <EditAttribute
          gameId={gameId}
          groupId={groupId}
          attribute={edited}
          close={() => setEdited(undefined)}
        />
      )}
    </Stack>
  )
}

interface EditAttributeProps extends OfGroup {
  /** Null: a new one. */
  attribute: Attribute | null
  close: () => void
}

function EditAttribute({ gameId, groupId, attribute, close }: EditAttributeProps) {
  const form = useForm({
    initialValues: { key: attribute?.key ?? '', value: attribute?.value ?? '' },
  })
  const save = useChange('admin.groups.setAttribute', {
    done: 'The attribute was saved.',
    notifyFailure: false,
    onDone: close,
  })
  return (
    <Modal opened onClose={close} title={attribute ? 'Edit the attribute' : 'Add an attribute'}>
      <form
        onSubmit={form.onSubmit((values) =>
          save.mutate({ id: gameId, group_id: groupId, ...values }),
        )}
      >
        <Stack>
          <TextInput
            label="Key"
            required
            maxLength={255}
            dir="auto"
            readOnly={attribute !== null}
            data-autofocus={attribute === null || undefined}
            {...form.getInputProps('key')}
          />
          <Textarea
            label="Value"
            autosize
            minRows={3}
            maxRows={12}
            dir="auto"
            data-autofocus={attribute !== null || undefined}
            {...form.getInputProps('value')}
          />
          <FormError error={save.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save attribute
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
