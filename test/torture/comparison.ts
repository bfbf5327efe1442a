import type { Act, DeedOf, History, Kind } from './history.ts'
import type { Reader } from './reader.ts'

/** Lost: acknowledged but missing. Doubled: there more often than acknowledged. Broken: a rule does not hold. */
export interface Problem {
  kind: 'lost' | 'doubled' | 'broken'
  what: string
}

export const lost = (what: string): Problem => ({ kind: 'lost', what })
const doubled = (what: string): Problem => ({ kind: 'doubled', what })
export const broken = (what: string): Problem => ({ kind: 'broken', what })

/** What the checks compare: the history and the state. What was acknowledged after `before` may be missing. */
export class Evidence {
  readonly history: History
  readonly reader: Reader
  readonly #before: number

  constructor(history: History, reader: Reader, before: number) {
    this.history = history
    this.reader = reader
    this.#before = before
  }

  /** The acts of these kinds that were not refused. */
  acts<K extends Kind>(...kinds: K[]): Act<DeedOf<K>>[] {
    const isOne = (act: Act): act is Act<DeedOf<K>> => kinds.some((kind) => kind === act.deed.kind)
    return this.history.acts.filter(isOne).filter(({ outcome }) => outcome !== 'refused')
  }

  /** Whether it must be there, because it was acknowledged in time. */
  isCertain = ({ outcome, ended_at }: Act) => outcome === 'done' && ended_at <= this.#before

  /** Whether all these acts were acknowledged in time, so that only one state is possible. */
  isSettled = (acts: Act[]) => acts.every(this.isCertain)

  /**
   * The writes that may have been the last one: those that no other write certainly followed. Undefined among them:
   * perhaps there was none.
   */
  lastOf<A extends Act>(writes: A[]): (A | undefined)[] {
    const certain = writes.filter(this.isCertain)
    const latest_start = Math.max(...certain.map(({ started_at }) => started_at))
    const last = writes.filter(
      ({ ended_at, outcome }) => outcome === 'open' || ended_at >= latest_start,
    )
    return certain.length > 0 ? last : [undefined, ...last]
  }
}

/** Counts how often something is there, and how often it must and may be. */
export class Tally {
  readonly #counts = new Map<string, { least: number; most: number; found: number }>()

  #of(what: string) {
    const counts = this.#counts.get(what) ?? { least: 0, most: 0, found: 0 }
    this.#counts.set(what, counts)
    return counts
  }

  expect(what: string, is_certain: boolean, amount = 1): void {
    const counts = this.#of(what)
    counts.most += amount
    if (is_certain) counts.least += amount
  }

  find(what: string, amount = 1): void {
    this.#of(what).found += amount
  }

  problems(): Problem[] {
    return [...this.#counts].flatMap(([what, { least, most, found }]) => {
      const story = `${what}: ${found}, acknowledged ${least === most ? least : `${least} to ${most}`}`
      if (found < least) return [lost(story)]
      return found > most ? [doubled(story)] : []
    })
  }
}

/** Compares whether something is there with what the acts allow. */
export function compare(what: string, found: boolean, allowed: boolean[]): Problem[] {
  if (allowed.includes(found)) return []
  return [found ? doubled(`${what} is there, which nobody was told`) : lost(`${what} is gone`)]
}
