import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'

export interface Address {
  address: string
  family: number
}

export type Resolve = (host: string) => Promise<Address[]>

/** Networks that are not part of the internet, by the registries of special addresses of the IANA. */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** All addresses of the IPv6 internet. In it, the networks of `NOT_PUBLIC_IPV6` are special or contain an IPv4 address. */
const PUBLIC_IPV6 = '2000::/3'
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(family: 'ipv4' | 'ipv6', networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const not_public_ipv4 = listOf('ipv4', NOT_PUBLIC_IPV4)
const public_ipv6 = listOf('ipv6', [PUBLIC_IPV6])
const not_public_ipv6 = listOf('ipv6', NOT_PUBLIC_IPV6)

/** Whether it is an address of the internet: not of this machine, not of a private network, and not an IPv4 address in disguise. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !not_public_ipv4.check(address, 'ipv4')
  // One with a zone, such as fe80::1%eth0, is never public.
  if (isIP(address) !== 6 || address.includes('%')) return false
  return public_ipv6.check(address, 'ipv6') && !not_public_ipv6.check(address, 'ipv6')
}

/** A URL that the server does not call. The message says why. */
export class RefusedUrl extends Error {}

/**
 * Refuses what `URL` reads but a person would not see through, such as `https://0x7f.1/` for 127.0.0.1. `allow_private`
 * also allows http.
 */
export function parseTarget(text: string, allow_private: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:\/\/[^/\\]/i.test(text) || !/^[\x21-\x7e]+$/.test(text))
    throw new RefusedUrl('it must be a complete URL, such as https://example.com/hooks')
  if (url.protocol !== 'https:' && !allow_private)
    throw new RefusedUrl('it must begin with https://')
  if (/^https?:\/\/[^/?#\\]*@/i.test(text))
    throw new RefusedUrl('it must not contain a user name or a password')
  const written = /^https?:\/\/(\[[^\]]*\]|[^/?#:]*)/i.exec(text)?.[1] ?? ''
  if (isIP(hostOf(url)) !== 0 && written.toLowerCase() !== url.hostname)
    throw new RefusedUrl('an IP address must be written in its usual form')
  return url
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

const resolveByDns: Resolve = (host) => lookup(host, { all: true })

/** The addresses to which the host leads now. Refuses it if one of them is not public. */
export async function findAddresses(
  url: URL,
  allow_private: boolean,
  resolve: Resolve = resolveByDns,
): Promise<Address[]> {
  const host = hostOf(url)
  const family = isIP(host)
  const addresses = family === 0 ? await resolveHost(host, resolve) : [{ address: host, family }]
  if (!allow_private && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new RefusedUrl(
      'it leads to an address of this machine, of a private network or of special use',
    )
  return addresses
}

async function resolveHost(host: string, resolve: Resolve): Promise<Address[]> {
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new RefusedUrl('its host has no address')
  return addresses
}
