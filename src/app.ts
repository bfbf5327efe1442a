import type { RouteOptions } from 'fastify'
import { accountRoutes } from './features/accounts/routes.ts'
import { gameRoutes } from './features/games/routes.ts'
import { groupAttributeRoutes } from './features/group-attributes/routes.ts'
import { groupConnectionRoutes } from './features/group-connections/routes.ts'
import { groupRoutes } from './features/groups/routes.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { findPlayerById, findPlayerByToken } from './features/sessions/rules.ts'
import { testSuiteRoutes } from './features/test-suite/routes.ts'
import { addPages, addProbes } from './http/pages.ts'
import { measure } from './http/metrics.ts'
import type { Endpoint } from './http/openapi.ts'
import { type Door, openDoor, refuseOtherMethods } from './http/server.ts'
import type { App, Routes } from './http/types.ts'

/** Table of contents: every feature, lowest first. */
const features: [name: string, routes: Routes][] = [
  ['Games', gameRoutes],
  ['Sessions', sessionRoutes],
  ['Profiles', profileRoutes],
  ['Accounts', accountRoutes],
  ['Groups', groupRoutes],
  ['Group connections', groupConnectionRoutes],
  ['Group attributes', groupAttributeRoutes],
  ['Test suite', testSuiteRoutes],
]

const doorkeeper = { findByToken: findPlayerByToken, findById: findPlayerById }

/** The whole server, ready to listen, and the list of its endpoints. */
export function createApp(parts: Omit<Door, 'doorkeeper'>): { app: App; endpoints: Endpoint[] } {
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

  measure(app, parts.context)
  addProbes(app, parts.state)
  void app.register(
    async (api: App) => {
      for (const [name, addRoutes] of features) {
        feature = name
        addRoutes(api)
      }
      feature = ''
    },
    { prefix: '/api/v3' },
  )
  app.after(() => {
    addPages(app, endpoints)
    refuseOtherMethods(app, [...routes])
  })
  return { app, endpoints }
}
