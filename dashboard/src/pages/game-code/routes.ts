import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '../../routes.ts'
import { list, oneOf, searchOf, text } from '../../search.ts'

const gameCodeRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/game-code',
  validateSearch: searchOf({
    ...list,
    file: text(300),
    state: oneOf('waiting', 'failed', 'done'),
  }),
  component: lazyRouteComponent(() => import('./game-code-page.tsx'), 'GameCodePage'),
})

export const gameCodeRoutes = [gameCodeRoute] as const
