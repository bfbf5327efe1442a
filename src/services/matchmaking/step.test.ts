import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allowedDistance,
  findMatches,
  findMatchesInSlices,
  type MatchRules,
  type WaitingTicket,
} from './step.ts'

const DUEL: MatchRules = {
  teams: 2,
  team_size: 1,
  min_players: 2,
  max_players: 2,
  fill_ms: 0,
  distance: 100,
  distance_per_second: 10,
  anyone_from_distance: 500,
  mix_regions_after_ms: 20_000,
}

const rules = fc.record({
  teams: fc.constantFrom(0, 2, 3),
  team_size: fc.integer({ min: 1, max: 4 }),
  min_players: fc.integer({ min: 2, max: 4 }),
  max_players: fc.integer({ min: 4, max: 9 }),
  fill_ms: fc.constantFrom(0, 5000),
  distance: fc.integer({ min: 0, max: 200 }),
  distance_per_second: fc.integer({ min: 1, max: 50 }),
  anyone_from_distance: fc.integer({ min: 200, max: 800 }),
  mix_regions_after_ms: fc.constantFrom(null, 0, 10_000),
})

const tickets = fc.array(
  fc.record({
    rating: fc.integer({ min: 0, max: 2000 }),
    players: fc.integer({ min: 1, max: 4 }),
    waited_ms: fc.integer({ min: 0, max: 60_000 }),
    region: fc.constantFrom('', 'eu', 'us'),
  }),
  { maxLength: 60 },
)

type Found = (WaitingTicket & { ticket: number; team: number })[]

const withTickets = (waiting: WaitingTicket[], given: MatchRules): Found[] =>
  findMatches(waiting, given).map((members) =>
    members.flatMap((member) => {
      const ticket = waiting[member.ticket]
      return ticket ? [{ ...ticket, ...member }] : []
    }),
  )

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

const playersOf = (members: Found) => sum(members.map(({ players }) => players))

function hasRightSize(match: Found, { teams, team_size, ...given }: MatchRules): boolean {
  const players = playersOf(match)
  const by_team = Map.groupBy(match, ({ team }) => team)
  if (teams > 0)
    return (
      by_team.size === teams &&
      [...by_team].every(
        ([team, members]) => team >= 1 && team <= teams && playersOf(members) === team_size,
      )
    )
  const longest_wait = Math.max(...match.map(({ waited_ms }) => waited_ms))
  const is_due = players === given.max_players || longest_wait >= given.fill_ms
  return players <= given.max_players && players >= given.min_players && is_due
}

const takesAnyone = (match: Found, given: MatchRules) =>
  match.some(({ waited_ms }) => allowedDistance(given, waited_ms) === Number.POSITIVE_INFINITY)

function isNearEnough(match: Found, given: MatchRules): boolean {
  const ratings = match.map(({ rating }) => rating)
  const allowed = match.map(({ waited_ms }) => allowedDistance(given, waited_ms))
  const distance = Math.max(...ratings) - Math.min(...ratings)
  return takesAnyone(match, given) || distance <= Math.min(...allowed)
}

function respectsRegions(match: Found, given: MatchRules): boolean {
  const waits = match.map(({ waited_ms }) => waited_ms)
  const decides = takesAnyone(match, given) ? Math.max(...waits) : Math.min(...waits)
  const is_mixed = new Set(match.map(({ region }) => region)).size > 1
  return !is_mixed || decides >= (given.mix_regions_after_ms ?? Number.POSITIVE_INFINITY)
}

test('nobody is matched twice, parties stay together, and distances and regions are respected', () => {
  fc.assert(
    fc.property(tickets, rules, (waiting, given) => {
      const matches = withTickets(waiting, given)
      const used = matches.flat().map(({ ticket }) => ticket)
      expect(new Set(used).size).toBe(used.length)
      for (const match of matches) {
        expect(match).toSatisfy((found: Found) => hasRightSize(found, given))
        expect(match).toSatisfy((found: Found) => isNearEnough(found, given))
        expect(match).toSatisfy((found: Found) => respectsRegions(found, given))
      }
    }),
    { numRuns: 300 },
  )
})

test('the oldest chooses first, and takes the nearest', () => {
  const waiting = [1000, 1010, 1030, 1100].map((rating, at) => ({
    rating,
    players: 1,
    waited_ms: at === 2 ? 5000 : at,
    region: '',
  }))
  const matches = withTickets(waiting, DUEL).map((match) => match.map(({ rating }) => rating))
  expect(matches).toEqual([
    [1030, 1010],
    [1100, 1000],
  ])
})

test('teams are balanced', () => {
  const ratings = [1000, 1010, 1020, 1030, 1040, 1050]
  const waiting = ratings.map((rating) => ({ rating, players: 1, waited_ms: 0, region: '' }))
  const [match = []] = withTickets(waiting, { ...DUEL, team_size: 3 })
  const totals = [1, 2].map((team) =>
    sum(match.filter((one) => one.team === team).map(({ rating }) => rating)),
  )
  expect(Math.abs((totals[0] ?? 0) - (totals[1] ?? 0))).toBe(10)
})

/** One step a second; the others are near each other, and are always matched at once. */
function stepsUntilMatched(odd: Omit<WaitingTicket, 'waited_ms'>, given: MatchRules): number {
  let waiting: WaitingTicket[] = [{ ...odd, waited_ms: 0 }]
  for (let second = 1; second < 100; second++) {
    const arriving = Array.from({ length: 8 }, (_, at) => ({
      rating: 1000 + at,
      players: 1,
      waited_ms: 0,
      region: 'eu',
    }))
    waiting = [...waiting.map((one) => ({ ...one, waited_ms: one.waited_ms + 1000 })), ...arriving]
    const taken = new Set(findMatches(waiting, given).flatMap((m) => m.map(({ ticket }) => ticket)))
    if (taken.has(0)) return second
    waiting = waiting.filter((_, at) => !taken.has(at))
  }
  return Number.POSITIVE_INFINITY
}

test('nobody waits for ever, however rare their rating, their region or their party is', () => {
  const usual = { rating: 1000, players: 1, region: 'eu' }
  const longest = (DUEL.anyone_from_distance - DUEL.distance) / DUEL.distance_per_second
  expect(stepsUntilMatched({ ...usual, rating: 3000 }, DUEL)).toBe(longest)
  expect(stepsUntilMatched({ ...usual, region: 'us' }, DUEL)).toBe(longest)
  const teams = { ...DUEL, team_size: 3 }
  expect(stepsUntilMatched({ ...usual, players: 2 }, teams)).toBe(1)
  expect(stepsUntilMatched({ ...usual, players: 3, rating: 0 }, teams)).toBe(longest)
})

test('a hundred thousand tickets are matched quickly', () => {
  let seed = 1
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const waiting = Array.from({ length: 100_000 }, () => ({
    rating: 1000 + 300 * (random() + random() + random() - 1.5),
    players: 1,
    waited_ms: 30_000 * random(),
    region: random() < 0.5 ? 'eu' : 'us',
  }))
  const began = performance.now()
  const matches = findMatches(waiting, DUEL)
  expect(performance.now() - began).toBeLessThan(5000)
  expect(matches.length).toBeGreaterThan(49_900)
})

test('tickets from the future are matched, because the clock may have been set back', () => {
  const waiting = [1000, 1010].map((rating) => ({
    rating,
    players: 1,
    waited_ms: -3_600_000,
    region: '',
  }))
  expect(findMatches(waiting, DUEL)).toHaveLength(1)
})

test('parties that cannot fill a team cost little, and do not hide those that can', () => {
  const duos = Array.from({ length: 2500 }, (_, at) => ({
    rating: 1000 + (at % 500),
    players: 2,
    waited_ms: 100_000 + at,
    region: '',
  }))
  const solo = { rating: 1000, players: 1, waited_ms: 100_000, region: '' }
  const teams = { ...DUEL, team_size: 3 }
  const began = process.threadCpuUsage().user
  expect(findMatches(duos, teams)).toEqual([])
  expect(findMatches([...duos, solo], teams)).toEqual([])
  expect(findMatches([...duos, solo, solo], teams)).toHaveLength(1)
  expect((process.threadCpuUsage().user - began) / 1000).toBeLessThan(500)
})

test('a step over many tickets asks often whether others should have their turn', async () => {
  const waiting = Array.from({ length: 20_000 }, (_, at) => ({
    rating: (at * 7919) % 1009,
    players: 1 + (at % 3),
    waited_ms: at,
    region: at % 2 ? 'eu' : 'us',
  }))
  const teams = { ...DUEL, team_size: 3 }
  let rests = 0
  const found = await findMatchesInSlices(waiting, teams, () => {
    rests++
    return undefined
  })
  expect(found).toEqual(findMatches(waiting, teams))
  expect(rests).toBeGreaterThan(200)
})
