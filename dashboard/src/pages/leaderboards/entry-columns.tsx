import { Button } from '@mantine/core'
import type { LeaderboardSettings, ManagedLeaderboardEntry } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import type { Column } from '../../components/data-table.tsx'
import { formatNumber, Num, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PlayerLink } from '../../components/player-link.tsx'
import { PlayerText } from '../../components/player-text.tsx'

type Counts = LeaderboardSettings['counts']

interface Shown {
  gameId: number
  name: string
  season: number | undefined
  group: number | undefined
  counts: Counts
  is_of_player: boolean
}

const AFTER_REMOVAL: Record<Counts, string> = {
  best: 'Then their next best entry counts, if there is one.',
  latest: 'Then their entry before it counts, if there is one.',
  sum: 'It no longer counts for their sum.',
}

function useRemove(gameId: number, counts: Counts) {
  const remove = useChange('admin.leaderboards.removeEntry', {
    done: 'The entry was removed.',
    notifyFailure: false,
  })
  return ({ id, username, score }: ManagedLeaderboardEntry) =>
    confirm({
      title: 'Remove this entry?',
      text: (
        <>
          The score {formatNumber(score)} of <PlayerText fw={600}>{username}</PlayerText> is removed
          for good. {AFTER_REMOVAL[counts]}
        </>
      ),
      action: 'Remove entry',
      onConfirm: () => remove.mutateAsync({ id: gameId, entry_id: id }),
    })
}

export function useColumns(shown: Shown): Column<ManagedLeaderboardEntry>[] {
  const { gameId, name, season, group, counts, is_of_player } = shown
  const can = useCan()
  const ask = useRemove(gameId, counts)
  const columns: Column<ManagedLeaderboardEntry>[] = [
    {
      header: 'Player',
      cell: ({ user_id, username }) => (
        <PlayerLink gameId={gameId} user={{ id: user_id, username }} />
      ),
    },
    { header: 'Score', align: 'right', cell: ({ score }) => <Num value={score} /> },
    {
      header: 'Data',
      cell: ({ extra_attributes }) =>
        extra_attributes === '{}' ? (
          '—'
        ) : (
          <PlayerText lineClamp={2} display="block" maw="20rem" size="sm">
            {extra_attributes}
          </PlayerText>
        ),
    },
    { header: 'Added', cell: ({ created_at }) => <Time at={created_at} /> },
  ]
  if (!is_of_player) {
    columns.unshift({ header: 'Rank', width: 90, cell: ({ rank }) => <Num value={rank} /> })
    columns.push({
      header: 'Entries',
      align: 'right',
      cell: ({ user_id, entries }) => (
        <TextLink
          to="/games/$gameId/leaderboards/board"
          params={{ gameId }}
          search={{ name, player: user_id, season, group }}
          size="sm"
        >
          {formatNumber(entries ?? 0)}
        </TextLink>
      ),
    })
  }
  // A sum is of many entries: they can be removed one by one, among those of the player.
  if (can('support', gameId) && (is_of_player || counts !== 'sum'))
    columns.push({
      header: '',
      align: 'right',
      cell: (entry) => (
        <Button size="xs" variant="subtle" color="red" onClick={() => ask(entry)}>
          Remove
        </Button>
      ),
    })
  return columns
}
