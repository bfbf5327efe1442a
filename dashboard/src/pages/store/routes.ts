import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { list, searchOf } from '../../search.ts'

const storeRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/store',
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./store-page.tsx'), 'StorePage'),
})

export const storeRoutes = [storeRoute] as const
