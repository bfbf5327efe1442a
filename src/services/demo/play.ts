import { MINUTE_MS, SECOND_MS } from '../../durations.ts'
import type { DemoPlayer } from './players.ts'
import type { Random } from './random.ts'

/** A round of one player. `user` is the place in the list of players, `match` that in the list of matches. */
export interface DemoRound {
  user: number
  match: number | null
  game_type: string
  started_at: number
  ended_at: number
  score: number
  level: number
}

export interface DemoMatch {
  master: number
  at: number
}

export interface DemoEntry {
  user: number
  leaderboard_name: string
  score: number
  level: number
  at: number
}

interface Mode {
  game_type: string
  weight: number
  seconds: readonly [number, number]
  points: number
}

const MODES: readonly Mode[] = [
  { game_type: 'classic', weight: 5, seconds: [90, 420], points: 900 },
  { game_type: 'time_attack', weight: 3, seconds: [60, 180], points: 600 },
  { game_type: 'puzzle', weight: 2, seconds: [120, 600], points: 400 },
]
const ARENA = { game_type: 'arena', seconds: [180, 480], points: 700 } as const
const MAX_ROUNDS = 6
const MATCH_SHARE = 0.8
const MATCH_WINDOW_MS = 75 * MINUTE_MS
const MAX_IN_MATCH = 4
const ON_LEADERBOARD = 0.5
const LEADERBOARDS: Record<string, string> = {
  classic: 'High scores',
  time_attack: 'Time attack',
  arena: 'Arena',
}

const isOf = (name: string) => LEADERBOARDS[name]

interface Visit {
  user: number
  at: number
  /** How often the player came before. */
  number: number
}

interface Drawn {
  visit: Visit
  started_at: number
  mode: Pick<Mode, 'game_type' | 'seconds' | 'points'>
  match: number | null
}

function drawRound(
  { visit, started_at, mode, match }: Drawn,
  { keenness }: DemoPlayer,
  random: Random,
): DemoRound {
  const [shortest, longest] = mode.seconds
  const ended_at = started_at + random.between(shortest, longest) * SECOND_MS
  const skill = 0.5 + 0.25 * keenness + 0.04 * Math.min(visit.number, 15)
  const score = Math.round((mode.points * skill * (0.4 + random.next())) / 5) * 5
  const level = 1 + Math.min(24, visit.number + random.between(0, 3))
  const { user } = visit
  return { user, match, game_type: mode.game_type, started_at, ended_at, score, level }
}

/** One after the other. The longest visit takes less than an hour, so that it is over now. */
function playAlone(visit: Visit, player: DemoPlayer, random: Random): DemoRound[] {
  const rounds: DemoRound[] = []
  const weights = MODES.map(({ weight }) => weight)
  let started_at = visit.at + random.between(10, 60) * SECOND_MS
  const end = visit.at + 30 * MINUTE_MS
  const wanted = random.between(1, MAX_ROUNDS - (visit.number === 0 ? 2 : 0))
  while (rounds.length < wanted && started_at < end) {
    const mode = MODES[random.pickWeighted(weights)]
    if (!mode) break
    const round = drawRound({ visit, started_at, mode, match: null }, player, random)
    rounds.push(round)
    started_at = round.ended_at + random.between(5, 40) * SECOND_MS
  }
  return rounds
}

/** Players who came at about the same time. */
function findOpponents(visits: Visit[], random: Random): Visit[][] {
  const matches: Visit[][] = []
  let waiting: Visit[] = []
  let size = 2
  for (const visit of visits) {
    const [first] = waiting
    if (first && visit.at - first.at > MATCH_WINDOW_MS) waiting = []
    if (waiting.some(({ user }) => user === visit.user)) continue
    waiting.push(visit)
    if (waiting.length < size) continue
    matches.push(waiting)
    waiting = []
    size = random.between(2, MAX_IN_MATCH)
  }
  return matches
}

function listVisits(players: DemoPlayer[]): Visit[] {
  return players
    .flatMap(({ visits }, user) => visits.map((at, number) => ({ user, at, number })))
    .toSorted((one, other) => one.at - other.at)
}

export interface DemoPlay {
  rounds: DemoRound[]
  matches: DemoMatch[]
  entries: DemoEntry[]
}

/** All lists are in the order of time. */
export function planPlay(players: DemoPlayer[], random: Random): DemoPlay {
  const visits = listVisits(players)
  const rounds: DemoRound[] = []
  const play = (visit: Visit, draw: (player: DemoPlayer) => DemoRound[]) => {
    const player = players[visit.user]
    if (player) rounds.push(...draw(player))
  }
  for (const visit of visits) play(visit, (player) => playAlone(visit, player, random))
  const competing = visits.filter(() => random.chance(MATCH_SHARE))
  const matches = findOpponents(competing, random).map((opponents, match) => {
    const at = Math.max(...opponents.map((visit) => visit.at)) + random.between(1, 8) * MINUTE_MS
    const drawn = { started_at: at, mode: ARENA, match }
    for (const visit of opponents)
      play(visit, (player) => [drawRound({ visit, ...drawn }, player, random)])
    return { master: opponents[0]?.user ?? 0, at }
  })
  const in_order = rounds.toSorted((one, other) => one.started_at - other.started_at)
  const entries = in_order.flatMap(({ user, game_type, score, level, ended_at: at }) => {
    const leaderboard_name = isOf(game_type)
    if (leaderboard_name === undefined || !random.chance(ON_LEADERBOARD)) return []
    return [{ user, leaderboard_name, score, level, at }]
  })
  return { rounds: in_order, matches, entries }
}
