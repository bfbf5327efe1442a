import type { OpenTicket } from '../features/play/match-tickets/rules.ts'

export type Group = Map<number, OpenTicket>

export const typeKey = ({ game_id, game_type }: { game_id: number; game_type: string }) =>
  `${game_id} ${game_type}`

/** The tickets that wait, as far as this process knows. Those of a group may be matched with each other. */
export class WaitingTickets {
  readonly groups = new Map<string, Group>()
  readonly #group_of = new Map<number, string>()

  get size(): number {
    return this.#group_of.size
  }

  add(ticket: OpenTicket): void {
    const key = `${typeKey(ticket)} ${ticket.attributes}`
    const group = this.groups.get(key) ?? new Map<number, OpenTicket>()
    this.groups.set(key, group)
    group.set(ticket.id, ticket)
    this.#group_of.set(ticket.id, key)
  }

  remove(id: number): void {
    const key = this.#group_of.get(id)
    if (key === undefined) return
    this.#group_of.delete(id)
    const group = this.groups.get(key)
    group?.delete(id)
    if (group?.size === 0) this.groups.delete(key)
  }

  update(rows: OpenTicket[]): void {
    for (const row of rows)
      if (row.state === 'waiting') this.add(row)
      else this.remove(row.id)
  }

  clear(): void {
    this.groups.clear()
    this.#group_of.clear()
  }
}
