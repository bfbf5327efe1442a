import { addressGroup } from '../../services/ip-addresses.ts'

const MAX_REMEMBERED = 10_000

/** The groups of IPv6 addresses, which take a while to find. */
export class AddressGroups {
  readonly #groups = new Map<string, string>()

  /** The address itself, if it is not of IPv6. */
  of(address: string): string {
    if (!address.includes(':')) return address
    const known = this.#groups.get(address)
    if (known !== undefined) return known
    if (this.#groups.size >= MAX_REMEMBERED) this.#groups.clear()
    const group = addressGroup(address)
    this.#groups.set(address, group)
    return group
  }
}
