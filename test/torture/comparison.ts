import type { ActionKind, ActionOf, ActionResult, History } from './history.ts'
import type { Reader } from './reader.ts'

/** Lost: acknowledged but missing. Duplicated: exists more often than acknowledged. Violation: a rule does not hold. */
export interface Problem {
  kind: 'lost' | 'duplicated' | 'violation'
  what: string
}

export const lost = (what: string): Problem => ({ kind: 'lost', what })
const duplicated = (what: string): Problem => ({ kind: 'duplicated', what })
export const violation = (what: string): Problem => ({ kind: 'violation', what })

/** A history and the state to compare it with. What was acknowledged after `before` may be missing from the state. */
export class Comparison {
  readonly history: History
  readonly reader: Reader
  readonly #before: number

  constructor(history: History, reader: Reader, before: number) {
    this.history = history
    this.reader = reader
    this.#before = before
  }

  /** The results of these kinds of actions, without those that were refused. */
  results<K extends ActionKind>(...kinds: K[]): ActionResult<ActionOf<K>>[] {
    const isOfKind = (result: ActionResult): result is ActionResult<ActionOf<K>> =>
      kinds.some((kind) => kind === result.action.kind)
    return this.history.results.filter(isOfKind).filter(({ outcome }) => outcome !== 'refused')
  }

  /** Whether the effect must exist, because it was acknowledged before `before`. */
  isCertain = ({ outcome, ended_at }: ActionResult) =>
    outcome === 'done' && ended_at <= this.#before

  /** Whether the effects of all these actions must exist, so that only one state is possible. */
  areCertain = (results: ActionResult[]) => results.every(this.isCertain)

  /**
   * The writes that may have been the last one: those that no other write certainly followed. If undefined is among
   * them, perhaps none of the writes happened.
   */
  lastOf<R extends ActionResult>(writes: R[]): (R | undefined)[] {
    const certain = writes.filter(this.isCertain)
    const latest_start = Math.max(...certain.map(({ started_at }) => started_at))
    const last = writes.filter(
      ({ ended_at, outcome }) => outcome === 'unknown' || ended_at >= latest_start,
    )
    return certain.length > 0 ? last : [undefined, ...last]
  }
}

/** Counts how often something exists, and compares it with how often it must and may exist. */
export class Tally {
  readonly #counts = new Map<string, { min: number; max: number; found: number }>()

  #of(what: string) {
    const counts = this.#counts.get(what) ?? { min: 0, max: 0, found: 0 }
    this.#counts.set(what, counts)
    return counts
  }

  expect(what: string, is_certain: boolean, amount = 1): void {
    const counts = this.#of(what)
    counts.max += amount
    if (is_certain) counts.min += amount
  }

  find(what: string, amount = 1): void {
    this.#of(what).found += amount
  }

  problems(): Problem[] {
    return [...this.#counts].flatMap(([what, { min, max, found }]) => {
      const acknowledged = min === max ? min : `${min} to ${max}`
      const text = `${what}: ${found}, acknowledged ${acknowledged}`
      if (found < min) return [lost(text)]
      return found > max ? [duplicated(text)] : []
    })
  }
}

/** Compares whether something exists with what the results allow. */
export function compare(what: string, found: boolean, allowed: boolean[]): Problem[] {
  if (allowed.includes(found)) return []
  return [found ? duplicated(`${what} should not exist`) : lost(`${what} is missing`)]
}
