import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Answers with a file that was built, or the compressed one beside it. Reads it for each request: that is quick, and needs
 * no memory. Undefined: there is no such file.
 */
export async function sendBuiltFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  headers: Record<string, string>,
) {
  const is_gzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
  const bytes = await readIfThere(is_gzip ? `${path}.gz` : path)
  if (!bytes) return undefined
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  reply.headers({ ...headers, vary: 'accept-encoding', etag })
  const known = String(request.headers['if-none-match']).split(', ')
  if (reply.statusCode === 200 && known.includes(etag)) return reply.code(304).send()
  if (is_gzip) reply.header('content-encoding', 'gzip')
  return reply.header('content-type', TYPES[extname(path)]).send(bytes)
}
