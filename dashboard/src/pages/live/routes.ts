import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { integer, searchOf, text } from '../../search.ts'

const liveRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/live',
  validateSearch: searchOf({ types: text(2000), player: integer }),
  component: lazyRouteComponent(() => import('./live-page.tsx'), 'LivePage'),
})

export const liveRoutes = [liveRoute] as const
