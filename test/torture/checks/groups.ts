import { compare, type Comparison, type Problem, violation } from '../comparison.ts'
import type { ActionOf, ActionResult } from '../history.ts'

type GroupResult = ActionResult<ActionOf<'join' | 'leave'>>

interface Group {
  member_count: number
  members: { id: number }[]
}

const isJoin = ({ action }: GroupResult) => action.kind === 'join'

/** Joins and leaves of one player in one group alternate, so their numbers show whether the player is a member. */
function checkMembership(
  comparison: Comparison,
  name: string,
  results: GroupResult[],
  is_member: boolean,
) {
  const last = comparison.lastOf(results).map((result) => result !== undefined && isJoin(result))
  const problems = compare(name, is_member, last)
  if (problems.length > 0 || !comparison.areCertain(results)) return problems
  const joins = results.filter(isJoin).length
  const leaves = results.length - joins
  if (joins - leaves === Number(is_member)) return []
  return [violation(`${name}: joined ${joins} times, left ${leaves} times, member: ${is_member}`)]
}

/** The times during which a player was certainly a member. */
function certainMemberships(results: GroupResult[]): { from: number; to: number }[] {
  const leaves = results.filter((result) => !isJoin(result))
  const joins = results.filter((result) => isJoin(result) && result.outcome === 'done')
  return joins.flatMap((join) => {
    const later = leaves.filter((leave) => leave.ended_at > join.started_at)
    const to = Math.min(...later.map(({ started_at }) => started_at))
    return to > join.ended_at ? [{ from: join.ended_at, to }] : []
  })
}

/** The largest number of members at one time. */
function maxAtOnce(memberships: { from: number; to: number }[]): number {
  const steps = memberships.flatMap(({ from, to }) => [
    { at: from, step: 1 },
    { at: to, step: -1 },
  ])
  steps.sort((a, b) => a.at - b.at || a.step - b.step)
  let [current, max] = [0, 0]
  for (const { step } of steps) max = Math.max(max, (current += step))
  return max
}

/** No group ever had too many members, no player is a member twice, and acknowledged joins and leaves have happened. */
export async function checkGroups(comparison: Comparison): Promise<Problem[]> {
  const { history, reader } = comparison
  const { players, founder, groups } = history.fixture
  const results = comparison.results('join', 'leave')
  const problems: Problem[] = []
  for (const { id, max_group_size } of groups) {
    const name = `group ${id} (max. ${max_group_size} members)`
    const { member_count, members } = await reader.get<Group>(`/groups/${id}`, founder.token)
    const ids = members.map((member) => member.id)
    if (member_count !== ids.length || new Set(ids).size !== ids.length) {
      problems.push(
        violation(`${name}: member_count is ${member_count}, members are ${ids.join(', ')}`),
      )
    }
    if (ids.length > max_group_size) problems.push(violation(`${name} has ${ids.length} members`))
    const by_player = Map.groupBy(
      results.filter(({ action }) => action.group === id),
      ({ player }) => player,
    )
    const max_members = 1 + maxAtOnce([...by_player.values()].flatMap(certainMemberships))
    if (max_members > max_group_size) {
      problems.push(violation(`${name} had ${max_members} members at one time`))
    }
    for (const player of players) {
      const own = by_player.get(player.id) ?? []
      const membership = `membership of user ${player.id} in ${name}`
      problems.push(...checkMembership(comparison, membership, own, ids.includes(player.id)))
    }
  }
  return problems
}
