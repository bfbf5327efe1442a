import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CompressedFile {
  gzipped: Buffer
  /** Changes with the content. */
  tag: string
}

/** Made at the first request, because most servers never get one; all answers share its bytes. */
export function makeOnce(make: () => Promise<Buffer>): () => Promise<CompressedFile> {
  let made: Promise<CompressedFile> | undefined
  const makeFile = async () => {
    const gzipped = await make()
    return { gzipped, tag: hash('sha256', gzipped, 'base64url').slice(0, 22) }
  }
  const forget = (error: unknown) => {
    made = undefined
    throw error
  }
  return () => (made ??= makeFile().catch(forget))
}

/** Answers with a file. An address that names its version never changes, so it is asked for once. */
export function sendFile(file: () => Promise<CompressedFile>, type: string) {
  let plain: Promise<Buffer> | undefined
  return async ({ headers, raw }: FastifyRequest, reply: FastifyReply) => {
    const { gzipped, tag } = await file()
    const etag = `"${tag}"`
    const is_versioned = raw.url?.endsWith(`?v=${tag}`)
    reply.headers({
      etag,
      'cache-control': is_versioned ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    })
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    reply.header('content-type', type)
    if (/\bgzip\b/.test(String(headers['accept-encoding'])))
      return reply.header('content-encoding', 'gzip').send(gzipped)
    return reply.send(await (plain ??= promisify(gunzip)(gzipped)))
  }
}
