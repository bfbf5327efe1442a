import { CheckCircledIcon } from '@radix-ui/react-icons'
import type { PlayerProfile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { useList } from '../../components/paging.ts'
import { Nothing } from '../../components/states.tsx'
import { heldScoreColumns } from '../moderation/held-score-columns.tsx'

/** Scores of the player that wait for review. */
export function HeldScores({ player }: { player: PlayerProfile }) {
  const { id: user_id, game_id: id } = player
  const { cursor } = useList()
  const input = { id, user_id, ...(cursor === undefined ? {} : { before: Number(cursor) }) }
  const query = useRead('admin.heldScores.list', input, { keepPrevious: true })
  return (
    <DataTable
      label="Scores that wait for review"
      columns={heldScoreColumns(id)}
      rows={query.data?.held_scores}
      rowKey={(held) => held.id}
      query={query}
      next={query.data?.next ?? null}
      empty={
        <Nothing
          icon={<CheckCircledIcon />}
          title="Nothing to review"
          description="Scores of this player that break a rule with the outcome “review” wait here."
        />
      }
    />
  )
}
