import type { RouteOptions } from 'fastify'
import type { ClosableRoute } from './access/permission-grid.ts'
import { isClosable, permissionName, routeName } from './access/route-names.ts'
import type { Context, Player } from './context.ts'
import { eventList } from './event-types.ts'
import { creditRoutes } from './features/economy/credits/routes.ts'
import { salesAdminRoutes } from './features/economy/sales/routes.ts'
import { storeAdminRoutes, storeRoutes } from './features/economy/store/routes.ts'
import {
  announcementAdminRoutes,
  announcementRoutes,
} from './features/operations/announcements/routes.ts'
import { auditLogAdminRoutes } from './features/operations/audit-log/routes.ts'
import { demoDataAdminRoutes } from './features/operations/demo-data/routes.ts'
import { eventRoutes } from './features/operations/event-streams/routes.ts'
import { createPresenter, followEvents } from './features/operations/event-streams/rules.ts'
import { gameCodeAdminRoutes } from './features/operations/game-code/routes.ts'
import { gamePermissionAdminRoutes } from './features/operations/game-permissions/routes.ts'
import { gameAdminRoutes, gameRoutes } from './features/operations/games/routes.ts'
import { serviceKeyAdminRoutes } from './features/operations/service-keys/routes.ts'
import {
  findPlayerByServiceKey,
  isKeyOfGame,
  isServiceKey,
  recordKeyUse,
} from './features/operations/service-keys/rules.ts'
import { staffStreamAdminRoutes } from './features/operations/staff-streams/routes.ts'
import { statisticsAdminRoutes } from './features/operations/statistics-overview/routes.ts'
import { webhookDeliveryAdminRoutes } from './features/operations/webhook-deliveries/routes.ts'
import { webhookAdminRoutes } from './features/operations/webhooks/routes.ts'
import { wordFilterAdminRoutes } from './features/operations/word-filters/routes.ts'
import { backupAdminRoutes } from './features/operations/backups/routes.ts'
import { serverStatusAdminRoutes } from './features/operations/server-status/routes.ts'
import { testPlayerAdminRoutes } from './features/operations/test-players/routes.ts'
import { testSuiteRoutes } from './features/operations/test-suite/routes.ts'
import { heldScoreAdminRoutes } from './features/play/held-scores/routes.ts'
import { leaderboardPageRoutes } from './features/play/leaderboard-pages/routes.ts'
import { boardSettingsAdminRoutes, seasonRoutes } from './features/play/board-settings/routes.ts'
import { leaderboardRoutes } from './features/play/leaderboards/routes.ts'
import { leaderboardAdminRoutes } from './features/play/leaderboards-admin/routes.ts'
import { matchmakingRoutes } from './features/play/matchmaking/routes.ts'
import { matchmakingAdminRoutes } from './features/play/matchmaking-types/routes.ts'
import { multiplayerRoundRoutes } from './features/play/multiplayer-rounds/routes.ts'
import { ratingAdminRoutes, ratingRoutes } from './features/play/ratings/routes.ts'
import { ratingSettingsAdminRoutes } from './features/play/rating-settings/routes.ts'
import { roundFinishRoutes } from './features/play/round-finish/routes.ts'
import { roundInviteRoutes } from './features/play/round-invites/routes.ts'
import { roundRuleRoutes } from './features/play/round-rules/routes.ts'
import { roundSeatRoutes } from './features/play/round-seats/routes.ts'
import { roundViewRoutes } from './features/play/round-views/routes.ts'
import { roundRoutes } from './features/play/rounds/routes.ts'
import { roundAdminRoutes } from './features/play/rounds-admin/routes.ts'
import { scoreRuleAdminRoutes } from './features/play/score-rules/routes.ts'
import { accountChangeRoutes } from './features/players/account-changes/routes.ts'
import { accountRoutes } from './features/players/accounts/routes.ts'
import { countRequest } from './features/players/activity/rules.ts'
import {
  emailVerificationPages,
  emailVerificationRoutes,
} from './features/players/email-verifications/routes.ts'
import {
  passwordResetPages,
  passwordResetRoutes,
} from './features/players/password-resets/routes.ts'
import { personalDataRoutes } from './features/players/personal-data/routes.ts'
import { playerOverviewRoutes } from './features/players/player-overview/routes.ts'
import { playerNoteAdminRoutes } from './features/players/player-notes/routes.ts'
import { playerProfileAdminRoutes } from './features/players/player-profiles/routes.ts'
import { playerSearchAdminRoutes } from './features/players/player-search/routes.ts'
import { playerSupportAdminRoutes } from './features/players/player-support/routes.ts'
import { playerTimelineAdminRoutes } from './features/players/player-timeline/routes.ts'
import { sanctionAdminRoutes, warningRoutes } from './features/players/sanctions/routes.ts'
import { scoreRoutes } from './features/players/scores/routes.ts'
import { sessionRoutes } from './features/players/sessions/routes.ts'
import {
  findPlayerById,
  findPlayerByToken,
  recordSessionUse,
} from './features/players/sessions/rules.ts'
import { userAttributeRoutes } from './features/players/user-attributes/routes.ts'
import { staffMemberAdminRoutes } from './features/staff/staff-members/routes.ts'
import { findStaff } from './features/staff/staff-members/rules.ts'
import { staffSessionAdminRoutes } from './features/staff/staff-sessions/routes.ts'
import { staffTokenAdminRoutes } from './features/staff/staff-tokens/routes.ts'
import { blockRoutes } from './features/social/blocks/routes.ts'
import { chatRoutes } from './features/social/chat/routes.ts'
import { chatAdminRoutes } from './features/social/chats-admin/routes.ts'
import { friendRoutes } from './features/social/friends/routes.ts'
import { groupAttributeRoutes } from './features/social/group-attributes/routes.ts'
import { groupConnectionRoutes } from './features/social/group-connections/routes.ts'
import { groupRoutes } from './features/social/groups/routes.ts'
import { groupAdminRoutes } from './features/social/groups-admin/routes.ts'
import { notificationRoutes } from './features/social/notifications/routes.ts'
import { noteRequest } from './features/social/presence/rules.ts'
import { hiddenMessageAdminRoutes } from './features/social/hidden-messages/routes.ts'
import { reportQueueAdminRoutes } from './features/social/report-queue/routes.ts'
import { reportRoutes } from './features/social/reports/routes.ts'
import { presenceRoutes } from './features/social/presence/routes.ts'
import type { Endpoint } from './http/docs/endpoint.ts'
import { addPages } from './http/docs/pages.ts'
import type { SectionName } from './http/docs/sections.ts'
import { addEventSockets, refuseWithoutUpgrade, SOCKET_URL } from './http/event-socket.ts'
import { addMetrics } from './http/metrics.ts'
import { addReports } from './http/process-reports.ts'
import { addProbes } from './http/probes.ts'
import { createServer, type ServerParts } from './http/server.ts'
import type { App, Routes } from './http/types.ts'
import { refuseUnknownAddresses } from './http/unknown-addresses.ts'
import type { Metrics } from './services/metrics.ts'

/** The sections of the API reference: every feature with routes for players, in the order in which /docs shows them. */
const features: [name: SectionName, routes: Routes][] = [
  ['Games', gameRoutes],
  ['Sessions', sessionRoutes],
  ['Accounts', accountRoutes],
  ['Account changes', accountChangeRoutes],
  ['Password resets', passwordResetRoutes],
  ['Email verification', emailVerificationRoutes],
  ['Scores', scoreRoutes],
  ['User attributes', userAttributeRoutes],
  ['Credits', creditRoutes],
  ['Store', storeRoutes],
  ['Blocks', blockRoutes],
  ['Friendships', friendRoutes],
  ['Presence', presenceRoutes],
  ['Leaderboards', leaderboardRoutes],
  ['Multiplayer rounds', roundViewRoutes],
  ['Leaderboards', leaderboardPageRoutes],
  ['Leaderboards', seasonRoutes],
  ['Multiplayer rounds', multiplayerRoundRoutes],
  ['Multiplayer rounds', roundRuleRoutes],
  ['Multiplayer rounds', roundSeatRoutes],
  ['Multiplayer rounds', roundInviteRoutes],
  ['Multiplayer rounds', roundFinishRoutes],
  ['Matchmaking', matchmakingRoutes],
  ['Game rounds', roundRoutes],
  ['Ratings', ratingRoutes],
  ['Groups', groupRoutes],
  ['Group connections', groupConnectionRoutes],
  ['Group attributes', groupAttributeRoutes],
  ['Chats', chatRoutes],
  ['Reports', reportRoutes],
  ['Warnings', warningRoutes],
  ['Notifications', notificationRoutes],
  ['Announcements', announcementRoutes],
  ['Events', eventRoutes],
  ['Personal data', personalDataRoutes],
  ['Sign-in and profiles', playerOverviewRoutes],
  ['Test suite', testSuiteRoutes],
]

/** For the staff of games, and opened by the system key. */
const adminFeatures: [name: SectionName, routes: Routes][] = [
  ['Admin: sign-in', staffSessionAdminRoutes],
  ['Admin: staff', staffMemberAdminRoutes],
  ['Admin: API tokens', staffTokenAdminRoutes],
  ['Admin: audit log', auditLogAdminRoutes],
  ['Admin: games', gameAdminRoutes],
  ['Admin: players', playerSearchAdminRoutes],
  ['Admin: players', playerProfileAdminRoutes],
  ['Admin: players', playerTimelineAdminRoutes],
  ['Admin: players', playerNoteAdminRoutes],
  ['Admin: players', playerSupportAdminRoutes],
  ['Admin: permissions', gamePermissionAdminRoutes],
  ['Admin: statistics', statisticsAdminRoutes],
  ['Admin: events', staffStreamAdminRoutes],
  ['Admin: demo data', demoDataAdminRoutes],
  ['Admin: service keys', serviceKeyAdminRoutes],
  ['Admin: groups', groupAdminRoutes],
  ['Admin: rounds', roundAdminRoutes],
  ['Admin: leaderboards', leaderboardAdminRoutes],
  ['Admin: fair scores', scoreRuleAdminRoutes],
  ['Admin: fair scores', heldScoreAdminRoutes],
  ['Admin: leaderboards', boardSettingsAdminRoutes],
  ['Admin: matchmaking', matchmakingAdminRoutes],
  ['Admin: ratings', ratingSettingsAdminRoutes],
  ['Admin: ratings', ratingAdminRoutes],
  ['Admin: chats', chatAdminRoutes],
  ['Admin: store', storeAdminRoutes],
  ['Admin: reports', reportQueueAdminRoutes],
  ['Admin: reports', hiddenMessageAdminRoutes],
  ['Admin: sanctions', sanctionAdminRoutes],
  ['Admin: word filters', wordFilterAdminRoutes],
  ['Admin: sales', salesAdminRoutes],
  ['Admin: announcements', announcementAdminRoutes],
  ['Admin: webhooks', webhookAdminRoutes],
  ['Admin: webhook deliveries', webhookDeliveryAdminRoutes],
  ['Admin: test players', testPlayerAdminRoutes],
  ['Admin: backups', backupAdminRoutes],
  ['Admin: game code', gameCodeAdminRoutes],
  ['Admin: server', serverStatusAdminRoutes],
]

const authenticator = {
  findByToken: findPlayerByToken,
  findById: findPlayerById,
  findByServiceKey: findPlayerByServiceKey,
  isKeyOfGame,
  isServiceKey,
  findStaff,
  onAuthenticated(context: Context, player: Player) {
    countRequest(context, player)
    noteRequest(context, player)
    recordSessionUse(context, player)
    recordKeyUse(context, player)
  },
}

/** Addresses that do the same are one route, described by the one that permissions name. */
function addClosableRoute(list: ClosableRoute[], { feature, method, url, schema }: Endpoint): void {
  const own_name = routeName(method, url)
  const name = permissionName(own_name)
  const { caller = 'player', summary = '', is_write = method !== 'GET', access } = schema
  if (!isClosable(schema) || name !== own_name) return
  list.push({ feature, name, summary, caller, is_write, access })
}

export interface AppParts extends Omit<ServerParts, 'authenticator'> {
  metrics: Metrics
  metrics_max_age_ms?: number
  /** The endpoints of the studio's own code. */
  game_routes?: Routes | undefined
  /** Routes that the product does not have: tests of the tests bring faulty ones. */
  extra?: Routes
}

/** The whole server, ready to listen, and the list of its endpoints. */
export function createApp(parts: AppParts): { app: App; endpoints: Endpoint[] } {
  const app = createServer({ ...parts, authenticator })
  const closeSockets = addEventSockets(app.server, {
    context: parts.context,
    log: parts.log,
    state: parts.state,
    authenticator,
    createPresenter,
    follow: (player, wanted, listener) => followEvents(parts.context, player, wanted, listener),
  })
  app.addHook('preClose', (done) => {
    closeSockets()
    done()
  })
  const routes: RouteOptions[] = []
  const endpoints: Endpoint[] = []
  let feature = ''
  app.addHook('onRoute', (route) => {
    routes.push(route)
    for (const method of [route.method].flat()) {
      const { url, schema = {} } = route
      const is_keyed = method !== 'GET' && !route.config?.needs_no_stored_answer
      if (!feature) continue
      endpoints.push({ feature, method, url, schema, is_keyed })
      addClosableRoute(app.closable_routes, { feature, method, url, schema, is_keyed })
    }
  })

  addReports(app, parts.state, addMetrics(app, parts))
  addProbes(app, parts.state)
  app.get(SOCKET_URL, { schema: { caller: 'anyone' } }, refuseWithoutUpgrade)
  // By the token in its first frame.
  app.route_names.set(routeName('GET', SOCKET_URL), true)
  passwordResetPages(app)
  emailVerificationPages(app)
  const add = (list: [name: string, routes: Routes][]) => async (api: App) => {
    for (const [name, addRoutes] of list) {
      feature = name
      addRoutes(api)
    }
    feature = ''
  }
  void app.register(add(features), { prefix: '/api/v3' })
  if (parts.game_routes)
    void app.register(add([['Game code', parts.game_routes]]), { prefix: '/api/v3' })
  if (parts.extra) void app.register(add([['Extra', parts.extra]]), { prefix: '/api/v3' })
  void app.register(add(adminFeatures), { prefix: '/admin/api' })
  app.after(() => {
    addPages(app, endpoints, eventList)
    refuseUnknownAddresses(app, [...routes])
  })
  return { app, endpoints }
}
