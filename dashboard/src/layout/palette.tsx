import '@mantine/spotlight/styles.css'
import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import { CubeIcon, MagnifyingGlassIcon, PersonIcon } from '@radix-ui/react-icons'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCurrentGame, useGames } from '../api/games.ts'
import { useCan, useStaff } from '../api/session.ts'
import { plainPlayerText } from '../components/player-text.tsx'
import { gamePages, serverPages } from './pages.ts'

/** Goes to any page and any game, and finds players. It opens whenever `opened` changes. */
export function Palette({ opened }: { opened: number }) {
  useEffect(() => spotlight.open(), [opened])
  const [query, setQuery] = useState('')
  const games = useGames()
  const game = useCurrentGame()
  const can = useCan()
  const { game_ids } = useStaff()
  const navigate = useNavigate()
  const wanted = query.trim()

  const findPlayers: SpotlightActionData[] = (game ? [game] : games.slice(0, 5))
    .filter(() => wanted !== '')
    .map(({ id, name }) => ({
      id: `players of ${id}`,
      label: `Find players named “${wanted}”`,
      description: `In ${plainPlayerText(name)}`,
      keywords: wanted,
      leftSection: <PersonIcon />,
      onClick: () =>
        void navigate({
          to: '/games/$gameId/players',
          params: { gameId: id },
          search: { q: wanted },
        }),
    }))

  const pages: SpotlightActionData[] = game
    ? gamePages
        .filter(({ role }) => can(role, game.id))
        .map(({ to, label, icon: Icon }) => ({
          id: to,
          label,
          leftSection: <Icon />,
          onClick: () => void navigate({ to, params: { gameId: game.id } }),
        }))
    : []

  const server: SpotlightActionData[] = [
    ...serverPages
      .filter(
        ({ role, for_all_games }) =>
          (!for_all_games || game_ids === null) && can(role, game_ids?.[0]),
      )
      .map(({ to, label, icon: Icon }) => ({
        id: to,
        label,
        leftSection: <Icon />,
        onClick: () => void navigate({ to }),
      })),
    {
      id: '/account',
      label: 'Your account',
      keywords: 'password second factor sessions API tokens',
      leftSection: <PersonIcon />,
      onClick: () => void navigate({ to: '/account' }),
    },
  ]

  const groups: SpotlightActionGroupData[] = [
    { group: 'Players', actions: findPlayers },
    { group: game ? plainPlayerText(game.name) : 'Pages', actions: pages },
    { group: 'This server', actions: server },
    {
      group: 'Games',
      actions: games.map(({ id, name }) => ({
        id: `game ${id}`,
        label: plainPlayerText(name),
        keywords: [name, String(id)],
        leftSection: <CubeIcon />,
        onClick: () => void navigate({ to: '/games/$gameId', params: { gameId: id } }),
      })),
    },
  ]

  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      shortcut={null}
      nothingFound="Nothing found"
      highlightQuery
      scrollable
      maxHeight={420}
      limit={30}
      searchProps={{
        leftSection: <MagnifyingGlassIcon />,
        placeholder: 'Find a page, a game or a player',
        'aria-label': 'Find a page, a game or a player',
      }}
    />
  )
}
