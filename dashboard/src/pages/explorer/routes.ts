import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { searchOf, text } from '../../search.ts'

const explorerRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/explorer',
  // The operation that is open, and what the list is filtered by.
  validateSearch: searchOf({ operation: text(100), q: text(100) }),
  component: lazyRouteComponent(() => import('./explorer-page.tsx'), 'ExplorerPage'),
})

export const explorerRoutes = [explorerRoute] as const
