import type { TeamShape } from './teams.ts'

/** Which sizes of parties wait, and so which of them can be part of a full team. */
export class PartySizes {
  readonly #shape: TeamShape
  /** How many tickets have so many players. */
  readonly #counts = new Map<number, number>()
  /** Whether parties can have so many players together. */
  #sums: boolean[] | undefined

  constructor(shape: TeamShape) {
    this.#shape = shape
  }

  add(players: number): void {
    const count = this.#counts.get(players) ?? 0
    this.#counts.set(players, count + 1)
    if (count === 0) this.#sums = undefined
  }

  remove(players: number): void {
    const count = (this.#counts.get(players) ?? 0) - 1
    if (count > 0) this.#counts.set(players, count)
    else {
      this.#counts.delete(players)
      this.#sums = undefined
    }
  }

  /** Without counting how many there are of each size. */
  #findSums(): boolean[] {
    const sums = [true]
    for (let players = 1; players <= this.#shape.team_size; players++)
      sums[players] = this.#counts
        .keys()
        .some((size) => size <= players && sums[players - size] === true)
    return sums
  }

  /** False: no team with a party of this size can be full. */
  canFill(players: number): boolean {
    const { teams, team_size } = this.#shape
    if (teams === 0) return true
    this.#sums ??= this.#findSums()
    return this.#sums[team_size - players] === true
  }
}
