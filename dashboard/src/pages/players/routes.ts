import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { list, searchOf, text } from '../../search.ts'

const playersRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/players',
  validateSearch: searchOf({ ...list, q: text(100) }),
  component: lazyRouteComponent(() => import('./players-page.tsx'), 'PlayersPage'),
})

const playerRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/players/$playerId',
  params: {
    parse: ({ playerId }) => ({ playerId: Number(playerId) }),
    stringify: ({ playerId }) => ({ playerId: String(playerId) }),
  },
  component: lazyRouteComponent(() => import('./player-page.tsx'), 'PlayerPage'),
})

export const playersRoutes = [playersRoute, playerRoute] as const
