import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'

const liveRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/live',
  component: lazyRouteComponent(() => import('./live-page.tsx'), 'LivePage'),
})

export const liveRoutes = [liveRoute] as const
