import { Button, Stack } from '@mantine/core'
import { useGame } from '../../api/games.ts'
import { useChange } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm, confirmByTyping } from '../../components/confirm.tsx'
import { Section } from '../../components/section.tsx'
import { showOnce } from '../../components/shown-once.tsx'

export function DangerTab() {
  const { id, name, enabled } = useGame()
  const may_change = useCan()('admin', id)
  const rotate = useChange('admin.games.rotateToken', {
    onDone: ({ token }) =>
      showOnce({
        title: 'The new token of the game',
        text: 'Put it into the next version of your app. Versions with the old token can no longer sign up or sign in.',
        values: [
          { label: 'Game id', value: String(id) },
          { label: 'Game token', value: token },
        ],
      }),
  })
  const change = useChange('admin.games.change', {
    done: enabled ? 'The game is switched off.' : 'The game is switched on.',
  })
  return (
    <Stack>
      <Section
        title="Token of the game"
        description="Apps send it to say which game they are. It ships with your app and protects nothing by itself. If it must change, rotate it: only a hash is stored, so the current one cannot be shown."
        actions={
          may_change && (
            <Button
              color="red"
              variant="light"
              onClick={() =>
                confirmByTyping(name, {
                  title: 'Rotate the token?',
                  text: 'The current token stops working at once: apps that have it can no longer sign up or sign in players. Players who are signed in stay signed in.',
                  action: 'Rotate token',
                  onConfirm: () => rotate.mutateAsync({ id }),
                })
              }
            >
              Rotate token
            </Button>
          )
        }
      />
      <Section
        title={enabled ? 'Switch the game off' : 'The game is switched off'}
        description={
          enabled
            ? 'Every request of its players and of its service keys is refused until you switch it on again. Nothing is deleted.'
            : 'Every request of its players and of its service keys is refused. Nothing was deleted.'
        }
        actions={
          may_change &&
          (enabled ? (
            <Button
              color="red"
              variant="light"
              onClick={() =>
                confirmByTyping(name, {
                  title: 'Switch the game off?',
                  text: 'Nobody can play until you switch it on again.',
                  action: 'Switch off',
                  onConfirm: () => change.mutateAsync({ id, enabled: false }),
                })
              }
            >
              Switch off
            </Button>
          ) : (
            <Button
              onClick={() =>
                confirm({
                  title: 'Switch the game on?',
                  text: 'Its players can play again at once.',
                  action: 'Switch on',
                  destructive: false,
                  onConfirm: () => change.mutateAsync({ id, enabled: true }),
                })
              }
            >
              Switch on
            </Button>
          ))
        }
      />
    </Stack>
  )
}
