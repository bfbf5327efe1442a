import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { oneOf, searchOf } from '../../search.ts'

const settingsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/settings',
  validateSearch: searchOf({
    tab: oneOf('general', 'permissions', 'service-keys', 'webhooks', 'backups', 'connect'),
  }),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

export const settingsRoutes = [settingsRoute] as const
