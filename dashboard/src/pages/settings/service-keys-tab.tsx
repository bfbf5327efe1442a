import { Badge, Button, Group, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { LockClosedIcon, PlusIcon } from '@radix-ui/react-icons'
import type { ServiceKey } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Time } from '../../components/format.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Section } from '../../components/section.tsx'
import { showOnce } from '../../components/shown-once.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'

const DAY_MS = 86_400_000

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'never', label: 'Until it is revoked' },
]

const expiryOf = (days: string) =>
  days === 'never' ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }

function KeyForm({ game_id, onDone }: { game_id: number; onDone: () => void }) {
  const create = useChange('admin.serviceKeys.create', {
    notifyFailure: false,
    onDone: ({ name, token }) => {
      onDone()
      showOnce({
        title: 'The new service key',
        text: 'Your own server sends both with each request, as service-key-name and service-key-token. Keep the token out of apps: whoever has it can act for every player of the game.',
        values: [
          { label: 'Name', value: name },
          { label: 'Token', value: token },
        ],
      })
    },
  })
  const form = useForm({
    initialValues: { name: '', lifetime: '365' },
    validate: {
      name: (value) =>
        /^[\u0021-\u007e]{1,64}$/.test(value) ? null : 'Letters, digits and signs, without spaces.',
    },
  })
  return (
    <form
      onSubmit={form.onSubmit(({ name, lifetime }) =>
        create.mutate({ id: game_id, name, ...expiryOf(lifetime) }),
      )}
    >
      <Stack>
        <TextInput
          label="Name"
          description="What uses it, such as match-server."
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select
          label="Works for"
          data={LIFETIMES}
          allowDeselect={false}
          {...form.getInputProps('lifetime')}
        />
        <FormError error={create.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Expiry({ expires_at }: { expires_at: string | null }) {
  if (expires_at !== null && Date.parse(expires_at) <= Date.now())
    return (
      <Badge variant="light" color="red">
        Expired
      </Badge>
    )
  return <Time at={expires_at} empty="does not expire" />
}

export function ServiceKeysTab() {
  const { id } = useGame()
  const may_change = useCan()('admin', id)
  const query = useRead('admin.serviceKeys.list', { id })
  const [is_open, { open, close }] = useDisclosure()
  const revoke = useChange('admin.serviceKeys.revoke', { done: 'The key is revoked.' })
  const askToRevoke = (key: ServiceKey) =>
    confirm({
      title: 'Revoke this service key?',
      text: (
        <>
          Whatever uses <PlayerText fw={600}>{key.name}</PlayerText> is refused at once. This cannot
          be undone, but you can create a new key.
        </>
      ),
      action: 'Revoke key',
      onConfirm: () => revoke.mutateAsync({ id: key.id }),
    })
  const create = may_change && (
    <Button size="xs" leftSection={<PlusIcon />} onClick={open}>
      Create key
    </Button>
  )
  return (
    <Section
      title="Service keys"
      description="With a service key, your own server acts for the players of this game, and may call what the permissions close to players."
      actions={create}
    >
      <Loaded query={query}>
        {({ service_keys }) =>
          service_keys.length === 0 ? (
            <Nothing
              title="No service keys yet"
              description="You need one only if your game has a server of its own."
              icon={<LockClosedIcon />}
            />
          ) : (
            <Table.ScrollContainer minWidth={560}>
              <Table aria-label="Service keys" verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Name</Table.Th>
                    <Table.Th>Created</Table.Th>
                    <Table.Th>Last used</Table.Th>
                    <Table.Th>Expires</Table.Th>
                    {may_change && <Table.Th aria-label="Actions" />}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {service_keys.map((key) => (
                    <Table.Tr key={key.id}>
                      <Table.Td>
                        <Text ff="monospace" size="sm">
                          {key.name}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        <Time at={key.created_at} />
                      </Table.Td>
                      <Table.Td>
                        <Time at={key.last_used_at} />
                      </Table.Td>
                      <Table.Td>
                        <Expiry expires_at={key.expires_at} />
                      </Table.Td>
                      {may_change && (
                        <Table.Td ta="right">
                          <Button
                            size="xs"
                            variant="subtle"
                            color="red"
                            aria-label={`Revoke ${key.name}`}
                            onClick={() => askToRevoke(key)}
                          >
                            Revoke
                          </Button>
                        </Table.Td>
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
      <Modal opened={is_open} onClose={close} title="Create a service key">
        <KeyForm game_id={id} onDone={close} />
      </Modal>
    </Section>
  )
}
