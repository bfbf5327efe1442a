import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { flag, integer, list, oneOf, searchOf, text } from '../../search.ts'

const playersRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/players',
  validateSearch: searchOf({
    ...list,
    q: text(254),
    banned: flag,
    account: oneOf('guests', 'members'),
    min_score: integer,
    min_credits: integer,
    seen: oneOf('day', 'week', 'month'),
  }),
  component: lazyRouteComponent(() => import('./players-page.tsx'), 'PlayersPage'),
})

const playerRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/players/$playerId',
  params: {
    parse: ({ playerId }) => ({ playerId: Number(playerId) }),
    stringify: ({ playerId }) => ({ playerId: String(playerId) }),
  },
  validateSearch: searchOf({
    ...list,
    tab: oneOf('attributes', 'credits', 'items', 'social', 'rounds', 'sessions', 'notes'),
    /** Which of the lists of a tab. */
    part: oneOf('groups', 'blocks', 'leaderboards', 'ratings', 'held-scores'),
    /** The game type whose ratings are shown, one after the other. */
    type: text(255),
  }),
  component: lazyRouteComponent(() => import('./player-page.tsx'), 'PlayerPage'),
})

export const playersRoutes = [playersRoute, playerRoute] as const
