import '@mantine/charts/styles.css'
import {
  ActionIcon,
  Card,
  Group,
  ScrollArea,
  SegmentedControl,
  Stack,
  Table,
  Text,
  Title,
  Tooltip,
} from '@mantine/core'
import { DownloadIcon } from '@radix-ui/react-icons'
import { type ReactNode, useState } from 'react'
import { type Cell, download, toCsv } from './csv.ts'
import { formatNumber } from './format.tsx'
import { Loaded } from './states.tsx'

interface ChartCardProps<T> {
  title: string
  description?: ReactNode
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** The numbers of the chart, for the table and for the download. */
  table: (value: T) => { head: string[]; rows: Cell[][] }
  /** Of the download, without its ending. */
  fileName: string
  children: (value: T) => ReactNode
  /** False: what it shows is a table already. */
  has_chart?: boolean
  /** Beside the switch, such as days, weeks or months. */
  controls?: ReactNode
}

function DataRows({ head, rows, title }: { head: string[]; rows: Cell[][]; title: string }) {
  return (
    <ScrollArea.Autosize
      mah={320}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
    >
      <Table stickyHeader striped>
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, at) => (
            <Table.Tr key={at}>
              {row.map((cell, column) => (
                <Table.Td key={head[column]} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {typeof cell === 'number' ? formatNumber(cell) : String(cell ?? '')}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

/** A chart with its table and its download. */
export function ChartCard<T>(props: ChartCardProps<T>) {
  const { title, description, query, table, fileName, children, controls, has_chart = true } = props
  const [view, setView] = useState('chart')
  const save = () => {
    if (query.data === undefined) return
    const { head, rows } = table(query.data)
    download(`${fileName}.csv`, toCsv(head, rows))
  }
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Stack gap={2} flex="1 1 12rem">
          <Title order={2} fz="md">
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          {controls}
          {has_chart && (
            <SegmentedControl
              size="xs"
              aria-label={`Show ${title} as`}
              value={view}
              onChange={setView}
              data={[
                { value: 'chart', label: 'Chart' },
                { value: 'table', label: 'Table' },
              ]}
            />
          )}
          <Tooltip label="Download as CSV">
            <ActionIcon
              variant="default"
              aria-label={`Download ${title} as CSV`}
              disabled={query.data === undefined}
              onClick={save}
            >
              <DownloadIcon />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Loaded query={query} lines={6}>
        {(value) =>
          view === 'table' ? <DataRows {...table(value)} title={title} /> : children(value)
        }
      </Loaded>
    </Card>
  )
}
