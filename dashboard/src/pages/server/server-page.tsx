import { Badge, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import type { ServerStatus } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { formatBytes, formatNumber, formatTime, Num, Time } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Section } from '../../components/section.tsx'
import { Loaded } from '../../components/states.tsx'
import { RecentErrors } from './recent-errors.tsx'
import { ServerBackups } from './server-backups.tsx'
import { SlowRoutes } from './slow-routes.tsx'

const REFRESH_MS = 10_000

function Facts({ facts }: { facts: [name: string, value: React.ReactNode][] }) {
  return (
    <Table variant="vertical" layout="fixed" withRowBorders={false}>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w="45%">{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const orUnknown = (value: number | null, show: (known: number) => string) =>
  value === null ? 'unknown' : show(value)

function DatabaseSection({ database }: Pick<ServerStatus, 'database'>) {
  const { engine } = database
  return (
    <Section
      title="Database"
      actions={
        database.is_reachable ? (
          <Badge variant="light" color="green">
            Reachable
          </Badge>
        ) : (
          <Badge variant="light" color="red">
            Not reachable
          </Badge>
        )
      }
    >
      <Facts
        facts={[
          ['Engine', `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${database.version ?? ''}`],
          ['Size', orUnknown(database.bytes, formatBytes)],
          ['Answered in', `${database.answered_in_ms.toFixed(1)} ms`],
          ['Waiting requests', formatNumber(database.waiting)],
          ...(engine === 'sqlite'
            ? ([['Write-ahead log', orUnknown(database.log_bytes, formatBytes)]] as const)
            : ([
                [
                  'Connections',
                  `${orUnknown(database.connections, formatNumber)} of ${orUnknown(database.max_connections, formatNumber)}`,
                ],
                ['Standby servers', orUnknown(database.replicas, formatNumber)],
                [
                  'Lag of the slowest standby',
                  orUnknown(database.replica_lag_seconds, (lag) => `${lag.toFixed(1)} s`),
                ],
              ] as const)),
        ].map(([name = '', value]) => [name, value])}
      />
    </Section>
  )
}

function DiskSection({ disk }: Pick<ServerStatus, 'disk'>) {
  return (
    <Section
      title="Disk"
      actions={
        disk.is_full ? (
          <Badge variant="light" color="red">
            Nearly full: writes are refused
          </Badge>
        ) : (
          <Badge variant="light" color="green">
            Enough space
          </Badge>
        )
      }
    >
      <Facts
        facts={[
          ['Free space for the database', orUnknown(disk.free_bytes, formatBytes)],
          ['Writes stop below', formatBytes(disk.min_free_bytes)],
          ['Free space for backups', orUnknown(disk.backup_free_bytes, formatBytes)],
        ]}
      />
    </Section>
  )
}

function Processes({ processes }: Pick<ServerStatus, 'processes'>) {
  return (
    <Section title={processes.length === 1 ? 'Process' : `${processes.length} processes`}>
      <Table.ScrollContainer minWidth={560}>
        <Table aria-label="Processes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Process</Table.Th>
              <Table.Th>Started</Table.Th>
              <Table.Th ta="right">Memory</Table.Th>
              <Table.Th ta="right">Event loop delay</Table.Th>
              <Table.Th ta="right">Open requests</Table.Th>
              <Table.Th ta="right">Rejected</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {processes.map((one) => (
              <Table.Tr key={one.pid}>
                <Table.Td>
                  {one.pid} on {one.host}
                </Table.Td>
                <Table.Td>
                  <Time at={one.started_at} />
                </Table.Td>
                <Table.Td ta="right">{formatBytes(one.memory_bytes)}</Table.Td>
                <Table.Td ta="right">{one.event_loop_delay_ms.toFixed(1)} ms</Table.Td>
                <Table.Td ta="right">
                  <Num value={one.active_requests} />
                </Table.Td>
                <Table.Td ta="right">
                  <Num value={one.rejected_requests} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}

function Migrations({ migrations }: Pick<ServerStatus, 'migrations'>) {
  const waiting = migrations.filter(({ applied_at }) => applied_at === null).length
  const newer = migrations.filter(({ is_known }) => !is_known).length
  const newest = migrations.findLast(({ applied_at }) => applied_at !== null)
  return (
    <Section
      title="Migrations"
      actions={
        <Group gap="xs">
          {waiting > 0 && (
            <Badge variant="light" color="yellow">
              {waiting} pending
            </Badge>
          )}
          {newer > 0 && (
            <Badge variant="light" color="yellow">
              {newer} from a newer version
            </Badge>
          )}
          {waiting + newer === 0 && (
            <Badge variant="light" color="green">
              Up to date
            </Badge>
          )}
        </Group>
      }
    >
      <Facts
        facts={[
          ['Applied', formatNumber(migrations.length - waiting)],
          ['Newest', newest?.name ?? 'none'],
          ['Applied at', newest?.applied_at ? formatTime(newest.applied_at) : 'never'],
        ]}
      />
    </Section>
  )
}

function RateLimited({ rate_limited }: Pick<ServerStatus, 'rate_limited'>) {
  return (
    <Section
      title="Refused by rate limits"
      description="Requests answered with 429 since the start, by the limit that was reached."
    >
      {rate_limited.length === 0 ? (
        <Text size="sm">None.</Text>
      ) : (
        <Facts
          facts={rate_limited.map(({ limit, count }) => [limit, <Num key={limit} value={count} />])}
        />
      )}
    </Section>
  )
}

export function ServerPage() {
  const query = useRead('admin.server.get', {}, { refetchInterval: REFRESH_MS })
  const can = useCan()
  return (
    <>
      <PageHeader
        title="Server"
        description="How this server and its database are doing. Updated every ten seconds."
      />
      <Loaded query={query} lines={10}>
        {(status) => (
          <Stack>
            <Group gap="lg">
              <Text size="sm">
                <b>Playkeep</b> {status.version}
              </Text>
              <Text size="sm">
                <b>Node</b> {status.node_version}
              </Text>
              <Text size="sm">
                <b>Platform</b> {status.platform}
              </Text>
            </Group>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <DatabaseSection database={status.database} />
              <Stack>
                <DiskSection disk={status.disk} />
                <Migrations migrations={status.migrations} />
              </Stack>
            </SimpleGrid>
            <Processes processes={status.processes} />
            <RecentErrors errors={status.errors} />
            <SlowRoutes routes={status.routes} />
            <RateLimited rate_limited={status.rate_limited} />
            {can('owner') && <ServerBackups />}
          </Stack>
        )}
      </Loaded>
    </>
  )
}
