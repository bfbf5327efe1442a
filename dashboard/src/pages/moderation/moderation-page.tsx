import { Badge, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { CheckCircledIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Num, Time } from '../../components/format.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { doneLabelOf, labelOf } from './labels.ts'
import { ModerationHeader } from './moderation-header.tsx'

const route = getRouteApi('/staff-only/games/$gameId/moderation')

type Report = Answer<'admin.reports.list'>['reports'][number]

const shownOf = ({ snapshot }: Report) => snapshot.text ?? snapshot.name ?? snapshot.username

const what = {
  header: 'What',
  cell: (report: Report) => (
    <Group gap="xs" wrap="nowrap">
      <Badge variant="light" color="gray" flex="none">
        {labelOf(report.kind)}
      </Badge>
      <PlayerName>{shownOf(report)}</PlayerName>
    </Group>
  ),
}

const columns = [
  what,
  { header: 'Reason', cell: ({ reason }: Report) => labelOf(reason) },
  {
    header: 'Player',
    cell: ({ username }: Report) => <PlayerName maw="12rem">{username}</PlayerName>,
  },
  { header: 'When', cell: ({ created_at }: Report) => <Time at={created_at} /> },
]

const open_column = {
  header: 'Reports',
  cell: ({ open_reports }: Report) => <Num value={open_reports} />,
  align: 'right' as const,
}

const decision_column = {
  header: 'Decision',
  cell: ({ actions, closed_by }: Report) => (
    <Stack gap={0}>
      <Text size="sm">{actions.map(doneLabelOf).join(', ') || 'nothing was done'}</Text>
      <Text size="xs" c="dimmed">
        <PlayerText>{closed_by}</PlayerText>
      </Text>
    </Stack>
  ),
}

function Queue() {
  const { gameId } = route.useParams()
  const { state = 'open' as const, kind } = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor } = useList()
  const before = cursor === undefined ? {} : { before: Number(cursor) }
  const input = { id: gameId, state, ...(kind ? { kind } : {}), ...before }
  const query = useRead('admin.reports.list', input, {
    keepPrevious: true,
    refetchInterval: 30_000,
  })
  return (
    <>
      <Group mb="md" gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="State"
          value={state}
          data={['open', 'resolved', 'dismissed'].map((value) => ({
            value,
            label: labelOf(value),
          }))}
          onChange={(value) =>
            void navigate({
              search: (old) => ({
                ...old,
                state: value === 'resolved' || value === 'dismissed' ? value : undefined,
                cursor: undefined,
              }),
            })
          }
        />
        <Select
          aria-label="About"
          placeholder="About everything"
          clearable
          value={kind ?? null}
          data={(['player', 'message', 'group'] as const).map((value) => ({
            value,
            label: `${labelOf(value)}s`,
          }))}
          onChange={(value) =>
            void navigate({
              search: (old) => ({ ...old, kind: value ?? undefined, cursor: undefined }),
            })
          }
        />
      </Group>
      <DataTable
        label="Reports"
        columns={[...columns, state === 'open' ? open_column : decision_column]}
        rows={query.data?.reports}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/games/$gameId/moderation/reports/$reportId',
          params: { gameId, reportId: id },
        })}
        query={query}
        next={query.data?.next ?? null}
        empty={
          <Nothing
            icon={<CheckCircledIcon />}
            title={state === 'open' ? 'Nothing to decide' : 'No reports'}
            description="What players report about players, messages and groups appears here."
          />
        }
      />
    </>
  )
}

export function ModerationPage() {
  const { gameId } = route.useParams()
  const can = useCan()
  return (
    <>
      <ModerationHeader
        title="Reports"
        description="What players have reported. Reports about the same thing are closed together."
      />
      {can('support', gameId) ? (
        <Queue />
      ) : (
        <Nothing
          title="Only support staff see reports"
          description="They contain messages of players. Ask an owner of this server for the role “support”."
        />
      )}
    </>
  )
}
