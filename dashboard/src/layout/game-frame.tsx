import { Outlet } from '@tanstack/react-router'
import { useCurrentGame } from '../api/games.ts'
import { NotFound } from './not-found.tsx'

/** Pages of a game need not ask whether it exists. */
export function GameFrame() {
  return useCurrentGame() ? <Outlet /> : <NotFound what="There is no such game" />
}
