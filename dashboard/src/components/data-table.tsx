import {
  Box,
  Button,
  Card,
  Group,
  Skeleton,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import {
  CaretDownIcon,
  CaretSortIcon,
  CaretUpIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
} from '@radix-ui/react-icons'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import classes from './data-table.module.css'
import { TextLink } from './links.tsx'
import { useList } from './paging.ts'
import { Failure } from './states.tsx'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** The name of this order in the URL and for the server. Without it, the table cannot be sorted by this column. */
  sort?: string
  /** For numbers. */
  align?: 'right'
  width?: string | number
}

interface DataTableProps<Row> {
  /** For screen readers: what the table lists. */
  label: string
  columns: Column<Row>[]
  /** Undefined: not read yet. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string | number
  query: { error: unknown; refetch: () => unknown; isFetching?: boolean }
  /** Shown instead of an empty table: use Nothing. */
  empty: ReactNode
  /** The page of a row. The first column becomes the link, and a click anywhere in the row follows it. */
  rowLink?: (row: Row) => LinkProps
  /** The cursor of the next page. Null or undefined: this is the last one. */
  next?: string | number | null
  /** Below the table, such as "12,345 players". */
  note?: ReactNode
}

function HeadCell<Row>({ column }: { column: Column<Row> }) {
  const { sort, sortBy } = useList()
  const { header, sort: name, align, width } = column
  if (name === undefined)
    return (
      <Table.Th ta={align} w={width}>
        {header || <VisuallyHidden>Actions</VisuallyHidden>}
      </Table.Th>
    )
  const is_descending = sort === `-${name}`
  const is_sorted = is_descending || sort === name
  const Icon = is_descending ? CaretDownIcon : is_sorted ? CaretUpIcon : CaretSortIcon
  const order = is_descending ? 'descending' : 'ascending'
  return (
    <Table.Th ta={align} w={width} aria-sort={is_sorted ? order : 'none'}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => void sortBy(name)}>
        <Group gap={2} wrap="nowrap" justify={align === 'right' ? 'flex-end' : 'flex-start'}>
          {header}
          <Icon aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
}

/** A click on a link or a button in a row, or to select text, does not open the row. */
const isOwnClick = (event: MouseEvent<HTMLElement>) =>
  event.defaultPrevented ||
  (event.target instanceof Element &&
    event.target.closest('a, button, input, label, [role="menu"]') !== null) ||
  String(getSelection()) !== ''

function LoadingRows({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (__, column) => (
        <Table.Td key={column}>
          <Skeleton h={16} my={3} w={column === 0 ? '70%' : '50%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}

function Pages({ next, note }: { next: string | number | null | undefined; note: ReactNode }) {
  const { is_first, goBack, goNext } = useList()
  const has_next = next !== null && next !== undefined
  if (is_first && !has_next && !note) return null
  return (
    <Group justify="space-between" px="md" py="sm">
      <Text size="sm" c="dimmed" component="div">
        {note}
      </Text>
      {(!is_first || has_next) && (
        <Group gap="xs" component="nav" aria-label="Pages of the list">
          <Button
            size="xs"
            variant="default"
            leftSection={<ChevronLeftIcon />}
            disabled={is_first}
            onClick={() => void goBack()}
          >
            Previous
          </Button>
          <Button
            size="xs"
            variant="default"
            rightSection={<ChevronRightIcon />}
            disabled={!has_next}
            onClick={() => has_next && void goNext(next)}
          >
            Next
          </Button>
        </Group>
      )}
    </Group>
  )
}

/** A list. Its order and its page are in the URL: the route's search needs the fields of `list` in src/search.ts. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, query, empty, rowLink, next, note } = props
  const router = useRouter()
  const { is_first } = useList()
  // Two columns fit on a phone.
  const can_be_cards = columns.length > 2
  if (rows === undefined && query.error)
    return <Failure error={query.error} onRetry={query.refetch} />
  if (rows?.length === 0 && is_first) return <Card padding={0}>{empty}</Card>
  return (
    <Card padding={0} className={can_be_cards ? classes['container'] : undefined}>
      <Table.ScrollContainer
        minWidth={Math.min(140 * columns.length, 900)}
        type="native"
        classNames={{
          scrollContainer: classes['scroll'],
          scrollContainerInner: classes['inner'],
        }}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <Table
          className={classes['table']}
          aria-busy={rows === undefined || query.isFetching === true}
          highlightOnHover={rowLink !== undefined}
          verticalSpacing="sm"
          horizontalSpacing="md"
        >
          <Table.Thead className={classes['head']}>
            <Table.Tr>
              {columns.map((column) => (
                <HeadCell key={column.header} column={column} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className={classes['body']}>
            {rows === undefined && <LoadingRows columns={columns.length} />}
            {rows?.map((row) => (
              <Table.Tr
                key={rowKey(row)}
                style={rowLink ? { cursor: 'pointer' } : undefined}
                onClick={(event) => {
                  if (rowLink && !isOwnClick(event)) void router.navigate(rowLink(row))
                }}
              >
                {columns.map((column, place) => (
                  <Table.Td
                    key={column.header}
                    ta={column.align}
                    data-label={column.header}
                    className={column.header === '' ? classes['actions'] : undefined}
                  >
                    <div className={classes['value']}>
                      {rowLink && place === 0 ? (
                        <TextLink {...rowLink(row)} inherit fw={500}>
                          {column.cell(row)}
                        </TextLink>
                      ) : (
                        column.cell(row)
                      )}
                    </div>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows?.length === 0 && (
        <Box px="md" py="lg">
          <Text c="dimmed">There is nothing on this page any more.</Text>
        </Box>
      )}
      <Pages next={next} note={note} />
    </Card>
  )
}
