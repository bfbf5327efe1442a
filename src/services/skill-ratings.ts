/** How good a player seems to be, and how uncertain that is: the mean and the standard deviation of a bell curve. */
export interface Skill {
  mu: number
  sigma: number
}

/** `mu` and `sigma` are what players begin with. */
export interface SkillSettings extends Skill {
  beta: number
  tau: number
}

/** What a player has reached in a round. `score` is that of their best entry; null: they have none. */
export interface RoundResult {
  team: number | null
  score: number | null
}

interface Team {
  /** Of its players among the results. */
  members: number[]
  /** 1 is the best. */
  place: number
}

/** Ratings of players begin at this number, and each unit of skill is worth so many of its points. */
const SHOWN_START = 1000
const SHOWN_PER_SKILL = 40

/**
 * Of several players: the sum. A score that is missing adds nothing where the highest wins; where the lowest does, it would
 * help, so the team has none.
 */
function teamScore(scores: (number | null)[], is_ascending: boolean): number | null {
  const present = scores.filter((score) => score !== null)
  if (present.length === 0 || (is_ascending && present.length < scores.length)) return null
  return present.reduce((sum, score) => sum + score, 0)
}

/** A player without a team is a team of their own. In the order of their first players. */
function groupIntoTeams(results: RoundResult[]): number[][] {
  const keyOf = (index: number) => results[index]?.team ?? `player ${index}`
  return [...Map.groupBy(results.keys(), keyOf).values()]
}

/** Equal scores share a place, and so do all teams without a score, behind the others. */
export function placeTeams(results: RoundResult[], is_ascending: boolean): Team[] {
  const sign = is_ascending ? 1 : -1
  const teams = groupIntoTeams(results).map((members) => {
    const score = teamScore(
      members.map((index) => results[index]?.score ?? null),
      is_ascending,
    )
    return { members, key: score === null ? Infinity : score * sign }
  })
  return teams.map(({ members, key }) => ({
    members,
    place: 1 + teams.filter((other) => other.key < key).length,
  }))
}

const loadModel = () => import('openskill')

/** Loads the model, so that the first round that is rated does not wait for it. */
export async function prepareModel(): Promise<void> {
  await loadModel()
}

/** What players see: a whole number. It is low while little is known about a player, who is almost certainly better. */
export const shownRating = ({ mu, sigma }: Skill) =>
  Math.round(SHOWN_START + SHOWN_PER_SKILL * (mu - 3 * sigma))

/**
 * The skill of each player after the round. The model gets places from 1, and never scores: it takes two scores of 0 for
 * different ones. Undefined: the model has no number for it, so extreme the skills are.
 */
export async function rateTeams(
  skills: Skill[],
  teams: Team[],
  settings: SkillSettings,
): Promise<Skill[] | undefined> {
  const { rate } = await loadModel()
  const { mu, sigma, beta, tau } = settings
  const start = { mu, sigma }
  const rated = rate(
    teams.map(({ members }) => members.map((index) => skills[index] ?? start)),
    { mu, sigma, beta, tau, rank: teams.map(({ place }) => place) },
  )
  const after = [...skills]
  for (const [t, { members }] of teams.entries())
    for (const [m, index] of members.entries()) after[index] = rated[t]?.[m] ?? start
  const is_valid = after.every(
    (skill) => Number.isFinite(skill.mu) && Number.isFinite(skill.sigma) && skill.sigma > 0,
  )
  return is_valid ? after : undefined
}
