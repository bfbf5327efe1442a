import { Button } from '@mantine/core'
import { api } from '../../api/client.ts'
import type { RatedGameType } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { confirm, confirmByTyping } from '../../components/confirm.tsx'
import { openForm } from '../players/form-frame.tsx'
import { RatingForm } from './rating-form.tsx'

interface RatingButtonsProps {
  gameId: number
  rated: RatedGameType
  /** After it was deleted. */
  onDeleted: () => unknown
}

function SwitchButton({ gameId, rated }: Omit<RatingButtonsProps, 'onDeleted'>) {
  const { game_type, enabled } = rated
  const change = useChange('admin.ratedGameTypes.change', {
    done: enabled ? 'It is not rated any more.' : 'It is rated again.',
    notifyFailure: false,
  })
  return (
    <Button
      variant="default"
      onClick={() =>
        confirm({
          title: enabled ? 'Stop rating this game type?' : 'Rate this game type again?',
          text: enabled
            ? 'The ratings stay as they are, and no round changes them. You can switch it on again at any time.'
            : 'Rounds that finish from now on are rated. Those that finished in the meantime are not.',
          action: enabled ? 'Switch off' : 'Switch on',
          destructive: false,
          onConfirm: () => change.mutateAsync({ id: gameId, game_type, enabled: !enabled }),
        })
      }
    >
      {enabled ? 'Switch off' : 'Switch on'}
    </Button>
  )
}

export function RatingButtons({ gameId, rated, onDeleted }: RatingButtonsProps) {
  const wanted = { id: gameId, game_type: rated.game_type }
  const remove = useChange('admin.ratedGameTypes.delete', {
    done: 'The ratings were deleted.',
    notifyFailure: false,
    onDone: onDeleted,
  })
  /** Many ratings take several requests; the last one reads everything again. */
  const removeAll = async () => {
    while (!(await api('admin.ratedGameTypes.delete', wanted)).is_deleted);
    await remove.mutateAsync(wanted)
  }
  return (
    <>
      <Button
        variant="light"
        color="red"
        onClick={() =>
          confirmByTyping(rated.game_type, {
            title: 'Delete these ratings?',
            text: 'The ratings of all players in this game type and their history are deleted. This cannot be undone. To keep them, switch the game type off instead.',
            action: 'Delete ratings',
            onConfirm: removeAll,
          })
        }
      >
        Delete
      </Button>
      <SwitchButton gameId={gameId} rated={rated} />
      <Button
        onClick={() =>
          openForm('Change how it is rated', (close) => (
            <RatingForm gameId={gameId} rated={rated} close={close} />
          ))
        }
      >
        Edit
      </Button>
    </>
  )
}
