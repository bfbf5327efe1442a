import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { oneOf, searchOf } from '../../search.ts'

const overviewRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/',
  validateSearch: searchOf({ days: oneOf('7', '30', '90') }),
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

export const overviewRoutes = [overviewRoute] as const
