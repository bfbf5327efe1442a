import { createHmac, randomBytes } from 'node:crypto'

/** As every authenticator app expects it (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
/** Clocks differ: the code before and the one after are right, too. */
const TOLERATED_STEPS = [-1, 0, 1]

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** In base 32, as authenticator apps read it. */
function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return [...bits.matchAll(/.{5}/g)].map(([group]) => ALPHABET[parseInt(group, 2)]).join('')
}

function decodeBase32(text: string): Buffer {
  const bits = text.split('').map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = [...bits.join('').matchAll(/.{8}/g)].map(([group]) => parseInt(group, 2))
  return Buffer.from(bytes)
}

export const newTotpSecret = () => encodeBase32(randomBytes(SECRET_BYTES))

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The step whose code this is, if it comes after the last one that was used. Undefined: the code is wrong or was used. */
export function findTotpStep(
  secret: string,
  code: string,
  { now, last_step }: { now: number; last_step: number },
): number | undefined {
  const current = Math.floor(now / STEP_MS)
  return TOLERATED_STEPS.map((distance) => current + distance).find(
    (step) => step > last_step && totpCode(secret, step) === code,
  )
}

/** What a QR code for authenticator apps contains. */
export const totpUrl = (secret: string, account: string) =>
  `otpauth://totp/${encodeURIComponent(`Playkeep:${account}`)}?secret=${secret}&issuer=Playkeep`
