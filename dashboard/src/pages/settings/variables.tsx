import { ActionIcon, Button, Group, Modal, Stack, Table, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Pencil1Icon, PlusIcon, TrashIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import type { GameSettings, GameVariable } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Section } from '../../components/section.tsx'
import { Nothing } from '../../components/states.tsx'

interface VariableFormProps {
  game_id: number
  /** Empty: a new one. */
  variable: { key: string; value: string }
  onDone: () => void
}

function VariableForm({ game_id, variable, onDone }: VariableFormProps) {
  const is_new = variable.key === ''
  const change = useChange('admin.games.change', {
    done: 'The variable is saved.',
    notifyFailure: false,
    onDone,
  })
  const form = useForm({
    initialValues: variable,
    validate: { key: (value) => (value.trim() === '' ? 'A variable needs a key.' : null) },
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate({ id: game_id, variables: [values] }))}>
      <Stack>
        <TextInput
          label="Key"
          required
          readOnly={!is_new}
          data-autofocus={is_new || undefined}
          {...form.getInputProps('key')}
        />
        <Textarea
          label="Value"
          autosize
          minRows={2}
          data-autofocus={!is_new || undefined}
          dir="auto"
          {...form.getInputProps('value')}
        />
        <FormError error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What apps of the game read at their start. */
export function Variables({ game }: { game: GameSettings }) {
  const may_change = useCan()('admin', game.id)
  const [edited, setEdited] = useState<{ key: string; value: string } | null>(null)
  const remove = useChange('admin.games.change', { done: 'The variable is removed.' })
  const askToRemove = ({ key }: GameVariable) =>
    confirm({
      title: 'Remove this variable?',
      text: (
        <>
          Apps that read <PlayerText fw={600}>{key}</PlayerText> will no longer find it.
        </>
      ),
      action: 'Remove variable',
      onConfirm: () => remove.mutateAsync({ id: game.id, removed_variables: [key] }),
    })
  return (
    <Section
      title="Variables"
      description="Texts that your app reads when it starts, such as the current season. You can change them without a new version of the app."
      actions={
        may_change && (
          <Button
            size="xs"
            leftSection={<PlusIcon />}
            onClick={() => setEdited({ key: '', value: '' })}
          >
            Add variable
          </Button>
        )
      }
    >
      {game.game_variables.length === 0 ? (
        <Nothing title="No variables yet" />
      ) : (
        <Table.ScrollContainer minWidth={320}>
          <Table aria-label="Variables" layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w="35%">Key</Table.Th>
                <Table.Th>Value</Table.Th>
                {may_change && <Table.Th w={90} aria-label="Actions" />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {game.game_variables.map((variable) => (
                <Table.Tr key={variable.id}>
                  <Table.Td>
                    <PlayerText ff="monospace">{variable.key}</PlayerText>
                  </Table.Td>
                  <Table.Td>
                    <PlayerText lineClamp={3}>{variable.value}</PlayerText>
                  </Table.Td>
                  {may_change && (
                    <Table.Td>
                      <Group gap={4} wrap="nowrap" justify="flex-end">
                        <ActionIcon
                          variant="subtle"
                          aria-label={`Change ${variable.key}`}
                          onClick={() => setEdited({ key: variable.key, value: variable.value })}
                        >
                          <Pencil1Icon />
                        </ActionIcon>
                        <ActionIcon
                          variant="subtle"
                          color="red"
                          aria-label={`Remove ${variable.key}`}
                          onClick={() => askToRemove(variable)}
                        >
                          <TrashIcon />
                        </ActionIcon>
                      </Group>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited?.key === '' ? 'Add a variable' : 'Change a variable'}
      >
        {edited && (
          <VariableForm game_id={game.id} variable={edited} onDone={() => setEdited(null)} />
        )}
      </Modal>
    </Section>
  )
}
