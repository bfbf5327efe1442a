import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { list, searchOf } from '../../search.ts'

const moderationRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/moderation',
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./moderation-page.tsx'), 'ModerationPage'),
})

const wordFiltersRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/moderation/word-filters',
  component: lazyRouteComponent(() => import('./word-filters-page.tsx'), 'WordFiltersPage'),
})

export const moderationRoutes = [moderationRoute, wordFiltersRoute] as const
