import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import {
  CubeIcon,
  DesktopIcon,
  GearIcon,
  MagnifyingGlassIcon,
  MoonIcon,
  PersonIcon,
  SunIcon,
} from '@radix-ui/react-icons'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCurrentGame, useGames } from '../api/games.ts'
import { useCan, useStaff } from '../api/session.ts'
import { plainPlayerText } from '../components/player-text.tsx'
import { SETTINGS_TABS, TAB_LABELS } from '../pages/settings/tabs.ts'
import { gamePages, serverPages } from './pages.ts'

const THEMES = [
  { scheme: 'light', label: 'Light colours', icon: SunIcon },
  { scheme: 'dark', label: 'Dark colours', icon: MoonIcon },
  { scheme: 'auto', label: 'Colours of the system', icon: DesktopIcon },
] as const

/** Goes to any page and any game, searches for players, and changes the colours. It opens whenever `opened` changes. */
export function Palette({ opened }: { opened: number }) {
  useEffect(() => spotlight.open(), [opened])
  const [query, setQuery] = useState('')
  const games = useGames()
  const game = useCurrentGame()
  const can = useCan()
  const { game_ids } = useStaff()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const wanted = query.trim()

  const findPlayers: SpotlightActionData[] = (game ? [game] : games.slice(0, 5))
    .filter(() => wanted !== '')
    .map(({ id, name }) => ({
      id: `players of ${id}`,
      label: `Find players whose name begins with “${wanted}”`,
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

  // Only for a search: they would make the list long.
  const settings: SpotlightActionData[] =
    game && wanted !== ''
      ? SETTINGS_TABS.map((tab) => ({
          id: `settings ${tab}`,
          label: TAB_LABELS[tab],
          description: 'Settings',
          leftSection: <GearIcon />,
          onClick: () =>
            void navigate({
              to: '/games/$gameId/settings',
              params: { gameId: game.id },
              search: { tab },
            }),
        }))
      : []

  const themes: SpotlightActionData[] =
    wanted === ''
      ? []
      : THEMES.map(({ scheme, label, icon: Icon }) => ({
          id: `theme ${scheme}`,
          label,
          keywords: 'theme mode appearance colors',
          leftSection: <Icon />,
          onClick: () => setColorScheme(scheme),
        }))

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
    { group: game ? plainPlayerText(game.name) : 'Pages', actions: [...pages, ...settings] },
    { group: 'This server', actions: server },
    { group: 'Appearance', actions: themes },
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
        placeholder: 'Find a page, a game, or the beginning of a player’s name',
        'aria-label': 'Find a page, a game or a player',
      }}
    />
  )
}
