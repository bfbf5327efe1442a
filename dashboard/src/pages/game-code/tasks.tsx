import { Button, Group, SegmentedControl, Spoiler, Stack, Text, Title } from '@mantine/core'
import { CheckCircledIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { GameCodeFile, GameTask } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { formatNumber, Num, Time } from '../../components/format.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerText, plainPlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { TaskState } from './task-state.tsx'

const REFRESH_MS = 5000
/** The server counts no further. */
const COUNTED = 1000

const route = getRouteApi('/staff-only/game-code')

const STATES = ['waiting', 'failed', 'done'] as const

const NOTHING = {
  all: [
    'No tasks yet',
    'Each event that the code handles, each run of a job, and what it enqueues is a task. Those that have ended are kept for a week.',
  ],
  waiting: ['Nothing waits', 'All tasks have ended.'],
  failed: ['Nothing has failed', 'No task was given up in the last week.'],
  done: ['Nothing was done yet', 'Tasks that are done are kept for a week.'],
} as const

const count = (value: number) =>
  value >= COUNTED ? `${formatNumber(COUNTED)} or more` : formatNumber(value)

function When({ task }: { task: GameTask }) {
  const has_ended = task.ended_at !== null
  return (
    <Text size="sm" span>
      {has_ended ? 'Ended ' : 'Due '}
      <Time at={has_ended ? task.ended_at : task.due_at} empty="never" />
    </Text>
  )
}

function Problem({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <Spoiler
      maxHeight={48}
      showLabel="Show all"
      hideLabel="Show less"
      maw="26rem"
      styles={{ control: { fontSize: 'var(--mantine-font-size-sm)' } }}
    >
      <PlayerText fz="sm" multiline display="block">
        {children}
      </PlayerText>
    </Spoiler>
  )
}

function RunAgain({ task }: { task: GameTask }) {
  const retry = useChange('admin.gameCode.retry', {
    done: 'The task runs again.',
    notifyFailure: false,
  })
  if (task.state !== 'failed') return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() =>
        confirm({
          title: 'Run this task again?',
          text: `${plainPlayerText(task.name)} starts again with what it was given the first time. What its failed attempts did outside of their transactions is not undone.`,
          action: 'Run again',
          destructive: false,
          onConfirm: () => retry.mutateAsync({ id: task.id }),
        })
      }
    >
      Run again
    </Button>
  )
}

const columns: Column<GameTask>[] = [
  {
    header: 'Task',
    width: 200,
    cell: ({ kind, name }) => (
      <Stack gap={0}>
        <PlayerText fz="sm" ff={kind === 'event' ? 'monospace' : undefined}>
          {name}
        </PlayerText>
        <Text size="xs" c="dimmed">
          {kind === 'event' ? 'Event' : 'Job'}
        </Text>
      </Stack>
    ),
  },
  { header: 'State', cell: (task) => <TaskState task={task} /> },
  { header: 'When', cell: (task) => <When task={task} /> },
  { header: 'Attempts', cell: ({ attempts }) => <Num value={attempts} />, align: 'right' },
  { header: 'Problem', cell: ({ problem }) => <Problem>{problem}</Problem> },
]

/** What the file has run and still has to run, on all processes. */
export function Tasks({ file: { code, waiting, failed } }: { file: GameCodeFile }) {
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const may_retry = useCan()('admin')
  const { cursor } = useList()
  const query = useRead(
    'admin.gameCode.tasks',
    {
      code,
      ...(state ? { state } : {}),
      ...(Number(cursor) > 0 ? { before: Number(cursor) } : {}),
    },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  )
  const [title, description] = NOTHING[state ?? 'all']
  return (
    <Stack component="section" aria-label="Tasks" gap="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2}>
          <Title order={2} fz="lg">
            Tasks
          </Title>
          <Text size="sm" c="dimmed">
            {count(waiting)} waiting, {count(failed)} failed in the last week.
          </Text>
        </Stack>
        <SegmentedControl
          size="xs"
          aria-label="State of the tasks"
          value={state ?? 'all'}
          onChange={(value) =>
            void navigate({
              search: (before) => ({
                ...before,
                cursor: undefined,
                state: STATES.find((one) => one === value),
              }),
            })
          }
          data={[
            { value: 'all', label: 'All' },
            { value: 'waiting', label: 'Waiting' },
            { value: 'failed', label: 'Failed' },
            { value: 'done', label: 'Done' },
          ]}
        />
      </Group>
      <DataTable
        label="Tasks"
        columns={[
          ...columns,
          ...(may_retry
            ? [
                {
                  header: '',
                  align: 'right' as const,
                  cell: (task: GameTask) => <RunAgain task={task} />,
                },
              ]
            : []),
        ]}
        rows={query.data?.tasks}
        rowKey={({ id }) => id}
        query={query}
        next={query.data?.next}
        empty={<Nothing title={title} description={description} icon={<CheckCircledIcon />} />}
      />
    </Stack>
  )
}
