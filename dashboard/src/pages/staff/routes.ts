import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '../../routes.ts'

const staffListRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/staff',
  component: lazyRouteComponent(() => import('./staff-page.tsx'), 'StaffPage'),
})

export const staffPageRoutes = [staffListRoute] as const
