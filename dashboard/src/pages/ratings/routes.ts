import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { list, searchOf, text } from '../../search.ts'

const ratingsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/ratings',
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./ratings-page.tsx'), 'RatingsPage'),
})

/** The game type is no part of the path: it may be anything, also two dots. */
const ratingRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/ratings/game-type',
  validateSearch: searchOf({ ...list, type: text(255) }),
  component: lazyRouteComponent(() => import('./rating-page.tsx'), 'RatingPage'),
})

export const ratingsRoutes = [ratingsRoute, ratingRoute] as const
