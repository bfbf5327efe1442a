import { url } from '../shared/game.ts'

export const session = { token: '' }

/** Orval's functions call this instead of `fetch`: it adds the address and the player's token. */
export async function customFetch<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers)
  headers.set('accept', 'application/problem+json')
  if (session.token) headers.set('authentication-token', session.token)
  const response = await fetch(url + path, { ...options, headers })
  const isJson = response.headers.get('content-type')?.includes('json')
  const data: unknown = isJson ? await response.json() : await response.text()
  return { data, status: response.status, headers: response.headers } as T
}
