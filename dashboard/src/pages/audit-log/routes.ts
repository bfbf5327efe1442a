import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute, staffRoute } from '../../routes.ts'
import { integer, list, searchOf, text } from '../../search.ts'

const auditLogRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/audit-log',
  validateSearch: searchOf({
    ...list,
    action: text(60),
    target: text(60),
    actor: integer,
    entry: integer,
  }),
  component: lazyRouteComponent(() => import('./audit-log-page.tsx'), 'AuditLogPage'),
})

const gameAuditLogRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/audit-log',
  validateSearch: searchOf({
    ...list,
    action: text(60),
    target: text(60),
    actor: integer,
    entry: integer,
  }),
  component: lazyRouteComponent(() => import('./game-audit-log-page.tsx'), 'GameAuditLogPage'),
})

export const auditLogRoutes = [auditLogRoute] as const
export const gameAuditLogRoutes = [gameAuditLogRoute] as const
