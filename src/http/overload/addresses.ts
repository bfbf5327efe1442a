import type { IncomingMessage } from 'node:http'
import { addressGroup } from '../../services/ip-addresses.ts'
import { clientAddress } from '../client-address.ts'
import { type Usage, Usages } from './usage.ts'

const MAX_REMEMBERED = 10_000
/** No address is longer, but behind a proxy that is trusted by mistake, a client can send any text. */
const MAX_ADDRESS_LENGTH = 64

/** The addresses that requests come from, and what each has used lately. */
export class Addresses {
  readonly #proxies: number
  readonly #usages: Usages
  /** The groups of IPv6 addresses, which take a while to find. */
  readonly #groups = new Map<string, string>()

  constructor(rates: { seconds: number }[], proxies: number) {
    this.#proxies = proxies
    this.#usages = new Usages(rates)
  }

  get size(): number {
    return this.#usages.size
  }

  /** The address of a request, or its group, whose users share their limits. */
  nameOf(raw: IncomingMessage): string {
    const address = clientAddress(raw, this.#proxies)
    if (address.length > MAX_ADDRESS_LENGTH) return ''
    if (!address.includes(':')) return address
    const known = this.#groups.get(address)
    if (known !== undefined) return known
    if (this.#groups.size >= MAX_REMEMBERED) this.#groups.clear()
    const group = addressGroup(address)
    this.#groups.set(address, group)
    return group
  }

  usageOf(raw: IncomingMessage, now: number): Usage {
    return this.#usages.of(this.nameOf(raw), now)
  }

  /** Most requests of a player come from the same address, which is then not read again. */
  usageOfPlayer(raw: IncomingMessage, player: Usage, now: number): Usage {
    const { headers, socket } = raw
    const forwarded = this.#proxies > 0 ? headers['x-forwarded-for'] : undefined
    const sender = typeof forwarded === 'string' ? forwarded : (socket.remoteAddress ?? '')
    const generation = this.#usages.generationAt(now)
    // In the next generation the usage is looked up again, so that it is not forgotten.
    if (
      player.address_text === sender &&
      player.address_generation === generation &&
      player.address_usage
    )
      return player.address_usage
    const usage = this.usageOf(raw, now)
    player.address_text = sender.length > MAX_ADDRESS_LENGTH ? undefined : sender
    player.address_usage = usage
    player.address_generation = generation
    return usage
  }
}
