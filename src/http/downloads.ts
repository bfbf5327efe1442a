import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

interface Download {
  /** ASCII, without quotes. */
  name: string
  stream: Readable
  /** Undefined: not known beforehand. */
  bytes?: number
}

/** A compressed file for the disk of whoever asks, sent as fast as it is read. */
export function sendDownload(reply: FastifyReply, { name, stream, bytes }: Download): Readable {
  void reply.headers({
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="${name}"`,
    ...(bytes === undefined ? {} : { 'content-length': bytes }),
  })
  return stream
}
