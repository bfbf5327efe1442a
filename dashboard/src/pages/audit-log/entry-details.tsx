import { DataList, Drawer, Stack, Table, Text, Title } from '@mantine/core'
import type { AuditEntry } from '../../api/contract.ts'
import { formatTime } from '../../components/format.tsx'
import { toJson } from '../../components/json-value.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { targetName } from './target-name.ts'

const show = (value: unknown) => (typeof value === 'string' ? value : toJson(value))

function Value({ values, name }: { values: Record<string, unknown>; name: string }) {
  if (!(name in values)) return <Text c="dimmed">—</Text>
  return (
    <PlayerText multiline size="sm">
      {show(values[name])}
    </PlayerText>
  )
}

function Changes({ entry: { old_values, new_values } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(old_values), ...Object.keys(new_values)])]
  if (names.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No values were recorded.
      </Text>
    )
  return (
    <Table layout="fixed" withTableBorder verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name} style={{ verticalAlign: 'top' }}>
            <Table.Td fw={500} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Table.Td>
            <Table.Td>
              <Value values={old_values} name={name} />
            </Table.Td>
            <Table.Td>
              <Value values={new_values} name={name} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface EntryDetailsProps {
  entry: AuditEntry | undefined
  onClose: () => void
}

export function EntryDetails({ entry, onClose }: EntryDetailsProps) {
  const facts = entry && [
    ['When', formatTime(entry.at)],
    ['Who', `${entry.actor_name}${entry.actor_kind === 'token' ? ', by an API token' : ''}`],
    ['From', entry.address || 'the machine of the server'],
    ['Which', `${entry.target.replaceAll('_', ' ')} ${targetName(entry) ?? entry.target_id ?? ''}`],
    ['Request', entry.request_id || 'none'],
  ]
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={entry?.action}
    >
      {entry && facts && (
        <Stack>
          <DataList>
            {facts.map(([label, value]) => (
              <DataList.Item key={label}>
                <DataList.ItemLabel>{label}</DataList.ItemLabel>
                <DataList.ItemValue>
                  <PlayerText>{value}</PlayerText>
                </DataList.ItemValue>
              </DataList.Item>
            ))}
          </DataList>
          <Title order={3} fz="md">
            What changed
          </Title>
          <Changes entry={entry} />
        </Stack>
      )}
    </Drawer>
  )
}
