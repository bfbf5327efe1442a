import type { Input } from '../../api/client.ts'
import type { MatchmakingType } from '../../api/contract.ts'
import { formatNumber } from '../../components/format.tsx'

/** An empty input is an empty text. */
type Entered = number | ''

export interface MatchFields {
  game_type: string
  kind: 'teams' | 'free'
  teams: Entered
  team_size: Entered
  min_players: Entered
  max_players: Entered
  fill_seconds: Entered
  distance: Entered
  distance_per_second: Entered
  anyone_from_distance: Entered
  mix_regions_after: Entered
  ready_seconds: Entered
  close_after_seconds: Entered
  attributes: 'allowed' | 'refused'
}

/** Two players against each other, as the server has it. */
const DEFAULTS = {
  game_type: '',
  teams: 2,
  team_size: 1,
  min_players: 2,
  max_players: 2,
  fill_seconds: 10,
  distance: 100,
  distance_per_second: 10,
  anyone_from_distance: 1000,
  mix_regions_after: null,
  ready_seconds: 0,
  close_after_seconds: 86_400,
  attributes: 'allowed' as const,
}

export function toFields(type: MatchmakingType | null): MatchFields {
  const values = type ?? DEFAULTS
  return {
    game_type: values.game_type,
    kind: values.teams === 0 ? 'free' : 'teams',
    teams: values.teams === 0 ? DEFAULTS.teams : values.teams,
    team_size: values.team_size,
    min_players: values.min_players,
    max_players: values.max_players,
    fill_seconds: values.fill_seconds,
    distance: values.distance,
    distance_per_second: values.distance_per_second,
    anyone_from_distance: values.anyone_from_distance,
    mix_regions_after: values.mix_regions_after ?? '',
    ready_seconds: values.ready_seconds,
    close_after_seconds: values.close_after_seconds ?? '',
    attributes: values.attributes,
  }
}

export const MOST_PLAYERS = 64

/** What the server would refuse, beside the field that it is about. */
export function findProblems(fields: MatchFields): Record<string, string> {
  const { game_type, kind, distance, anyone_from_distance } = fields
  const problems: Record<string, string> = {}
  if (game_type.trim() === '') problems['game_type'] = 'Write a game type.'
  if (kind === 'teams' && Number(fields.teams) * Number(fields.team_size) > MOST_PLAYERS)
    problems['team_size'] = `A match has at most ${MOST_PLAYERS} players.`
  if (kind === 'free' && Number(fields.min_players) > Number(fields.max_players))
    problems['max_players'] = 'Not fewer than the fewest.'
  if (distance !== '' && anyone_from_distance !== '' && distance > anyone_from_distance)
    problems['anyone_from_distance'] = 'Not less than at first.'
  return problems
}

type Sent = Omit<Input<'admin.matchmaking.change'>, 'id'>

/** An empty field is left out, and then has its default. */
export function toSettings({ game_type, kind, ...fields }: MatchFields): Sent {
  const { teams, team_size, min_players, max_players, fill_seconds, ...shared } = fields
  const { mix_regions_after, close_after_seconds, ...others } = shared
  const sizes = kind === 'teams' ? { teams, team_size } : { min_players, max_players, fill_seconds }
  const entered = Object.entries({ ...sizes, ...others }).filter(([, value]) => value !== '')
  return {
    game_type,
    ...(kind === 'free' ? { teams: 0 } : {}),
    ...Object.fromEntries(entered),
    mix_regions_after: mix_regions_after === '' ? null : mix_regions_after,
    close_after_seconds: close_after_seconds === '' ? null : close_after_seconds,
  }
}

export function playersLabel(type: MatchmakingType): string {
  const { teams, team_size, min_players, max_players } = type
  if (teams === 2 && team_size === 1) return '1 against 1'
  if (teams > 0) return team_size === 1 ? `${teams}, each alone` : `${teams} teams of ${team_size}`
  return min_players === max_players ? `${max_players}` : `${min_players} to ${max_players}`
}

export function distanceLabel(type: MatchmakingType): string {
  const { distance, distance_per_second, anyone_from_distance } = type
  if (distance >= anyone_from_distance) return 'Anyone'
  const seconds = Math.ceil((anyone_from_distance - distance) / distance_per_second)
  return `${formatNumber(distance)}, anyone after ${formatNumber(seconds)} s`
}
