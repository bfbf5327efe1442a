import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { list, oneOf, searchOf, text } from '../../search.ts'

const groupsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/groups',
  validateSearch: searchOf({ ...list, q: text(64) }),
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})

const groupRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/groups/$groupId',
  params: {
    parse: ({ groupId }) => ({ groupId: Number(groupId) }),
    stringify: ({ groupId }) => ({ groupId: String(groupId) }),
  },
  validateSearch: searchOf({ ...list, tab: oneOf('invites', 'requests', 'attributes') }),
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})

export const groupsRoutes = [groupsRoute, groupRoute] as const
