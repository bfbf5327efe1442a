/** The first four groups of an IPv6 address, without leading zeros; undefined if it is none. */
function networkOf(address: string): string | undefined {
  const [head = '', tail, more] = address.split('::')
  if (more !== undefined) return undefined
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return network.join(':')
}

const MAX_CHARACTERS = 64

/**
 * What counts as one address: an IPv4 address, or the /64 network of an IPv6 address, which one customer has to
 * themselves. An IPv4 address that is written as an IPv6 address is the same IPv4 address.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address.slice(0, MAX_CHARACTERS)
  const text = address.slice(0, MAX_CHARACTERS).toLowerCase()
  const ipv4 = /^(?:\[?::ffff:)?(\d+\.\d+\.\d+\.\d+)(?:\]?(?::\d+)?)$/.exec(text)?.[1]
  if (ipv4 !== undefined) return ipv4
  // Some proxies add a port, and link-local addresses have a zone.
  const plain = text.replace(/^\[([^\]]*)\].*$/, '$1').replace(/%.*$/, '')
  const mapped = /^(?:0*:)*:?ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain)
  if (mapped) {
    const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16))
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
  }
  return networkOf(plain) ?? text
}

/** Whether it is an address of this machine or of a private network. */
export const isPrivateAddress = (address: string) =>
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]|^fe80:/i.test(
    address,
  )

const ATOM = "[A-Za-z0-9_+'&=~*/?$#^{}-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

const TOP_LEVEL = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])'

/** One mailbox at one domain of the Internet, in ASCII: nothing that a mail program could read as a name, a comment or a second address. */
export const MAIL_ADDRESS = `^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`

const mail_address = new RegExp(MAIL_ADDRESS, 'u')

export const isMailAddress = (text: string) => text.length <= 254 && mail_address.test(text)

/**
 * Equal for addresses whose mails arrive in the same mailbox: whatever their case, what follows a plus sign and, at
 * Gmail, the dots.
 */
export function mailbox(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const name = local.split('+')[0] || local
  const is_gmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return is_gmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
