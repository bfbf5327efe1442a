import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'
import { csrfToken, readSession, SESSION_COOKIE } from './staff-access.ts'

/** Only the admin API gets it, no script reads it, and no other site can make a browser send it. */
const ATTRIBUTES = 'Path=/admin/api; HttpOnly; SameSite=Strict'

const isEncrypted = ({ context, headers }: FastifyRequest) =>
  context.config.PUBLIC_URL.startsWith('https:') ||
  (context.config.TRUST_PROXY > 0 && headers['x-forwarded-proto'] === 'https')

function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { value, seconds }: { value: string; seconds: number },
): void {
  const secure = isEncrypted(request) ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${SESSION_COOKIE}=${value}; Max-Age=${seconds}; ${ATTRIBUTES}${secure}`,
  )
}

/** The token of the session goes into the cookie alone. */
export function keepSession<T extends { token: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, ...rest }: T,
) {
  const seconds = limits.staff_session_hours.value * 3600
  setCookie(request, reply, { value: token, seconds })
  return { ...rest, csrf_token: csrfToken(token) }
}

export const forgetSession = (request: FastifyRequest, reply: FastifyReply) =>
  setCookie(request, reply, { value: '', seconds: 0 })

/** Of the session whose cookie was sent. Null: a token or the system key calls. */
export function csrfTokenOf({ headers, staff }: FastifyRequest): string | null {
  const token = readSession(headers)
  return staff?.kind === 'session' && token ? csrfToken(token) : null
}

/** Who signs in, as far as the request tells. */
export const clientOf = ({ client_address, headers, id }: FastifyRequest) => ({
  address: client_address,
  user_agent: headers['user-agent'] ?? '',
  request_id: id,
})

/**
 * Otherwise a page of another site, or of another host of the same site, could sign its visitors in to an account of its
 * own. Programs, and old browsers, do not send the header.
 */
export function refuseOtherSites({ headers }: FastifyRequest): void {
  const from = headers['sec-fetch-site'] ?? 'none'
  if (from !== 'same-origin' && from !== 'none') throw new Refusal('csrf_token_missing')
}
