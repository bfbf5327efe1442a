import { MAX_TICKETS, Neighbours, sortedPlaces } from './neighbours.ts'
import { PartySizes } from './party-sizes.ts'
import { balanceTeams, type Member } from './teams.ts'

export interface MatchRules {
  /** 0: everyone plays for themselves. */
  teams: number
  team_size: number
  /** Without teams. */
  min_players: number
  max_players: number
  /** A match without teams that is not full waits for more players until its oldest ticket has waited so long. */
  fill_ms: number
  /** How far apart ratings may be, at first. */
  distance: number
  distance_per_second: number
  /** From this distance on a ticket takes anyone, however far apart. */
  anyone_from_distance: number
  /** Players of different regions meet when they have waited so long. Null: never. */
  mix_regions_after_ms: number | null
}

export interface WaitingTicket {
  /** The mean of its players. */
  rating: number
  players: number
  waited_ms: number
  region: string
}

/** How many neighbours one ticket looks at, and how many if it takes anyone. */
const MAX_SEEN = 128
const MAX_SEEN_BY_URGENT = 5000
/** For all tickets that take anyone together, so that a step stays short. After that they see as much as the others. */
const MAX_SEEN_IN_ALL = 500_000
/** After so many that found no match, the others with the same choice do not try. Those have not waited longer. */
const MAX_TRIED = 4
/** How many tickets are handled between two questions whether others should have their turn. */
const SLICE = 256

/** The distance that a ticket allows now. Infinity: it has waited long enough to play with anyone. */
export function allowedDistance(rules: MatchRules, waited_ms: number): number {
  const grown = rules.distance + (rules.distance_per_second * waited_ms) / 1000
  return grown >= rules.anyone_from_distance ? Number.POSITIVE_INFINITY : grown
}

/** The players that were found so far for one match. */
class Gathering {
  readonly members: Member[] = []
  readonly #rules: MatchRules
  readonly #takes_anyone: boolean
  readonly #room: number[]
  /** How many more players fit. */
  room = 0
  #players = 0
  #lowest = Number.POSITIVE_INFINITY
  #highest = Number.NEGATIVE_INFINITY
  #allowed = Number.POSITIVE_INFINITY

  /** `room` is how many players fit into each team. */
  constructor(rules: MatchRules, room: readonly number[], takes_anyone: boolean) {
    this.#rules = rules
    this.#takes_anyone = takes_anyone
    this.#room = room.slice()
    for (const players of room) this.room += players
  }

  /** Whether they can play without more players. */
  isEnough(waited_ms: number): boolean {
    const { teams, min_players, fill_ms } = this.#rules
    return this.room === 0 || (teams === 0 && this.#players >= min_players && waited_ms >= fill_ms)
  }

  /** The team with the least room in which so many fit. -1: none. */
  #findTeam(players: number): number {
    let best = -1
    let least = Number.POSITIVE_INFINITY
    for (let team = 0; team < this.#room.length; team++) {
      const room = this.#room[team] ?? 0
      if (room < players || room >= least) continue
      best = team
      least = room
    }
    return best
  }

  hasRoomFor(players: number): boolean {
    return this.#findTeam(players) >= 0
  }

  add(ticket: number, rating: number, players: number, allowed: number): void {
    const lowest = Math.min(this.#lowest, rating)
    const highest = Math.max(this.#highest, rating)
    const least = Math.min(this.#allowed, allowed)
    if (highest - lowest > least && !this.#takes_anyone) return
    const team = this.#findTeam(players)
    if (team < 0) return
    this.#room[team] = (this.#room[team] ?? 0) - players
    this.room -= players
    this.#players += players
    this.#lowest = lowest
    this.#highest = highest
    this.#allowed = least
    this.members.push({ ticket, players, rating, team: this.#rules.teams === 0 ? 0 : team + 1 })
  }
}

/** Stops now and then, so that others can have their turn. */
type Slices = Generator<void, void, void>

class Step {
  readonly #rules: MatchRules
  readonly #room: number[]
  readonly #ratings: Float64Array
  readonly #waited: Float64Array
  readonly #players: Uint16Array
  readonly #allowed: Float64Array
  readonly #is_taken: Uint8Array
  readonly #everyone: Neighbours
  readonly #same_region: Neighbours
  readonly #region_of: Uint32Array
  readonly #sizes: PartySizes
  /** How many tickets that take anyone have found no match although they saw all others, by what is the same for them. */
  readonly #without_match = new Map<string, number>()
  #oldest_first: Uint32Array = new Uint32Array()
  #regions = 0
  readonly matches: Member[][] = []
  #seen_by_urgent = 0

  constructor(count: number, rules: MatchRules) {
    const { teams, team_size, max_players } = rules
    this.#rules = rules
    this.#room = teams === 0 ? [max_players] : Array.from({ length: teams }, () => team_size)
    this.#is_taken = new Uint8Array(count)
    this.#everyone = new Neighbours(count)
    this.#same_region = new Neighbours(count)
    this.#ratings = new Float64Array(count)
    this.#waited = new Float64Array(count)
    this.#players = new Uint16Array(count)
    this.#allowed = new Float64Array(count)
    this.#region_of = new Uint32Array(count)
    this.#sizes = new PartySizes(rules)
  }

  *#readTickets(tickets: readonly WaitingTicket[]): Slices {
    const regions = new Map<string, number>()
    for (const [at, { rating, waited_ms, players, region }] of tickets.entries()) {
      // The clock may have been set back.
      const waited = Math.max(0, waited_ms)
      this.#ratings[at] = rating
      this.#waited[at] = waited
      this.#players[at] = players
      this.#allowed[at] = allowedDistance(this.#rules, waited)
      const number = regions.get(region) ?? regions.size
      regions.set(region, number)
      this.#region_of[at] = number
      this.#sizes.add(players)
      if (at % SLICE === 0) yield
    }
    this.#regions = regions.size
  }

  *#sort(): Slices {
    this.#oldest_first = sortedPlaces(this.#waited).toReversed()
    yield
    const by_rating = sortedPlaces(this.#ratings)
    const last_of_region = new Int32Array(this.#regions).fill(-1)
    let last = -1
    for (const [at, ticket] of by_rating.entries()) {
      const region = this.#region_of[ticket] ?? 0
      this.#everyone.link(last, ticket)
      this.#same_region.link(last_of_region[region] ?? -1, ticket)
      last_of_region[region] = ticket
      last = ticket
      if (at % SLICE === 0) yield
    }
  }

  #isUrgent(ticket: number): boolean {
    return this.#allowed[ticket] === Number.POSITIVE_INFINITY
  }

  #mayMix(ticket: number): boolean {
    const { mix_regions_after_ms } = this.#rules
    return mix_regions_after_ms !== null && (this.#waited[ticket] ?? 0) >= mix_regions_after_ms
  }

  *run(tickets: readonly WaitingTicket[]): Slices {
    yield* this.#readTickets(tickets)
    yield* this.#sort()
    const may_mix = this.#regions > 1
    // Before the others, because those who find somebody in their own region leave nobody over.
    if (may_mix)
      yield* this.#seekAll(
        this.#everyone,
        (ticket) => this.#isUrgent(ticket) && this.#mayMix(ticket),
      )
    yield* this.#seekAll(this.#same_region, () => true)
    if (may_mix) yield* this.#seekAll(this.#everyone, (ticket) => this.#mayMix(ticket))
  }

  *#seekAll(view: Neighbours, isMeant: (ticket: number) => boolean): Slices {
    let done = 0
    let seen = this.#seen_by_urgent
    for (const ticket of this.#oldest_first) {
      if (isMeant(ticket)) this.#seek(ticket, view)
      if (++done % SLICE !== 0 && this.#seen_by_urgent - seen < MAX_SEEN_BY_URGENT) continue
      seen = this.#seen_by_urgent
      yield
    }
  }

  #distance(anchor: number, ticket: number): number {
    if (ticket < 0) return Number.POSITIVE_INFINITY
    return Math.abs((this.#ratings[ticket] ?? 0) - (this.#ratings[anchor] ?? 0))
  }

  /** Most tickets find nobody near enough, and that is quick to see. */
  #hasNeighbour(anchor: number, { before, after }: Neighbours): boolean {
    const own = this.#allowed[anchor] ?? 0
    const isNear = (ticket = -1) => ticket >= 0 && this.#distance(anchor, ticket) <= own
    return isNear(before[anchor]) || isNear(after[anchor])
  }

  /** Calls `take` with those who can play with this one, the nearest first, until it returns false. Whether it saw all that there are. */
  #visitNearest(anchor: number, view: Neighbours, take: (ticket: number) => boolean): boolean {
    const is_urgent = this.#isUrgent(anchor)
    const must_mix = view === this.#everyone && !is_urgent
    const sees_far = is_urgent && this.#seen_by_urgent < MAX_SEEN_IN_ALL
    const most = sees_far ? MAX_SEEN_BY_URGENT : MAX_SEEN
    const own_distance = this.#allowed[anchor] ?? 0
    let below = view.before[anchor] ?? -1
    let above = view.after[anchor] ?? -1
    let distance_below = this.#distance(anchor, below)
    let distance_above = this.#distance(anchor, above)
    for (let seen = 0; seen < most && (below >= 0 || above >= 0); seen++) {
      if (is_urgent) this.#seen_by_urgent++
      const is_below = above < 0 || (below >= 0 && distance_below <= distance_above)
      const nearest = is_below ? below : above
      const distance = is_below ? distance_below : distance_above
      if (distance > own_distance) return false
      if (is_below) distance_below = this.#distance(anchor, (below = view.before[below] ?? -1))
      else distance_above = this.#distance(anchor, (above = view.after[above] ?? -1))
      const may_play = is_urgent || distance <= (this.#allowed[nearest] ?? 0)
      if (may_play && !(must_mix && !this.#mayMix(nearest)) && !take(nearest)) return false
    }
    return below < 0 && above < 0
  }

  #add(gathering: Gathering, ticket: number): void {
    const rating = this.#ratings[ticket] ?? 0
    const players = this.#players[ticket] ?? 0
    gathering.add(ticket, rating, players, this.#allowed[ticket] ?? 0)
  }

  /** If the nearest ones do not fill the teams because parties stay together, those with large or small parties might. */
  #gatherBySize(anchor: number, by_size: number[][]): Member[] | null {
    for (const order of [by_size.toReversed(), by_size]) {
      const gathering = new Gathering(this.#rules, this.#room, this.#isUrgent(anchor))
      this.#add(gathering, anchor)
      for (const same_size of order)
        for (const other of same_size) {
          if (!gathering.hasRoomFor(this.#players[other] ?? 0)) break
          this.#add(gathering, other)
        }
      if (gathering.isEnough(this.#waited[anchor] ?? 0)) return gathering.members
    }
    return null
  }

  /** Tickets that take anyone, of the same region and size, have the same choice. */
  #situationOf(anchor: number, view: Neighbours): string {
    const region = view === this.#everyone ? 'all' : this.#region_of[anchor]
    return `${region} ${this.#players[anchor]}`
  }

  #findMembers(anchor: number, view: Neighbours): Member[] | null {
    const is_urgent = this.#isUrgent(anchor)
    const situation = is_urgent ? this.#situationOf(anchor, view) : ''
    const tried = this.#without_match.get(situation) ?? 0
    if (tried >= MAX_TRIED) return null
    const waited_ms = this.#waited[anchor] ?? 0
    const by_size: number[][] = []
    const first = new Gathering(this.#rules, this.#room, is_urgent)
    this.#add(first, anchor)
    if (first.members.length === 0) return null
    let has_parties = (this.#players[anchor] ?? 0) > 1
    let seen = 0
    const saw_all = this.#visitNearest(anchor, view, (ticket) => {
      const size = this.#players[ticket] ?? 0
      ;(by_size[size] ??= []).push(ticket)
      seen++
      has_parties ||= size > 1
      this.#add(first, ticket)
      return first.room > 0
    })
    if (first.isEnough(waited_ms)) return first.members
    const members =
      has_parties && seen > 0 ? this.#gatherBySize(anchor, by_size.filter(Boolean)) : null
    if (!members && is_urgent && saw_all) this.#without_match.set(situation, tried + 1)
    return members
  }

  #seek(anchor: number, view: Neighbours): void {
    if (this.#is_taken[anchor] || !this.#hasNeighbour(anchor, view)) return
    if (!this.#sizes.canFill(this.#players[anchor] ?? 0)) return
    const members = this.#findMembers(anchor, view)
    if (!members) return
    for (const { ticket } of members) {
      this.#is_taken[ticket] = 1
      this.#sizes.remove(this.#players[ticket] ?? 0)
      this.#everyone.remove(ticket)
      this.#same_region.remove(ticket)
    }
    if (this.#rules.teams > 0) balanceTeams(members, this.#rules)
    this.matches.push(members)
  }
}

/**
 * One step of matchmaking among tickets that may meet: same game type, same attributes. The oldest ticket chooses first,
 * and takes the nearest ratings. Players of a match are no further apart than each of them allows. Only a ticket whose
 * distance has grown to `anyone_from_distance` takes anyone, whatever the others allow, so that nobody waits for ever.
 */
export function findMatches(tickets: readonly WaitingTicket[], rules: MatchRules): Member[][] {
  const some = tickets.slice(0, MAX_TICKETS)
  const step = new Step(some.length, rules)
  for (const _ of step.run(some));
  return step.matches
}

/** The same in small parts: between them, `rest` decides whether others have their turn. */
export async function findMatchesInSlices(
  tickets: readonly WaitingTicket[],
  rules: MatchRules,
  rest: () => Promise<void> | undefined,
): Promise<Member[][]> {
  const some = tickets.slice(0, MAX_TICKETS)
  const step = new Step(some.length, rules)
  for (const _ of step.run(some)) {
    const resting = rest()
    if (resting) await resting
  }
  return step.matches
}
