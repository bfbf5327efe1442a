import { Button } from '@mantine/core'
import { TrashIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useChange } from '../../api/queries.ts'
import { confirmByTyping } from '../../components/confirm.tsx'

const route = getRouteApi('/staff-only/games/$gameId/leaderboards/board')

/** Removes the entries of all players: those of the running season if there is one. */
export function ClearButton({ has_seasons }: { has_seasons: boolean }) {
  const { gameId } = route.useParams()
  const { name = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const board = { id: gameId, leaderboard_name: name }
  const clear = useChange('admin.leaderboards.clear', {
    done: 'The leaderboard is empty.',
    notifyFailure: false,
    onDone: () => navigate({ to: '/games/$gameId/leaderboards', params: { gameId } }),
  })
  /** A large leaderboard takes several requests; the last one reads everything again. */
  const clearAll = async () => {
    while (!(await api('admin.leaderboards.clear', board)).is_empty);
    await clear.mutateAsync(board)
  }
  return (
    <Button
      color="red"
      variant="light"
      leftSection={<TrashIcon />}
      onClick={() =>
        confirmByTyping(name, {
          title: has_seasons ? 'Clear the running season?' : 'Clear this leaderboard?',
          text: `All entries of all players${has_seasons ? ' in the running season' : ''} are removed, not only the best ones. This cannot be undone.`,
          action: has_seasons ? 'Clear season' : 'Clear leaderboard',
          onConfirm: clearAll,
        })
      }
    >
      {has_seasons ? 'Clear season' : 'Clear'}
    </Button>
  )
}
