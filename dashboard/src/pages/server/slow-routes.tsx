import { SegmentedControl, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { RouteDuration } from '../../api/contract.ts'
import { Num } from '../../components/format.tsx'
import { Section } from '../../components/section.tsx'
import { Nothing } from '../../components/states.tsx'

const SHOWN = 15

/** Where the time goes. */
export function SlowRoutes({ routes }: { routes: RouteDuration[] }) {
  const [order, setOrder] = useState('p95_ms')
  const sorted = routes.toSorted((a, b) =>
    order === 'p95_ms' ? b.p95_ms - a.p95_ms : b.total_seconds - a.total_seconds,
  )
  return (
    <Section
      title="Slow routes"
      description="How long requests took since the start. Of a hundred requests, five took longer than the 95th percentile."
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Order of the routes"
          value={order}
          onChange={setOrder}
          data={[
            { value: 'p95_ms', label: 'Slowest' },
            { value: 'total_seconds', label: 'Most total time' },
          ]}
        />
      }
    >
      {routes.length === 0 ? (
        <Nothing title="No requests yet" />
      ) : (
        <Table.ScrollContainer minWidth={640}>
          <Table aria-label="Slow routes">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Route</Table.Th>
                <Table.Th ta="right">Requests</Table.Th>
                <Table.Th ta="right">Failed</Table.Th>
                <Table.Th ta="right">Mean</Table.Th>
                <Table.Th ta="right">95th percentile</Table.Th>
                <Table.Th ta="right">Total</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sorted.slice(0, SHOWN).map((one) => (
                <Table.Tr key={`${one.method} ${one.route}`}>
                  <Table.Td>
                    <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                      {one.method} {one.route}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right">
                    <Num value={one.requests} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Num value={one.failed} />
                  </Table.Td>
                  <Table.Td ta="right">{one.mean_ms.toFixed(1)} ms</Table.Td>
                  <Table.Td ta="right">{one.p95_ms.toFixed(1)} ms</Table.Td>
                  <Table.Td ta="right">{one.total_seconds.toFixed(1)} s</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}
