import {
  ActionIcon,
  Anchor,
  AppShell,
  Box,
  Burger,
  Button,
  Center,
  Container,
  Group,
  Kbd,
  Loader,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { lacksSecondFactor, useSession } from '../api/session.ts'
import { TextLink } from '../components/links.tsx'
import { AccountMenu } from './account-menu.tsx'
import { GameSwitcher } from './game-switcher.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'

/** Loaded when it is opened for the first time. */
const Palette = lazy(() => import('./palette.tsx').then((loaded) => ({ default: loaded.Palette })))

function Finder({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<MagnifyingGlassIcon />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        c="dimmed"
        fw={400}
        onClick={onOpen}
      >
        Find
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        hiddenFrom="sm"
        aria-label="Find a page, a game or a player"
        onClick={onOpen}
      >
        <MagnifyingGlassIcon />
      </ActionIcon>
    </>
  )
}

/** The first thing that the keyboard reaches, seen only then. */
function SkipLink() {
  const [is_focused, setFocused] = useState(false)
  return (
    <Box
      pos="fixed"
      top={is_focused ? 8 : -100}
      left={8}
      p="xs"
      bg="var(--mantine-color-body)"
      style={{ zIndex: 1000 }}
    >
      <Anchor
        href="#content"
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        To the content
      </Anchor>
    </Box>
  )
}

/** While the only thing that can be done is to set up a second factor. */
function LimitedFrame() {
  return (
    <AppShell header={{ height: 60 }} padding={{ base: 'md', sm: 'xl' }}>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Logo />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Main bg="var(--playkeep-page)">
        <Suspense>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

/** Around every page for staff. */
export function Frame() {
  const [is_open, { toggle, close }] = useDisclosure()
  const [palette_opened, setPaletteOpened] = useState(0)
  const openPalette = () => setPaletteOpened((times) => times + 1)
  useHotkeys([['mod+K', openPalette]], [])
  const is_limited = lacksSecondFactor(useSession())
  if (is_limited) return <LimitedFrame />
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 230, breakpoint: 'sm', collapsed: { mobile: !is_open } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={is_open}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label="Pages"
            aria-expanded={is_open}
          />
          <TextLink to="/games" underline="never" aria-label="Playkeep: all games">
            <Logo nameFrom="sm" />
          </TextLink>
          <Suspense>
            <GameSwitcher />
          </Suspense>
          <Group gap="sm" ml="auto" wrap="nowrap">
            <Finder onOpen={openPalette} />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Pages">
        <Suspense>
          <Navigation onNavigate={close} />
        </Suspense>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} bg="var(--playkeep-page)">
        <Container size="xl" px={0} mx={0}>
          <Suspense
            fallback={
              <Center h="40vh">
                <Loader role="status" aria-label="Loading" />
              </Center>
            }
          >
            <Outlet />
          </Suspense>
        </Container>
      </AppShell.Main>
      {palette_opened > 0 && (
        <Suspense>
          <Palette opened={palette_opened} />
        </Suspense>
      )}
    </AppShell>
  )
}
