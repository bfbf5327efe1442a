import { DAY_MS, HOUR_MS } from '../../durations.ts'
import { comparisonKey, GUEST_NAME_PREFIX, skeletonOf } from '../names.ts'
import type { Random } from './random.ts'
import { FIRST_NAMES, FIRST_WORDS, OTHER_NAMES, SECOND_WORDS } from './texts.ts'

const DAYS = 30

const PLAYERS = 500
const PLAYERS_PER_OTHER_NAME = 25
const GUEST_SHARE = 0.06
const SPIKE_DAY = 6
const RETURN_ON_FIRST_DAY = 0.44

/** Sunday first. */
const WEEK = [1.3, 0.85, 0.85, 0.9, 0.95, 1.15, 1.4] as const
/** By hour, in UTC. */
const HOURS = [3, 2, 1, 1, 1, 1, 2, 3, 4, 5, 5, 6, 7, 6, 6, 7, 8, 9, 11, 13, 14, 12, 8, 5] as const

export interface DemoPlayer {
  username: string
  /** Null: a guest. */
  email: string | null
  joined_at: number
  /** How much they like the game: 1 on average. */
  keenness: number
  /** When they came to play, oldest first. The first visit is the one in which they joined. */
  visits: number[]
}

export class Calendar {
  readonly now: number
  readonly #first_day: number

  constructor(now: number) {
    this.now = now
    this.#first_day = Math.floor(now / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS
  }

  weightOf(day: number): number {
    return WEEK[new Date(this.#first_day + day * DAY_MS).getUTCDay()] ?? 1
  }

  /** A time on this day, mostly in the evening. Undefined: it has not come yet, or there is no time left to play. */
  timeOn(day: number, random: Random): number | undefined {
    const hour = random.pickWeighted(HOURS)
    const at = this.#first_day + day * DAY_MS + hour * HOUR_MS + random.between(0, HOUR_MS - 1)
    return at > this.now - HOUR_MS ? undefined : at
  }
}

/** Most on a day in the first week, as if somebody had written about the game. */
const newPlayersOn = (day: number, calendar: Calendar) =>
  (1 + 2.4 * Math.exp(-((day - SPIKE_DAY) ** 2) / 5) + 0.02 * day) * calendar.weightOf(day)

function drawJoinTime(calendar: Calendar, random: Random): { day: number; at: number } {
  const weights = Array.from({ length: DAYS }, (_, day) => newPlayersOn(day, calendar))
  for (;;) {
    const day = random.pickWeighted(weights)
    const at = calendar.timeOn(day, random)
    if (at !== undefined) return { day, at }
  }
}

/** Fewer come back with every day. */
function drawVisits(
  { day: first, at, keenness }: { day: number; at: number; keenness: number },
  calendar: Calendar,
  random: Random,
): number[] {
  const visits = [at]
  for (let day = first + 1; day < DAYS; day++) {
    const share = RETURN_ON_FIRST_DAY * (day - first) ** -0.5 * keenness * calendar.weightOf(day)
    const time = random.chance(share) ? calendar.timeOn(day, random) : undefined
    if (time !== undefined) visits.push(time)
  }
  return visits.toSorted((one, other) => one - other)
}

const STYLES: ((random: Random) => string)[] = [
  (random) => random.pick(FIRST_WORDS) + random.pick(SECOND_WORDS),
  (random) => `${random.pick(FIRST_WORDS)}_${random.pick(SECOND_WORDS)}`.toLowerCase(),
  (random) => `${random.pick(SECOND_WORDS)}${random.between(2, 99)}`,
  (random) => `${random.pick(FIRST_NAMES)}${random.between(70, 99)}`,
  (random) => `${random.pick(FIRST_NAMES)} ${random.pick(SECOND_WORDS)}`,
  (random) => `the${random.pick(FIRST_WORDS)}${random.pick(SECOND_WORDS)}`,
]

/** Names of which no two look alike. */
class Names {
  readonly #taken = new Set<string>()

  #isFree(name: string): boolean {
    const is_free = !this.#taken.has(skeletonOf(name)) && !this.#taken.has(comparisonKey(name))
    for (const key of is_free ? [skeletonOf(name), comparisonKey(name)] : []) this.#taken.add(key)
    return is_free
  }

  draw(index: number, random: Random): string {
    const other = OTHER_NAMES[index / PLAYERS_PER_OTHER_NAME]
    if (other !== undefined && this.#isFree(other)) return other
    for (;;) {
      const name = random.pick(STYLES)(random)
      if (this.#isFree(name)) return name
    }
  }
}

function mailAddress(username: string, index: number): string {
  const plain = username.toLowerCase().replaceAll(' ', '.')
  return `${/^[a-z0-9._]+$/.test(plain) ? plain : `player${index + 1}`}@example.com`
}

const guestName = (random: Random) =>
  GUEST_NAME_PREFIX + Array.from({ length: 16 }, () => random.between(0, 15).toString(16)).join('')

/** Those who joined first come first. */
export function planPlayers(calendar: Calendar, random: Random): DemoPlayer[] {
  const names = new Names()
  const joined = Array.from({ length: PLAYERS }, () => drawJoinTime(calendar, random))
  return joined
    .toSorted((one, other) => one.at - other.at)
    .map(({ day, at }, index) => {
      const keenness = 0.25 + 1.5 * random.next() ** 2 + (random.chance(0.08) ? 1.5 : 0)
      const visits = drawVisits({ day, at, keenness }, calendar, random)
      const is_guest = random.chance(GUEST_SHARE)
      const username = is_guest ? guestName(random) : names.draw(index, random)
      const email = is_guest ? null : mailAddress(username, index)
      return { username, email, joined_at: at, keenness, visits }
    })
}
