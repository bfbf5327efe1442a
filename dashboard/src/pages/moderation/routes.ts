import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { flag, integer, list, oneOf, searchOf } from '../../search.ts'

const moderationRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/moderation',
  validateSearch: searchOf({
    ...list,
    state: oneOf('resolved', 'dismissed'),
    kind: oneOf('player', 'message', 'group'),
  }),
  component: lazyRouteComponent(() => import('./moderation-page.tsx'), 'ModerationPage'),
})

const reportRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/moderation/reports/$reportId',
  params: {
    parse: ({ reportId }) => ({ reportId: Number(reportId) }),
    stringify: ({ reportId }) => ({ reportId: String(reportId) }),
  },
  component: lazyRouteComponent(() => import('./report-page.tsx'), 'ReportPage'),
})

const sanctionsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/moderation/sanctions',
  validateSearch: searchOf({ ...list, kind: oneOf('warn', 'mute', 'ban'), over: flag }),
  component: lazyRouteComponent(() => import('./sanctions-page.tsx'), 'SanctionsPage'),
})

const wordFiltersRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/moderation/word-filters',
  component: lazyRouteComponent(() => import('./word-filters-page.tsx'), 'WordFiltersPage'),
})

const reviewQueueRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/moderation/review-queue',
  validateSearch: searchOf({ ...list, player: integer }),
  component: lazyRouteComponent(() => import('./review-queue-page.tsx'), 'ReviewQueuePage'),
})

const scoreRulesRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/moderation/score-rules',
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./score-rules-page.tsx'), 'ScoreRulesPage'),
})

export const moderationRoutes = [
  moderationRoute,
  reportRoute,
  sanctionsRoute,
  wordFiltersRoute,
  reviewQueueRoute,
  scoreRulesRoute,
] as const
