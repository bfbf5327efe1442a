import type { IncomingMessage } from 'node:http'

/** Older clients add `.json` to the path, or send POST with a method override. */
export function rewriteUrl(request: IncomingMessage): string {
  const override = request.headers['x-http-method-override']
  if (
    request.method === 'POST' &&
    typeof override === 'string' &&
    /^(PUT|PATCH|DELETE)$/i.test(override)
  ) {
    request.method = override.toUpperCase()
  }
  const url = request.url ?? '/'
  return url.startsWith('/api/') ? url.replace(/\.json(?=$|\?)/, '') : url
}
