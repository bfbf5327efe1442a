import type { RouteOptions } from 'fastify'
import { accountRoutes } from './features/players/accounts/routes.ts'
import { gameAdminRoutes, gameRoutes } from './features/operations/games/routes.ts'
import { personalDataRoutes } from './features/players/personal-data/routes.ts'
import { passwordResetRoutes } from './features/players/password-resets/routes.ts'
import { resetPassword } from './features/players/password-resets/rules.ts'
import { resetPasswordSchema } from './features/players/password-resets/schema.ts'
import { arrivalRoutes } from './features/players/player-overview/routes.ts'
import { chatRoutes } from './features/social/chat/routes.ts'
import { blockRoutes } from './features/social/blocks/routes.ts'
import { friendRoutes } from './features/social/friends/routes.ts'
import { leaderboardRoutes } from './features/play/leaderboards/routes.ts'
import { multiplayerRoundRoutes } from './features/play/multiplayer-rounds/routes.ts'
import { groupAttributeRoutes } from './features/social/group-attributes/routes.ts'
import { groupConnectionRoutes } from './features/social/group-connections/routes.ts'
import { groupRoutes } from './features/social/groups/routes.ts'
import { roundRoutes } from './features/play/rounds/routes.ts'
import { sessionRoutes } from './features/players/sessions/routes.ts'
import { findPlayerById, findPlayerByToken } from './features/players/sessions/rules.ts'
import { serviceKeyAdminRoutes } from './features/operations/service-keys/routes.ts'
import { findPlayerByServiceKey } from './features/operations/service-keys/rules.ts'
import { storeAdminRoutes, storeRoutes } from './features/economy/store/routes.ts'
import { testSuiteRoutes } from './features/operations/test-suite/routes.ts'
import { addPages, addProbes, addResetPage } from './http/docs/pages.ts'
import { userAttributeRoutes } from './features/players/user-attributes/routes.ts'
import { scoreRoutes } from './features/players/scores/routes.ts'
import { creditRoutes } from './features/economy/credits/routes.ts'
import { measure } from './http/metrics.ts'
import type { Endpoint } from './http/docs/openapi.ts'
import { type Door, openDoor, refuseOtherMethods } from './http/server.ts'
import type { App, Routes } from './http/types.ts'

/** Table of contents: every feature, lowest first. */
const features: [name: string, routes: Routes][] = [
  ['Games', gameRoutes],
  ['Sessions', sessionRoutes],
  ['Accounts', accountRoutes],
  ['Password resets', passwordResetRoutes],
  ['Scores', scoreRoutes],
  ['User attributes', userAttributeRoutes],
  ['Credits', creditRoutes],
  ['Store', storeRoutes],
  ['Blocks', blockRoutes],
  ['Friendships', friendRoutes],
  ['Leaderboards', leaderboardRoutes],
  ['Multiplayer rounds', multiplayerRoundRoutes],
  ['Game rounds', roundRoutes],
  ['Groups', groupRoutes],
  ['Group connections', groupConnectionRoutes],
  ['Group attributes', groupAttributeRoutes],
  ['Chats', chatRoutes],
  ['Personal data', personalDataRoutes],
  ['Sign-in and profiles', arrivalRoutes],
  ['Test suite', testSuiteRoutes],
]

/** For operators, opened by the system key. */
const adminFeatures: [name: string, routes: Routes][] = [
  ['Admin: games', gameAdminRoutes],
  ['Admin: service keys', serviceKeyAdminRoutes],
  ['Admin: store', storeAdminRoutes],
]

const doorkeeper = {
  findByToken: findPlayerByToken,
  findById: findPlayerById,
  findByServiceKey: findPlayerByServiceKey,
}

export interface AppParts extends Omit<Door, 'doorkeeper'> {
  /** Routes that the product does not have: tests of the tests bring faulty ones. */
  extra?: Routes
}

/** The whole server, ready to listen, and the list of its endpoints. */
export function createApp(parts: AppParts): { app: App; endpoints: Endpoint[] } {
  const app = openDoor({ ...parts, doorkeeper })
  const routes: RouteOptions[] = []
  const endpoints: Endpoint[] = []
  let feature = ''
  app.addHook('onRoute', (route) => {
    routes.push(route)
    for (const method of [route.method].flat()) {
      const { url, schema = {} } = route
      if (feature) endpoints.push({ feature, method, url, schema })
    }
  })

  measure(app, parts.context, parts.state)
  addProbes(app, parts.state)
  addResetPage(app, resetPassword, resetPasswordSchema.body)
  const add = (list: typeof features) => async (api: App) => {
    for (const [name, addRoutes] of list) {
      feature = name
      addRoutes(api)
    }
    feature = ''
  }
  void app.register(add(features), { prefix: '/api/v3' })
  if (parts.extra) void app.register(add([['Extra', parts.extra]]), { prefix: '/api/v3' })
  void app.register(add(adminFeatures), { prefix: '/admin/api' })
  app.after(() => {
    addPages(app, endpoints)
    refuseOtherMethods(app, [...routes])
  })
  return { app, endpoints }
}
