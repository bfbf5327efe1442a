import { hash, randomBytes } from 'node:crypto'

/** 256 random bits. Whoever holds it is let in, so only its hash is kept. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url')

/** How names and addresses are compared: two that look alike to a person are the same. */
export const caseBlind = (text: string) => text.normalize('NFKC').toLowerCase()
