import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '../../routes.ts'

const serverRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/server',
  component: lazyRouteComponent(() => import('./server-page.tsx'), 'ServerPage'),
})

export const serverRoutes = [serverRoute] as const
