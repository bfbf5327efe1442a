import { createRoute, redirect } from '@tanstack/react-router'
import { staffRoute } from '../../routes.ts'

const homeRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/games' })
  },
})

export const homeRoutes = [homeRoute] as const
