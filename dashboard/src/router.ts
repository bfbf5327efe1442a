import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './pages/account/routes.ts'
import { auditLogRoutes, gameAuditLogRoutes } from './pages/audit-log/routes.ts'
import { chatsRoutes } from './pages/chats/routes.ts'
import { explorerRoutes } from './pages/explorer/routes.ts'
import { gameCodeRoutes } from './pages/game-code/routes.ts'
import { gamesRoutes } from './pages/games/routes.ts'
import { groupsRoutes } from './pages/groups/routes.ts'
import { homeRoutes } from './pages/home/routes.ts'
import { leaderboardsRoutes } from './pages/leaderboards/routes.ts'
import { liveRoutes } from './pages/live/routes.ts'
import { matchmakingRoutes } from './pages/matchmaking/routes.ts'
import { moderationRoutes } from './pages/moderation/routes.ts'
import { overviewRoutes } from './pages/overview/routes.ts'
import { playersRoutes } from './pages/players/routes.ts'
import { ratingsRoutes } from './pages/ratings/routes.ts'
import { roundsRoutes } from './pages/rounds/routes.ts'
import { serverRoutes } from './pages/server/routes.ts'
import { settingsRoutes } from './pages/settings/routes.ts'
import { staffPageRoutes } from './pages/staff/routes.ts'
import { storeRoutes } from './pages/store/routes.ts'
import { gameRoute, joinRoute, rootRoute, signInRoute, staffRoute } from './routes.ts'
import { parseSearch, stringifySearch } from './search.ts'

const routeTree = rootRoute.addChildren([
  signInRoute,
  joinRoute,
  staffRoute.addChildren([
    ...homeRoutes,
    ...gamesRoutes,
    ...accountRoutes,
    ...staffPageRoutes,
    ...auditLogRoutes,
    ...gameCodeRoutes,
    ...serverRoutes,
    gameRoute.addChildren([
      ...overviewRoutes,
      ...liveRoutes,
      ...playersRoutes,
      ...groupsRoutes,
      ...roundsRoutes,
      ...leaderboardsRoutes,
      ...ratingsRoutes,
      ...matchmakingRoutes,
      ...chatsRoutes,
      ...storeRoutes,
      ...moderationRoutes,
      ...settingsRoutes,
      ...explorerRoutes,
      ...gameAuditLogRoutes,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
