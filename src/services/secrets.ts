import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits. Only the hash of a token is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url')

/** Takes the same time wherever they differ. */
export const isSameSecret = (one: string, other: string) =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
