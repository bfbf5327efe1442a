import type { DemoRound } from './play.ts'
import type { DemoPlayer } from './players.ts'
import type { Random } from './random.ts'
import { ITEMS } from './texts.ts'

const WELCOME_CREDITS = 100
const BUYS = 0.45
const REGRETS = 0.04

/** `item` is the place in the list of items. */
export interface DemoLedgerRow {
  user: number
  change: number
  balance_after: number
  reason: 'set' | 'added' | 'purchase' | 'refund'
  item: number | null
  at: number
}

export interface DemoPurchase {
  user: number
  item: number
  price: number
  at: number
}

export interface DemoEconomy {
  ledger: DemoLedgerRow[]
  purchases: DemoPurchase[]
}

/** What one player earns and spends, in the order of time. */
class Purse {
  readonly ledger: DemoLedgerRow[] = []
  readonly purchases = new Map<number, DemoPurchase>()
  readonly #user: number
  #credits = 0

  constructor(user: number) {
    this.#user = user
  }

  change(change: number, row: Pick<DemoLedgerRow, 'reason' | 'item' | 'at'>): void {
    this.#credits += change
    this.ledger.push({ user: this.#user, change, balance_after: this.#credits, ...row })
  }

  buy(item: number, at: number): void {
    const price = ITEMS[item]?.[1] ?? 0
    if (this.#credits < price || this.purchases.has(item)) return
    this.purchases.set(item, { user: this.#user, item, price, at })
    this.change(-price, { reason: 'purchase', item, at })
  }

  giveBack(item: number, at: number): void {
    const purchase = this.purchases.get(item)
    if (!purchase) return
    this.purchases.delete(item)
    this.change(purchase.price, { reason: 'refund', item, at })
  }
}

const CHEAP = ITEMS.map(([, cost]) => 1000 / (cost + 100))

/** Rounds earn credits, and after some of them players go to the store. */
export function planEconomy(
  players: DemoPlayer[],
  rounds: DemoRound[],
  random: Random,
): DemoEconomy {
  const of_user = Map.groupBy(rounds, ({ user }) => user)
  const purses = players.map(({ joined_at }, user) => {
    const purse = new Purse(user)
    purse.change(WELCOME_CREDITS, { reason: 'set', item: null, at: joined_at })
    const played = (of_user.get(user) ?? []).toSorted((one, other) => one.ended_at - other.ended_at)
    for (const { score, ended_at: at } of played) {
      if (score > 0) purse.change(Math.ceil(score / 22), { reason: 'added', item: null, at })
      if (!random.chance(BUYS)) continue
      const item = random.pickWeighted(CHEAP)
      purse.buy(item, at + 1000)
      if (random.chance(REGRETS)) purse.giveBack(item, at + 2000)
    }
    return purse
  })
  return {
    ledger: purses.flatMap(({ ledger }) => ledger),
    purchases: purses.flatMap((purse) => [...purse.purchases.values()]),
  }
}
