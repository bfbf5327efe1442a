import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { integer, list, oneOf, searchOf } from '../../search.ts'
import { SETTINGS_TABS } from './tabs.ts'

const settingsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/settings',
  validateSearch: searchOf({
    tab: oneOf(...SETTINGS_TABS),
    // The webhook whose deliveries are shown.
    webhook: integer,
    status: oneOf('pending', 'delivered', 'undelivered'),
    ...list,
  }),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

export const settingsRoutes = [settingsRoute] as const
