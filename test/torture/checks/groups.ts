import type { Act, DeedOf } from '../history.ts'
import { broken, compare, type Evidence, type Problem } from '../comparison.ts'

type GroupAct = Act<DeedOf<'join' | 'leave'>>

interface Group {
  member_count: number
  members: { id: number }[]
}

const joined = ({ deed }: GroupAct) => deed.kind === 'join'

/** Joins and leaves of one player in one group alternate, so that their numbers say whether they are a member. */
function checkMembership(evidence: Evidence, name: string, acts: GroupAct[], is_member: boolean) {
  const last = evidence.lastOf(acts).map((act) => act !== undefined && joined(act))
  const problems = compare(name, is_member, last)
  if (problems.length > 0 || !evidence.isSettled(acts)) return problems
  const joins = acts.filter(joined).length
  const leaves = acts.length - joins
  if (joins - leaves === Number(is_member)) return []
  return [broken(`${name}: joined ${joins} times, left ${leaves} times, member: ${is_member}`)]
}

/** The times during which a player was certainly a member. */
function surelyWithin(acts: GroupAct[]): { from: number; to: number }[] {
  const leaves = acts.filter((act) => !joined(act))
  const joins = acts.filter((act) => joined(act) && act.outcome === 'done')
  return joins.flatMap((join) => {
    const later = leaves.filter((leave) => leave.ended_at > join.started_at)
    const to = Math.min(...later.map(({ started_at }) => started_at))
    return to > join.ended_at ? [{ from: join.ended_at, to }] : []
  })
}

/** The largest number of members at one time. */
function mostAtOnce(stays: { from: number; to: number }[]): number {
  const steps = stays.flatMap(({ from, to }) => [
    { at: from, step: 1 },
    { at: to, step: -1 },
  ])
  steps.sort((a, b) => a.at - b.at || a.step - b.step)
  let [now, most] = [0, 0]
  for (const { step } of steps) most = Math.max(most, (now += step))
  return most
}

/** No group ever had too many members, nobody is a member twice, and acknowledged joins and leaves have happened. */
export async function checkGroups(evidence: Evidence): Promise<Problem[]> {
  const { history, reader } = evidence
  const { players, founder, groups } = history.cast
  const acts = evidence.acts('join', 'leave')
  const problems: Problem[] = []
  for (const { id, max_group_size } of groups) {
    const name = `group ${id} of ${max_group_size}`
    const { member_count, members } = await reader.get<Group>(`/groups/${id}`, founder.token)
    const ids = members.map((member) => member.id)
    if (member_count !== ids.length || new Set(ids).size !== ids.length) {
      problems.push(broken(`${name}: ${member_count} counted, members ${ids.join(', ')}`))
    }
    if (ids.length > max_group_size) problems.push(broken(`${name} has ${ids.length} members`))
    const by_player = Map.groupBy(
      acts.filter(({ deed }) => deed.group === id),
      ({ player }) => player,
    )
    const most = 1 + mostAtOnce([...by_player.values()].flatMap(surelyWithin))
    if (most > max_group_size) problems.push(broken(`${name} had ${most} members at one time`))
    for (const player of players) {
      const own = by_player.get(player.id) ?? []
      const place = `place of user ${player.id} in ${name}`
      problems.push(...checkMembership(evidence, place, own, ids.includes(player.id)))
    }
  }
  return problems
}
