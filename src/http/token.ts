import type { IncomingHttpHeaders } from 'node:http'

/** Undefined: it is missing or empty, or it is no text. */
export const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value : undefined

export const bearerOf = (authorization = '') => /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]

const fieldOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'authentication_token' in body
    ? body.authentication_token
    : undefined

/** A player's token. The query counts too: `mergeInput` has added it to the body. */
export const readToken = (headers: IncomingHttpHeaders, body?: unknown): string | undefined =>
  textOf(headers['authentication-token']) ??
  textOf(headers['authentication_token']) ??
  textOf(fieldOf(body)) ??
  bearerOf(headers.authorization)
