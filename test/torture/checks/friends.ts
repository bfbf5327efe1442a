import type { Act, DeedOf } from '../history.ts'
import { broken, compare, type Evidence, type Problem } from '../comparison.ts'

type Ending = 'unfriend' | 'decline' | 'cancel'
type FriendAct = Act<DeedOf<'befriend' | 'accept' | Ending>>

interface Row {
  id: number
  sender: number
  receiver: number
  is_accepted: boolean
}

const pairOf = (one: number, other: number) => `${Math.min(one, other)} and ${Math.max(one, other)}`

const isEnding = ({ deed: { kind } }: FriendAct) =>
  kind === 'unfriend' || kind === 'decline' || kind === 'cancel'

const isAcceptance = ({ deed, answer }: FriendAct) =>
  deed.kind === 'accept' || (deed.kind === 'befriend' && answer.status !== 'pending')

const idOf = ({ deed, answer }: FriendAct) =>
  'friendship' in deed ? deed.friendship : answer.friendship_id

/** Compares the stored friendship of a pair with the acts of the two players. */
function checkPair(evidence: Evidence, pair: string, acts: FriendAct[], rows: Row[]): Problem[] {
  const name = `friendship of ${pair}`
  const [row] = rows
  if (rows.length > 1) return [broken(`${name} is there ${rows.length} times`)]
  const requests = acts.filter(({ deed }) => deed.kind === 'befriend')
  const endings = acts.filter(isEnding)
  if (row) {
    const known = requests.some((act) => act.outcome === 'open' || idOf(act) === row.id)
    const acceptances = acts.filter((act) => isAcceptance(act) && idOf(act) === row.id)
    const allowed = [
      ...(acceptances.some(evidence.isCertain) ? [] : [false]),
      ...(acceptances.length > 0 ? [true] : []),
    ]
    const problems = compare(`acceptance of ${name}`, row.is_accepted, allowed)
    return known ? problems : [...problems, ...compare(name, true, [])]
  }
  // No act that ends a friendship of the two can have happened after this request.
  const stays = requests.some(
    (act) => evidence.isCertain(act) && endings.every(({ ended_at }) => ended_at < act.started_at),
  )
  return stays ? compare(name, false, []) : []
}

/** Each acknowledged ending has ended exactly one friendship, so that the number of remaining ones is known. */
function countPair(evidence: Evidence, pair: string, acts: FriendAct[], rows: Row[]): Problem[] {
  if (!evidence.isSettled(acts)) return []
  const begun = new Set(acts.filter(({ deed }) => deed.kind === 'befriend').map(idOf)).size
  const left = begun - acts.filter(isEnding).length
  if (left !== 0 && left !== 1) {
    return [broken(`friendship of ${pair}: begun ${begun} times, and ${left} should be left`)]
  }
  return compare(`friendship of ${pair}`, rows.length > 0, [left === 1])
}

interface Friendships {
  friends: { id: number }[]
  outgoing_friend_requests: { id: number }[]
  incoming_friend_requests: { id: number }[]
}

const idsOf = (list: { id: number }[]) =>
  list
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join(', ')

/** Both players of each pair are shown what is stored. */
async function checkLists({ history, reader }: Evidence, rows: Row[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { id, token } of history.cast.players) {
    const shown = await reader.get<Friendships>('/friendships', token)
    const [sent, received] = [
      rows.filter(({ sender }) => sender === id).map((row) => ({ ...row, id: row.receiver })),
      rows.filter(({ receiver }) => receiver === id).map((row) => ({ ...row, id: row.sender })),
    ]
    const lists = [
      [shown.friends, [...sent, ...received].filter(({ is_accepted }) => is_accepted)],
      [shown.outgoing_friend_requests, sent.filter(({ is_accepted }) => !is_accepted)],
      [shown.incoming_friend_requests, received.filter(({ is_accepted }) => !is_accepted)],
    ] as const
    for (const [list, stored] of lists) {
      if (idsOf(list) === idsOf(stored)) continue
      problems.push(broken(`user ${id} is shown ${idsOf(list)}, stored is ${idsOf(stored)}`))
    }
  }
  return problems
}

/** Each pair has at most one friendship, in a state to which the acknowledged acts lead. */
export async function checkFriends(evidence: Evidence): Promise<Problem[]> {
  const found = await evidence.reader.rows(`
    select friendships.id, sender_id, receiver_id, status from friendships
      join users on users.id = sender_id where game_id = ${evidence.history.cast.game_id}`)
  const rows = found.map((row) => ({
    id: Number(row.id),
    sender: Number(row.sender_id),
    receiver: Number(row.receiver_id),
    is_accepted: row.status === 'accepted',
  }))
  const acts = evidence.acts('befriend', 'accept', 'unfriend', 'decline', 'cancel')
  const acts_of = Map.groupBy(acts, ({ player, deed }) => pairOf(player, deed.other))
  const rows_of = Map.groupBy(rows, ({ sender, receiver }) => pairOf(sender, receiver))
  const pairs = new Set([...acts_of.keys(), ...rows_of.keys()])
  const problems = [...pairs].flatMap((pair) => {
    const [done, there] = [acts_of.get(pair) ?? [], rows_of.get(pair) ?? []]
    const counted = countPair(evidence, pair, done, there)
    return counted.length > 0 ? counted : checkPair(evidence, pair, done, there)
  })
  return [...problems, ...(await checkLists(evidence, rows))]
}
