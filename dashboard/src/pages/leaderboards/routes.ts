import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { integer, list, oneOf, searchOf, text } from '../../search.ts'

const leaderboardsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/leaderboards',
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./leaderboards-page.tsx'), 'LeaderboardsPage'),
})

/** The name is no part of the path: it may be anything, also two dots. */
const leaderboardRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/leaderboards/board',
  validateSearch: searchOf({
    ...list,
    name: text(255),
    view: oneOf('seasons', 'prizes', 'settings'),
    player: integer,
    season: integer,
    group: integer,
  }),
  component: lazyRouteComponent(() => import('./leaderboard-page.tsx'), 'LeaderboardPage'),
})

export const leaderboardsRoutes = [leaderboardsRoute, leaderboardRoute] as const
