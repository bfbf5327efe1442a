import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '../../routes.ts'

const accountRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

export const accountRoutes = [accountRoute] as const
