import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { CheckCircledIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { FilterText } from '../../components/filter-text.tsx'
import { Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { openForm } from '../players/form-frame.tsx'
import { EntryData } from './entry-data.tsx'
import { ModerationHeader } from './moderation-header.tsx'
import { RejectPlayerForm } from './reject-player-form.tsx'
import { brokenLabel, formatScore, KINDS } from './score-labels.ts'

const route = getRouteApi('/staff-only/games/$gameId/moderation/review-queue')

type HeldScore = Answer<'admin.heldScores.list'>['held_scores'][number]

/** Where the score would be: the leaderboard, or the round. And what the game has sent with it. */
function Place({ held, gameId }: { held: HeldScore; gameId: number }) {
  const name = <PlayerName maw="14rem">{held.name}</PlayerName>
  return (
    <Stack gap={2} align="flex-start">
      {held.game_round_id === null ? (
        <TextLink
          to="/games/$gameId/leaderboards/board"
          params={{ gameId }}
          search={{ name: held.name }}
          fz="sm"
        >
          {name}
        </TextLink>
      ) : (
        <TextLink
          to="/games/$gameId/rounds/$roundId"
          params={{ gameId, roundId: held.game_round_id }}
          fz="sm"
        >
          {name}
        </TextLink>
      )}
      <Badge variant="light" color="gray" size="sm">
        {KINDS[held.kind]}
      </Badge>
      <EntryData text={held.extra_attributes} />
    </Stack>
  )
}

function Decision({ held, gameId }: { held: HeldScore; gameId: number }) {
  const ids = { id: gameId, held_score_id: held.id }
  const approve = useChange('admin.heldScores.approve', { done: 'The score counts now.' })
  const reject = useChange('admin.heldScores.reject', {
    done: 'The score was rejected.',
    notifyFailure: false,
  })
  const name = <PlayerText fw={600}>{held.user.username}</PlayerText>
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="light"
        loading={approve.isPending}
        onClick={() => approve.mutate(ids)}
      >
        Approve
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          confirm({
            title: 'Reject this score?',
            text: (
              <>
                The score {formatScore(held.score)} of {name} is deleted, and the player is told so.
                This cannot be undone.
              </>
            ),
            action: 'Reject score',
            onConfirm: () => reject.mutateAsync(ids),
          })
        }
      >
        Reject
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        onClick={() =>
          openForm('Reject all scores of this player', (close) => (
            <RejectPlayerForm gameId={gameId} user={held.user} close={close} />
          ))
        }
      >
        Reject all…
      </Button>
    </Group>
  )
}

const columnsFor = (gameId: number): Column<HeldScore>[] => [
  {
    header: 'Player',
    cell: ({ user }) => (
      <TextLink
        to="/games/$gameId/players/$playerId"
        params={{ gameId, playerId: user.id }}
        fw={500}
        fz="sm"
      >
        <PlayerName maw="12rem">{user.username}</PlayerName>
      </TextLink>
    ),
  },
  {
    header: 'Score',
    align: 'right',
    cell: ({ score }) => (
      <Text span inherit fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatScore(score)}
      </Text>
    ),
  },
  {
    header: 'Why it waits',
    cell: ({ broken, allowed, created_at }) => (
      <Stack gap={0} miw="11rem">
        <Text size="sm">{brokenLabel(broken, allowed)}</Text>
        <Text size="xs" c="dimmed">
          <Time at={created_at} />
        </Text>
      </Stack>
    ),
  },
  { header: 'Where', cell: (held) => <Place held={held} gameId={gameId} /> },
  { header: '', align: 'right', cell: (held) => <Decision held={held} gameId={gameId} /> },
]

function Queue() {
  const { gameId } = route.useParams()
  const { player } = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor } = useList()
  const input = {
    id: gameId,
    ...(player === undefined ? {} : { user_id: player }),
    ...(cursor === undefined ? {} : { before: Number(cursor) }),
  }
  const query = useRead('admin.heldScores.list', input, {
    keepPrevious: true,
    refetchInterval: 30_000,
  })
  return (
    <>
      <Group mb="md">
        <FilterText
          label="Player id"
          numeric
          value={player?.toString()}
          onFilter={(value) =>
            void navigate({
              search: { player: value === undefined ? undefined : Number(value) },
            })
          }
        />
      </Group>
      <DataTable
        label="Scores that wait for review"
        columns={columnsFor(gameId)}
        rows={query.data?.held_scores}
        rowKey={({ id }) => id}
        query={query}
        next={query.data?.next ?? null}
        empty={
          <Nothing
            icon={<CheckCircledIcon />}
            title="Nothing to review"
            description="Scores that break a rule with the outcome “review” wait here. Only their own players see them until then."
          />
        }
      />
    </>
  )
}

export function ReviewQueuePage() {
  const { gameId } = route.useParams()
  const can = useCan()
  return (
    <>
      <ModerationHeader
        title="Review queue"
        description="Scores that break a rule. They count only if somebody approves them."
      />
      {can('support', gameId) ? (
        <Queue />
      ) : (
        <Nothing
          title="Only support staff decide about scores"
          description="Ask an owner of this server for the role “support”."
        />
      )}
    </>
  )
}
