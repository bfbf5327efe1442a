import { Group } from '@mantine/core'
import { CheckCircledIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { FilterText } from '../../components/filter-text.tsx'
import { TextLink } from '../../components/links.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { type HeldScore, heldScoreColumns } from './held-score-columns.tsx'
import { ModerationHeader } from './moderation-header.tsx'

const route = getRouteApi('/staff-only/games/$gameId/moderation/review-queue')

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
  ...heldScoreColumns(gameId),
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
