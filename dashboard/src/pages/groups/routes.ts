import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { list, searchOf } from '../../search.ts'

const groupsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/groups',
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})

const groupRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/groups/$groupId',
  params: {
    parse: ({ groupId }) => ({ groupId: Number(groupId) }),
    stringify: ({ groupId }) => ({ groupId: String(groupId) }),
  },
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})

export const groupsRoutes = [groupsRoute, groupRoute] as const
