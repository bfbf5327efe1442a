import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export interface Address {
  address: string
  family: number
}

export interface LookupOptions {
  /** Also names that only this machine knows, such as those of its search domains. */
  allow_private: boolean
  /** Ends the lookup early. */
  signal?: AbortSignal | undefined
}

/** No address: there is no such host. */
export type Resolve = (host: string, options: LookupOptions) => Promise<Address[]>

/** There was no answer, which says nothing about the host. */
export class LookupFailed extends Error {}

const HOSTS_FILE = '/etc/hosts'
const TIMEOUT_MS = 2000
const TRIES = 2

/**
 * Asks the DNS servers from this thread. `lookup` would ask from one of the few threads of the process, and keep it for as
 * long as a server is silent: then no other host could be looked up, also that of the database.
 */
export async function resolveHost(
  host: string,
  { allow_private, signal, servers }: LookupOptions & { servers?: string[] },
): Promise<Address[]> {
  const listed = await findInHostsFile(host)
  if (listed.length > 0) return listed
  const found = await askServers(host, signal, servers)
  return found.length === 0 && allow_private ? askSystem(host) : found
}

async function findInHostsFile(host: string): Promise<Address[]> {
  const name = host.replace(/\.$/, '')
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    const family = isIP(address)
    return family !== 0 && names.includes(name) ? [{ address, family }] : []
  })
}

async function askServers(
  host: string,
  signal: AbortSignal | undefined,
  servers: string[] | undefined,
): Promise<Address[]> {
  // One for each lookup, since `cancel` ends all of a resolver.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal?.removeEventListener('abort', cancel)
  const found = answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    .map((address) => ({ address, family: isIP(address) }))
  // One family is enough: some servers never answer for the other one.
  if (found.length > 0) return found
  for (const answer of answers) if (answer.status === 'rejected') refuseFailure(answer.reason)
  return []
}

const NO_SUCH_HOST = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Returns if the error says that there is no such host. */
function refuseFailure(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!NO_SUCH_HOST.has(code)) throw new LookupFailed('its host could not be looked up')
}

/** The lookups of the system that are not done, which cannot be interrupted: at most one of each host. */
const asked = new Map<string, Promise<Address[]>>()

function askSystem(host: string): Promise<Address[]> {
  const asking =
    asked.get(host) ??
    lookup(host, { all: true })
      .catch((error: unknown) => {
        refuseFailure(error)
        return []
      })
      .finally(() => asked.delete(host))
  asked.set(host, asking)
  return asking
}
