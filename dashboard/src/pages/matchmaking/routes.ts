import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { list, searchOf } from '../../search.ts'

const matchmakingRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/matchmaking',
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./matchmaking-page.tsx'), 'MatchmakingPage'),
})

export const matchmakingRoutes = [matchmakingRoute] as const
