import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { flag, list, oneOf, searchOf, text } from '../../search.ts'

const storeRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/store',
  validateSearch: searchOf({ ...list, view: oneOf('purchases'), q: text(64), withdrawn: flag }),
  component: lazyRouteComponent(() => import('./store-page.tsx'), 'StorePage'),
})

const storeItemRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/store/$itemId',
  params: {
    parse: ({ itemId }) => ({ itemId: Number(itemId) }),
    stringify: ({ itemId }) => ({ itemId: String(itemId) }),
  },
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./store-item-page.tsx'), 'StoreItemPage'),
})

export const storeRoutes = [storeRoute, storeItemRoute] as const
