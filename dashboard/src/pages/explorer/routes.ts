import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'

const explorerRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/explorer',
  component: lazyRouteComponent(() => import('./explorer-page.tsx'), 'ExplorerPage'),
})

export const explorerRoutes = [explorerRoute] as const
