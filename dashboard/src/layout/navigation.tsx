import { Box, Divider, NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { ExternalLinkIcon } from '@radix-ui/react-icons'
import { useCurrentGame } from '../api/games.ts'
import { useCan, useStaff } from '../api/session.ts'
import { NavigationLink } from '../components/links.tsx'
import { PlayerText } from '../components/player-text.tsx'
import { gamePages, serverPages } from './pages.ts'

function Heading({ children }: { children: string }) {
  return (
    <Text size="xs" fw={600} c="dimmed" px="sm" mb={4} truncate>
      <PlayerText>{children}</PlayerText>
    </Text>
  )
}

const links = [
  { href: '/guide', label: 'Guides' },
  { href: '/docs', label: 'API reference' },
]

/** All pages that the role allows. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const game = useCurrentGame()
  const can = useCan()
  const { game_ids } = useStaff()
  const shared = { onClick: onNavigate, style: { borderRadius: 8 }, py: 5, px: 'sm' }
  return (
    <ScrollArea h="100%" type="hover" scrollbarSize={6}>
      <Stack gap="md" p="sm" pt="md">
        {game && (
          <Box>
            <Heading>{game.name}</Heading>
            {gamePages
              .filter(({ role }) => can(role, game.id))
              .map(({ to, label, icon: Icon }) => (
                <NavigationLink
                  key={to}
                  to={to}
                  params={{ gameId: game.id }}
                  activeOptions={{ exact: label === 'Overview', includeSearch: false }}
                  activeProps={{ active: true }}
                  label={label}
                  leftSection={<Icon />}
                  {...shared}
                />
              ))}
          </Box>
        )}
        <Box>
          <Heading>This server</Heading>
          {serverPages
            .filter(
              ({ role, for_all_games }) =>
                (!for_all_games || game_ids === null) && can(role, game_ids?.[0]),
            )
            .map(({ to, label, icon: Icon }) => (
              <NavigationLink
                key={to}
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                activeProps={{ active: true }}
                label={label}
                leftSection={<Icon />}
                {...shared}
              />
            ))}
        </Box>
        <Divider />
        <Box>
          {links.map(({ href, label }) => (
            <NavLink
              key={href}
              href={href}
              target="_blank"
              label={label}
              leftSection={<ExternalLinkIcon />}
              {...shared}
            />
          ))}
        </Box>
      </Stack>
    </ScrollArea>
  )
}
