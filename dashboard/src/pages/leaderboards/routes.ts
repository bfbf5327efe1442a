import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { list, searchOf } from '../../search.ts'

const leaderboardsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/leaderboards',
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./leaderboards-page.tsx'), 'LeaderboardsPage'),
})

export const leaderboardsRoutes = [leaderboardsRoute] as const
