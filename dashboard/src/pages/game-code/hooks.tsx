import { Badge, Group, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GameHook } from '../../api/contract.ts'
import { formatNumber, Num, Time } from '../../components/format.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Section } from '../../components/section.tsx'
import { TaskState } from './task-state.tsx'

interface Column {
  header: string
  cell: (hook: GameHook) => ReactNode
  align?: 'right'
}

/** What should be zero stands out when it is not. */
function Bad({ value, color }: { value: number; color: 'red' | 'orange' }) {
  if (value === 0) return <Num value={0} />
  return (
    <Badge variant="light" color={color}>
      {formatNumber(value)}
    </Badge>
  )
}

const formatMs = (ms: number) => `${ms < 10 ? ms.toFixed(2) : formatNumber(Math.round(ms))} ms`

/** Of so many calls. */
const Ms = ({ of, value }: { of: number; value: number }) => (
  <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
    {of === 0 ? '—' : formatMs(value)}
  </Text>
)

const Name = ({ children }: { children: string }) => (
  <PlayerText ff="monospace" fz="sm">
    {children}
  </PlayerText>
)

const name: Column = { header: 'Name', cell: (hook) => <Name>{hook.name}</Name> }

const figures: Column[] = [
  { header: 'Calls', cell: ({ calls }) => <Num value={calls} />, align: 'right' },
  {
    header: 'Failed',
    cell: ({ failed }) => <Bad value={failed} color="red" />,
    align: 'right',
  },
  {
    header: 'Too slow',
    cell: ({ slow }) => <Bad value={slow} color="orange" />,
    align: 'right',
  },
  {
    header: 'Mean',
    cell: ({ calls, mean_ms }) => <Ms of={calls} value={mean_ms} />,
    align: 'right',
  },
  {
    header: 'Longest',
    cell: ({ calls, longest_ms }) => <Ms of={calls} value={longest_ms} />,
    align: 'right',
  },
]

const [calls, ...others] = figures
const requestFigures: Column[] = [
  ...(calls ? [calls] : []),
  { header: 'Refused', cell: ({ refused }) => <Num value={refused} />, align: 'right' },
  ...others,
]

const lastRun: Column = {
  header: 'Last run',
  cell: ({ last_run }) =>
    last_run ? (
      <Group gap="xs" wrap="nowrap">
        <Time at={last_run.started_at} />
        <TaskState task={last_run} />
      </Group>
    ) : (
      <Time at={null} />
    ),
}

interface HookTableProps {
  title: string
  description: string
  hooks: GameHook[]
  columns: Column[]
}

/** Nothing if the file has none of them. */
function HookTable({ title, description, hooks, columns }: HookTableProps) {
  if (hooks.length === 0) return null
  return (
    <Section title={title} description={description}>
      <Table.ScrollContainer
        minWidth={110 * columns.length}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={title}
      >
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ header, align }) => (
                <Table.Th key={header} ta={align}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {hooks.map((hook) => (
              <Table.Tr key={hook.hook}>
                {columns.map(({ header, align, cell }) => (
                  <Table.Td key={header} ta={align}>
                    {cell(hook)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}

const KINDS: Partial<Record<GameHook['kind'], string>> = {
  before: 'Before',
  after: 'After',
  route: 'Route',
}

/** They run while a player waits for the answer. */
export const RequestHooks = ({ hooks }: { hooks: GameHook[] }) => (
  <HookTable
    title="In requests"
    description="What runs before and after writes, and your own routes, since the start of this process."
    hooks={hooks}
    columns={[
      { header: 'When', cell: ({ kind }) => <Text size="sm">{KINDS[kind]}</Text> },
      name,
      ...requestFigures,
    ]}
  />
)

export const EventHooks = ({ hooks }: { hooks: GameHook[] }) => (
  <HookTable
    title="After events"
    description="Each event becomes a task. The figures are those of this process."
    hooks={hooks}
    columns={[name, lastRun, ...figures]}
  />
)

export const Jobs = ({ hooks }: { hooks: GameHook[] }) => (
  <HookTable
    title="Jobs"
    description="Each run is a task, and happens once, however many processes there are. The figures are those of this process."
    hooks={hooks}
    columns={[
      { header: 'Name', cell: (hook) => <PlayerText fz="sm">{hook.name}</PlayerText> },
      {
        header: 'Next run',
        cell: ({ next_run_at }) => <Time at={next_run_at} empty="when enqueued" />,
      },
      lastRun,
      ...figures,
    ]}
  />
)
