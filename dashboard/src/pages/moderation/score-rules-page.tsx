import { Badge, Button, Group, Text } from '@mantine/core'
import { CheckCircledIcon, PlusIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { openForm } from '../players/form-frame.tsx'
import { ModerationHeader } from './moderation-header.tsx'
import { KINDS, limitLabels } from './score-labels.ts'
import { type ScoreRule, ScoreRuleForm } from './score-rule-form.tsx'

const route = getRouteApi('/staff-only/games/$gameId/moderation/score-rules')

function RuleButtons({ rule, gameId }: { rule: ScoreRule; gameId: number }) {
  const remove = useChange('admin.scoreRules.delete', {
    done: 'The rule was deleted.',
    notifyFailure: false,
  })
  const { kind, name } = rule
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          openForm('Edit the rule', (close) => (
            <ScoreRuleForm gameId={gameId} rule={rule} close={close} />
          ))
        }
      >
        Edit
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        onClick={() =>
          confirm({
            title: 'Delete this rule?',
            text: (
              <>
                All scores for <PlayerText fw={600}>{name}</PlayerText> are allowed then. What waits
                for review goes on waiting.
              </>
            ),
            action: 'Delete rule',
            onConfirm: () => remove.mutateAsync({ id: gameId, kind, name }),
          })
        }
      >
        Delete
      </Button>
    </Group>
  )
}

const COLUMNS: Column<ScoreRule>[] = [
  {
    header: 'For',
    cell: ({ kind, name }) => (
      <Group gap="xs" wrap="nowrap">
        <Badge variant="light" color="gray" flex="none">
          {KINDS[kind]}
        </Badge>
        <PlayerName maw="16rem">{name}</PlayerName>
      </Group>
    ),
  },
  {
    header: 'A score is allowed',
    cell: (rule) => (
      <Text size="sm" miw="12rem">
        {limitLabels(rule).join(', ')}
      </Text>
    ),
  },
  {
    header: 'Otherwise',
    cell: ({ outcome }) => (
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {outcome === 'review' ? 'it waits for review' : 'it is refused'}
      </Text>
    ),
  },
  { header: 'Changed', cell: ({ changed_at }) => <Time at={changed_at} /> },
]

export function ScoreRulesPage() {
  const { gameId } = route.useParams()
  const can = useCan()
  const is_admin = can('admin', gameId)
  const query = useRead('admin.scoreRules.list', { id: gameId })
  const columns: Column<ScoreRule>[] = is_admin
    ? [
        ...COLUMNS,
        {
          header: '',
          align: 'right',
          cell: (rule) => <RuleButtons rule={rule} gameId={gameId} />,
        },
      ]
    : COLUMNS
  return (
    <>
      <ModerationHeader
        title="Score rules"
        description="Which scores a leaderboard or a game type accepts. Changes take effect within five seconds."
      />
      {is_admin ? (
        <Group mb="md">
          <Button
            leftSection={<PlusIcon />}
            onClick={() =>
              openForm('Add a rule', (close) => (
                <ScoreRuleForm gameId={gameId} rule={null} close={close} />
              ))
            }
          >
            Add a rule
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed" mb="md">
          Only admins of this game can change rules.
        </Text>
      )}
      <DataTable
        label="Score rules"
        columns={columns}
        rows={query.data?.score_rules}
        rowKey={({ id }) => id}
        query={query}
        empty={
          <Nothing
            icon={<CheckCircledIcon />}
            title="Every score is allowed"
            description="A rule refuses scores that cannot be real, or lets them wait until somebody has looked at them."
          />
        }
      />
    </>
  )
}
