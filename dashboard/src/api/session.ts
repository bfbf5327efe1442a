import { QueryCache, QueryClient, MutationCache, useSuspenseQuery } from '@tanstack/react-query'
import { type Answer, ApiError, setCsrfToken } from './client.ts'
import { read } from './queries.ts'

/** Lowest first: each may also do what those before it may. */
export const ROLES = ['viewer', 'support', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** The server refuses shorter ones. */
export const MIN_PASSWORD = 10

export const isSignedOut = (error: unknown) =>
  error instanceof ApiError && error.code === 'not_staff'

const me = {
  ...read('admin.me.get', {}),
  staleTime: 60_000,
}

const lost = { session: () => {}, access: () => {} }

/** What to do when the session has ended, or a second factor has become necessary, while a page is open. */
export function whenLost(then: typeof lost): void {
  Object.assign(lost, then)
}

function noticeLoss(error: unknown): void {
  if (isSignedOut(error)) lost.session()
  else if (error instanceof ApiError && error.code === 'second_factor_required') lost.access()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeLoss }),
  mutationCache: new MutationCache({ onError: noticeLoss }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
})

type Session = Answer<'admin.me.get'>

/** Before that they can do nothing else. */
export const lacksSecondFactor = ({ staff, second_factor_required }: Session) =>
  second_factor_required && !staff.second_factor

/** Reads who is signed in, once, before a page is shown. Throws an ApiError if nobody is. */
export async function loadSession() {
  const session = await queryClient.ensureQueryData(me)
  setCsrfToken(session.csrf_token)
  return session
}

/** After a sign-in: nothing of whoever was signed in before stays. */
export function startSession(csrf_token: string): Promise<Session> {
  queryClient.clear()
  setCsrfToken(csrf_token)
  return queryClient.fetchQuery(me)
}

export function endSession(): void {
  queryClient.clear()
  setCsrfToken(null)
}

export const useSession = () => useSuspenseQuery(me).data
export const useStaff = () => useSession().staff

/** Whether the signed-in person has at least this role, for this game or, without one, for the whole server. */
export function useCan() {
  const { role, game_ids } = useStaff()
  return (needed: Role, game_id?: number) =>
    ROLES.indexOf(role) >= ROLES.indexOf(needed) &&
    (game_ids === null || (game_id !== undefined && game_ids.includes(game_id)))
}
