import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '../../routes.ts'

const gamesRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/games',
  component: lazyRouteComponent(() => import('./games-page.tsx'), 'GamesPage'),
})

export const gamesRoutes = [gamesRoute] as const
