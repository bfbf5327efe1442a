import {
  Anchor,
  Button,
  Group,
  Modal,
  PasswordInput,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { PlusIcon } from '@radix-ui/react-icons'
import { useChange, useRead } from '../../api/queries.ts'
import { type Role, useStaff } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Time } from '../../components/format.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { GamesInput, GamesText, RoleBadge, RoleInput } from '../../components/rights.tsx'
import { Section } from '../../components/section.tsx'
import { ShownOnce } from '../../components/secret.tsx'
import { Loaded } from '../../components/states.tsx'

const DAY_MS = 86_400_000
const EXPIRIES = [
  { value: '7', label: 'in a week' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
]

interface TokenFields {
  name: string
  role: Role
  game_ids: number[] | null
  days: string | null
  current_password: string
}

function TokenForm({ onDone }: { onDone: () => void }) {
  const { role, game_ids } = useStaff()
  const form = useForm<TokenFields>({
    initialValues: { name: '', role: 'viewer', game_ids, days: '90', current_password: '' },
  })
  const create = useChange('admin.tokens.create', { notifyFailure: false })
  if (create.data)
    return (
      <Stack>
        <ShownOnce title="The token" value={create.data.token}>
          Send it in the header <code>Authorization: Bearer …</code>
        </ShownOnce>
        <Group justify="flex-end">
          <Button onClick={onDone}>Done</Button>
        </Group>
      </Stack>
    )
  const submit = ({ days, ...fields }: TokenFields) => {
    const lasts = Number(days)
    const expires_at = new Date(Date.now() + lasts * DAY_MS).toISOString()
    create.mutate({ ...fields, ...(lasts > 0 ? { expires_at } : {}) })
  }
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label="Name"
          description="What it is for."
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <RoleInput
          value={form.values.role}
          highest={role}
          onChange={(chosen) => form.setFieldValue('role', chosen)}
        />
        <GamesInput
          value={form.values.game_ids}
          allowsAll={game_ids === null}
          onChange={(ids) => form.setFieldValue('game_ids', ids)}
        />
        <Select
          label="Expires"
          data={EXPIRIES}
          allowDeselect={false}
          {...form.getInputProps('days')}
        />
        <PasswordInput
          label="Your password"
          description="A token works longer than your session."
          required
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <FormError error={create.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function TokenTable() {
  const query = useRead('admin.tokens.list', {})
  const revoke = useChange('admin.tokens.revoke', { done: 'Revoked.', notifyFailure: false })
  const askToRevoke = (id: number, name: string) =>
    confirm({
      title: 'Revoke the token?',
      text: (
        <>
          <PlayerText>{name}</PlayerText> stops working at once, for good.
        </>
      ),
      action: 'Revoke token',
      onConfirm: () => revoke.mutateAsync({ id }),
    })
  return (
    <Loaded query={query} lines={2}>
      {({ tokens }) =>
        tokens.length === 0 ? (
          <Text size="sm" c="dimmed">
            You have none.
          </Text>
        ) : (
          <Table.ScrollContainer
            minWidth={560}
            type="native"
            tabIndex={0}
            role="region"
            aria-label="Your API tokens"
          >
            <Table verticalSpacing="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Role</Table.Th>
                  <Table.Th>Games</Table.Th>
                  <Table.Th>Expires</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {tokens.map(({ id, name, role, game_ids, expires_at }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <PlayerText>{name}</PlayerText>
                    </Table.Td>
                    <Table.Td>
                      <RoleBadge role={role} />
                    </Table.Td>
                    <Table.Td>
                      <GamesText game_ids={game_ids} />
                    </Table.Td>
                    <Table.Td>
                      <Time at={expires_at} />
                    </Table.Td>
                    <Table.Td ta="right">
                      <Button size="xs" variant="default" onClick={() => askToRevoke(id, name)}>
                        Revoke
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )
      }
    </Loaded>
  )
}

export function ApiTokens() {
  const [is_open, { open, close }] = useDisclosure()
  return (
    <Section
      title="API tokens"
      description={
        <>
          With a token a program calls the{' '}
          <Anchor href="/docs" underline="always">
            admin API
          </Anchor>{' '}
          as you. It never allows more than you may do yourself.
        </>
      }
      actions={
        <Button variant="default" leftSection={<PlusIcon />} onClick={open}>
          Create token
        </Button>
      }
    >
      <TokenTable />
      <Modal opened={is_open} onClose={close} title="Create an API token">
        <TokenForm onDone={close} />
      </Modal>
    </Section>
  )
}
