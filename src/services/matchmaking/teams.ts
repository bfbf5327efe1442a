/** A ticket of a match. Its players stay in one team. */
export interface Member {
  /** Which of the given tickets it is. */
  ticket: number
  players: number
  /** The mean rating of its players. */
  rating: number
  /** From 1. 0: there are no teams. */
  team: number
}

export interface TeamShape {
  teams: number
  team_size: number
}

const totalOf = ({ players, rating }: Member) => players * rating

/** Large parties first, because they fit into few places; each to the weakest team that has room. Null: one did not fit. */
function spread(members: readonly Member[], { teams, team_size }: TeamShape): number[] | null {
  const order = members
    .map((_, at) => at)
    .toSorted((one, other) => {
      const [a, b] = [members[one], members[other]]
      return a && b ? b.players - a.players || b.rating - a.rating : 0
    })
  const room = Array.from({ length: teams }, () => team_size)
  const totals = Array.from({ length: teams }, () => 0)
  const team_of = members.map(() => 0)
  for (const at of order) {
    const member = members[at]
    if (!member) continue
    let best = -1
    for (let team = 0; team < teams; team++) {
      if ((room[team] ?? 0) < member.players) continue
      if (best < 0 || (totals[team] ?? 0) < (totals[best] ?? 0)) best = team
    }
    if (best < 0) return null
    room[best] = (room[best] ?? 0) - member.players
    totals[best] = (totals[best] ?? 0) + totalOf(member)
    team_of[at] = best + 1
  }
  return team_of
}

/** Swaps two tickets of equal size if that brings their teams closer together. */
function swapOnce(members: readonly Member[], totals: number[]): boolean {
  for (const one of members)
    for (const other of members) {
      if (one.team <= other.team || one.players !== other.players) continue
      const gap = (totals[one.team] ?? 0) - (totals[other.team] ?? 0)
      const moved = totalOf(one) - totalOf(other)
      // Rounding must not make two swaps undo each other for ever.
      if (Math.abs(gap - 2 * moved) > Math.abs(gap) - 1e-6) continue
      totals[one.team] = (totals[one.team] ?? 0) - moved
      totals[other.team] = (totals[other.team] ?? 0) + moved
      ;[one.team, other.team] = [other.team, one.team]
      return true
    }
  return false
}

const MAX_SWAPS = 200

/**
 * Gives every member a team, so that the sums of the ratings are close to each other. They must have teams in which they
 * fit already.
 */
export function balanceTeams(members: readonly Member[], shape: TeamShape): void {
  if (shape.team_size === 1) return
  const team_of = spread(members, shape)
  if (team_of) for (const [at, member] of members.entries()) member.team = team_of[at] ?? 0
  const totals = Array.from({ length: shape.teams + 1 }, () => 0)
  for (const member of members) totals[member.team] = (totals[member.team] ?? 0) + totalOf(member)
  for (let swaps = 0; swaps < MAX_SWAPS && swapOnce(members, totals); swaps++);
}
