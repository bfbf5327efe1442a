import { Button, Menu, ScrollArea, Text } from '@mantine/core'
import { CaretSortIcon, CheckIcon, GridIcon } from '@radix-ui/react-icons'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCurrentGame, useGames } from '../api/games.ts'
import { PlayerText } from '../components/player-text.tsx'
import { gamePages } from './pages.ts'

/** The same page of another game, or its overview if the page is about one player, round or group. */
function useSamePage() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const name = path.split('/')[3]
  return (
    gamePages.find(({ to }) => name !== undefined && to.endsWith(`/${name}`))?.to ??
    '/games/$gameId'
  )
}

export function GameSwitcher() {
  const games = useGames()
  const current = useCurrentGame()
  const navigate = useNavigate()
  const to = useSamePage()
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<CaretSortIcon />}
          maw={{ base: 150, sm: 260 }}
          aria-label={current ? `Game: ${current.name}. Choose another` : 'Choose a game'}
        >
          <Text span truncate size="sm" fw={500}>
            {current ? <PlayerText>{current.name}</PlayerText> : 'Choose a game'}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={360}>
          {games.map(({ id, name, enabled }) => (
            <Menu.Item
              key={id}
              rightSection={id === current?.id ? <CheckIcon /> : undefined}
              onClick={() => void navigate({ to, params: { gameId: id } })}
            >
              <PlayerText>{name}</PlayerText>
              {!enabled && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  (off)
                </Text>
              )}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
        {games.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<GridIcon />} onClick={() => void navigate({ to: '/games' })}>
          All games
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
