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
  '.png': 'image/png',
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The smaller first. A file need not exist in each. */
const ENCODINGS = [
  { name: 'br', accepted: /\bbr\b/, ending: '.br' },
  { name: 'gzip', accepted: /\bgzip\b/, ending: '.gz' },
]

/** The file as the browser wants it: compressed, if it was built like that. Undefined: there is no such file. */
async function readBuiltFile(path: string, accepted: string) {
  for (const encoding of ENCODINGS) {
    if (!encoding.accepted.test(accepted)) continue
    const bytes = await readIfThere(`${path}${encoding.ending}`)
    if (bytes) return { bytes, encoding: encoding.name }
  }
  const bytes = await readIfThere(path)
  return bytes && { bytes, encoding: undefined }
}

/** Reads the file for each request: that is quick, and needs no memory. Undefined: there is no such file. */
export async function sendBuiltFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  headers: Record<string, string>,
) {
  const found = await readBuiltFile(path, String(request.headers['accept-encoding']))
  if (!found) return undefined
  const { bytes, encoding } = found
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  reply.headers({ ...headers, vary: 'accept-encoding', etag })
  const known = String(request.headers['if-none-match']).split(', ')
  if (reply.statusCode === 200 && known.includes(etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('content-type', TYPES[extname(path)]).send(bytes)
}
