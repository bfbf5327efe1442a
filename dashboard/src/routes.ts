import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { games } from './api/games.ts'
import { isSignedOut, lacksSecondFactor, loadSession, queryClient } from './api/session.ts'
import { GameFrame } from './layout/game-frame.tsx'
import { NotFound } from './layout/not-found.tsx'
import { PageFailure } from './layout/page-failure.tsx'
import { searchOf, text } from './search.ts'

export const rootRoute = createRootRoute({
  notFoundComponent: () => NotFound({}),
  errorComponent: PageFailure,
})

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  // Where to go afterwards: a path of this dashboard.
  validateSearch: searchOf({ to: text(2000) }),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

export const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('./pages/join/join-page.tsx'), 'JoinPage'),
})

/** Everything that only staff see. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff-only',
  component: lazyRouteComponent(() => import('./layout/frame.tsx'), 'Frame'),
  notFoundComponent: () => NotFound({}),
  beforeLoad: async ({ location }) => {
    try {
      const session = await loadSession()
      if (!lacksSecondFactor(session)) await queryClient.ensureQueryData(games)
      else if (location.pathname !== '/account') throw redirect({ to: '/account' })
    } catch (error) {
      if (!isSignedOut(error)) throw error
      const to = location.href === '/' ? undefined : location.href
      throw redirect({ to: '/sign-in', search: { to } })
    }
  },
})

/** Everything of one game. */
export const gameRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/games/$gameId',
  component: GameFrame,
  params: {
    parse: ({ gameId }) => ({ gameId: Number(gameId) }),
    stringify: ({ gameId }) => ({ gameId: String(gameId) }),
  },
})
