import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { integer, list, oneOf, searchOf, text } from '../../search.ts'

const roundsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/rounds',
  validateSearch: searchOf({
    ...list,
    view: oneOf('multiplayer'),
    type: text(255),
    player: integer,
  }),
  component: lazyRouteComponent(() => import('./rounds-page.tsx'), 'RoundsPage'),
})

const roundRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/rounds/$roundId',
  params: {
    parse: ({ roundId }) => ({ roundId: Number(roundId) }),
    stringify: ({ roundId }) => ({ roundId: String(roundId) }),
  },
  component: lazyRouteComponent(() => import('./round-page.tsx'), 'RoundPage'),
})

const multiplayerRoundRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/multiplayer-rounds/$roundId',
  params: {
    parse: ({ roundId }) => ({ roundId: Number(roundId) }),
    stringify: ({ roundId }) => ({ roundId: String(roundId) }),
  },
  validateSearch: searchOf(list),
  component: lazyRouteComponent(
    () => import('./multiplayer-round-page.tsx'),
    'MultiplayerRoundPage',
  ),
})

export const roundsRoutes = [roundsRoute, roundRoute, multiplayerRoundRoute] as const
