import { isIPv4, isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, each as a number. */
function ipv6Groups(address: string): number[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groupsOf = (part: string) =>
    part
      .split(':')
      .filter((group) => group !== '')
      .flatMap((group) => {
        if (!group.includes('.')) return [Number.parseInt(group, 16)]
        const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
        return [a * 256 + b, c * 256 + d]
      })
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after]
}

/**
 * Whose address it is: an IPv4 address, or the network of an IPv6 address, because a single customer has all 2^64
 * addresses of one. An IPv4 address inside an IPv6 address counts as the IPv4 address.
 */
export function addressGroup(address: string): string {
  if (isIPv4(address) || !isIPv6(address)) return address
  const groups = ipv6Groups(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

const ATOM = "[A-Za-z0-9_+'&=~*/?$#^{}-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/** One mailbox at one domain, in ASCII: nothing that a mail program could read as a name, a comment or a second address. */
export const MAIL_ADDRESS = `^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`

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
