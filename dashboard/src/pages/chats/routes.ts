import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { gameRoute } from '../../routes.ts'
import { integer, list, searchOf } from '../../search.ts'

const chatsRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/chats',
  validateSearch: searchOf({ ...list, player: integer }),
  component: lazyRouteComponent(() => import('./chats-page.tsx'), 'ChatsPage'),
})

const chatRoute = createRoute({
  getParentRoute: () => gameRoute,
  path: '/chats/$chatId',
  params: {
    parse: ({ chatId }) => ({ chatId: Number(chatId) }),
    stringify: ({ chatId }) => ({ chatId: String(chatId) }),
  },
  validateSearch: searchOf(list),
  component: lazyRouteComponent(() => import('./chat-page.tsx'), 'ChatPage'),
})

export const chatsRoutes = [chatsRoute, chatRoute] as const
