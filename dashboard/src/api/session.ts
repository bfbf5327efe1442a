import { QueryCache, QueryClient, MutationCache, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError, setCsrfToken } from './client.ts'
import { read } from './queries.ts'

/** Least first: each may also do what those before it may. */
export const ROLES = ['viewer', 'support', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const isSignedOut = (error: unknown) =>
  error instanceof ApiError && error.code === 'not_staff'

const me = {
  ...read('admin.me.get', {}),
  staleTime: 60_000,
}

let onSignedOut = () => {}

/** What to do when the session has ended while a page is open. */
export function whenSignedOut(then: () => void): void {
  onSignedOut = then
}

function noticeSignOut(error: unknown): void {
  if (isSignedOut(error)) onSignedOut()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
})

/** Reads who is signed in, once, before a page is shown. Throws an ApiError if nobody is. */
export async function loadSession() {
  const session = await queryClient.ensureQueryData(me)
  setCsrfToken(session.csrf_token)
  return session.staff
}

/** After a sign-in: nothing of whoever was signed in before stays. */
export async function startSession(csrf_token: string): Promise<void> {
  queryClient.clear()
  setCsrfToken(csrf_token)
  await queryClient.fetchQuery(me)
}

export function endSession(): void {
  queryClient.clear()
  setCsrfToken(null)
}

export const useStaff = () => useSuspenseQuery(me).data.staff

/** Whether the signed-in person has at least this role, for this game or, without one, for the whole server. */
export function useCan() {
  const { role, game_ids } = useStaff()
  return (needed: Role, game_id?: number) =>
    ROLES.indexOf(role) >= ROLES.indexOf(needed) &&
    (game_ids === null || (game_id !== undefined && game_ids.includes(game_id)))
}
