import { compare, type Comparison, type Problem, violation } from '../comparison.ts'
import type { ActionOf, ActionResult } from '../history.ts'

type Ending = 'unfriend' | 'decline' | 'cancel'
type FriendResult = ActionResult<ActionOf<'befriend' | 'accept' | Ending>>

interface Row {
  id: number
  sender: number
  receiver: number
  is_accepted: boolean
}

const pairOf = (one: number, other: number) => `${Math.min(one, other)} and ${Math.max(one, other)}`

const isEnding = ({ action: { kind } }: FriendResult) =>
  kind === 'unfriend' || kind === 'decline' || kind === 'cancel'

const isAcceptance = ({ action, answer }: FriendResult) =>
  action.kind === 'accept' || (action.kind === 'befriend' && answer.status !== 'pending')

const idOf = ({ action, answer }: FriendResult) =>
  'friendship' in action ? action.friendship : answer.friendship_id

/** Compares the stored friendship of a pair with the actions of the two players. */
function checkPair(
  comparison: Comparison,
  pair: string,
  results: FriendResult[],
  rows: Row[],
): Problem[] {
  const name = `friendship of ${pair}`
  const [row] = rows
  if (rows.length > 1) return [violation(`${name} exists ${rows.length} times`)]
  const requests = results.filter(({ action }) => action.kind === 'befriend')
  const endings = results.filter(isEnding)
  if (row) {
    const known = requests.some((result) => result.outcome === 'unknown' || idOf(result) === row.id)
    const acceptances = results.filter((result) => isAcceptance(result) && idOf(result) === row.id)
    const allowed = [
      ...(acceptances.some(comparison.isCertain) ? [] : [false]),
      ...(acceptances.length > 0 ? [true] : []),
    ]
    const problems = compare(`acceptance of ${name}`, row.is_accepted, allowed)
    return known ? problems : [...problems, ...compare(name, true, [])]
  }
  // No action that ends a friendship of the two can have happened after this request.
  const must_exist = requests.some(
    (result) =>
      comparison.isCertain(result) && endings.every(({ ended_at }) => ended_at < result.started_at),
  )
  return must_exist ? compare(name, false, []) : []
}

/** Each acknowledged ending has ended exactly one friendship, so the number of remaining ones is known. */
function countPair(
  comparison: Comparison,
  pair: string,
  results: FriendResult[],
  rows: Row[],
): Problem[] {
  if (!comparison.areCertain(results)) return []
  const created = new Set(results.filter(({ action }) => action.kind === 'befriend').map(idOf)).size
  const remaining = created - results.filter(isEnding).length
  if (remaining !== 0 && remaining !== 1) {
    return [violation(`friendship of ${pair}: ${created} created, ${remaining} should remain`)]
  }
  return compare(`friendship of ${pair}`, rows.length > 0, [remaining === 1])
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

/** The API shows both players of each pair what is stored. */
async function checkLists({ history, reader }: Comparison, rows: Row[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { id, token } of history.fixture.players) {
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
      problems.push(
        violation(`user ${id}: API lists users ${idsOf(list)}, stored are ${idsOf(stored)}`),
      )
    }
  }
  return problems
}

/** Each pair has at most one friendship, in a state that the acknowledged actions allow. */
export async function checkFriends(comparison: Comparison): Promise<Problem[]> {
  const found = await comparison.reader.rows(`
    select friendships.id, sender_id, receiver_id, status from friendships
      join users on users.id = sender_id where game_id = ${comparison.history.fixture.game_id}`)
  const rows = found.map((row) => ({
    id: Number(row.id),
    sender: Number(row.sender_id),
    receiver: Number(row.receiver_id),
    is_accepted: row.status === 'accepted',
  }))
  const results = comparison.results('befriend', 'accept', 'unfriend', 'decline', 'cancel')
  const results_of = Map.groupBy(results, ({ player, action }) => pairOf(player, action.other))
  const rows_of = Map.groupBy(rows, ({ sender, receiver }) => pairOf(sender, receiver))
  const pairs = new Set([...results_of.keys(), ...rows_of.keys()])
  const problems = [...pairs].flatMap((pair) => {
    const [pair_results, pair_rows] = [results_of.get(pair) ?? [], rows_of.get(pair) ?? []]
    const counted = countPair(comparison, pair, pair_results, pair_rows)
    return counted.length > 0 ? counted : checkPair(comparison, pair, pair_results, pair_rows)
  })
  return [...problems, ...(await checkLists(comparison, rows))]
}
