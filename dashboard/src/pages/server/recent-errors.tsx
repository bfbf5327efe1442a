import { Badge, Table, Text } from '@mantine/core'
import { CheckCircledIcon } from '@radix-ui/react-icons'
import type { ServerError } from '../../api/contract.ts'
import { Time } from '../../components/format.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Copyable } from '../../components/secret.tsx'
import { Section } from '../../components/section.tsx'
import { Nothing } from '../../components/states.tsx'

/** Answers with a status of 500 or more, with the id by which the log has more about them. */
export function RecentErrors({ errors }: { errors: ServerError[] }) {
  return (
    <Section
      title="Recent errors"
      description="Requests that were answered with a status of 500 or more since the start. Search the log of the server for the request id."
    >
      {errors.length === 0 ? (
        <Nothing title="No errors since the start" icon={<CheckCircledIcon />} />
      ) : (
        <Table.ScrollContainer minWidth={680}>
          <Table aria-label="Recent errors" verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Request</Table.Th>
                <Table.Th>What happened</Table.Th>
                <Table.Th>Request id</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {errors.map((error) => (
                <Table.Tr key={`${error.pid} ${error.request_id}`}>
                  <Table.Td>
                    <Time at={error.at} />
                    {error.times > 1 && (
                      <Text size="xs" c="dimmed">
                        {error.times} times
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                      {error.method} {error.route}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Badge variant="light" color={error.code === 'internal' ? 'red' : 'yellow'}>
                      {error.status} {error.code}
                    </Badge>
                    <PlayerText fz="sm" display="block">
                      {error.message}
                    </PlayerText>
                  </Table.Td>
                  <Table.Td>
                    <Copyable value={error.request_id} label="Copy the request id" />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}
