import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface OpenApiFile {
  plain: Buffer
  gzipped: Buffer
  etag: string
}

async function makeFile(describe: () => object): Promise<OpenApiFile> {
  const text = JSON.stringify(describe())
  return {
    plain: Buffer.from(text),
    gzipped: await promisify(gzip)(text),
    etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
  }
}

/** Made at the first request, because most servers never get one; all answers share its bytes. */
export function createOpenApiFile(describe: () => object) {
  let made: Promise<OpenApiFile> | undefined
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const { plain, gzipped, etag } = await (made ??= makeFile(describe))
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    reply.header('content-type', 'application/json; charset=utf-8')
    if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(gzipped)
  }
}
