import { checkAnswers } from './checks/answers.ts'
import { checkCredits } from './checks/credits.ts'
import { checkFriends } from './checks/friends.ts'
import { checkGroups } from './checks/groups.ts'
import { checkAttributes, checkScores } from './checks/profiles.ts'
import { checkRankings, checkRounds, listAllRounds } from './checks/rounds.ts'
import { checkRows } from './checks/rows.ts'
import { Comparison, type Problem } from './comparison.ts'
import type { History } from './history.ts'
import type { Reader } from './reader.ts'

/**
 * Compares what the server acknowledged with what it and its database show, and returns the differences.
 *
 * With `before`, the state is from the middle of the history, such as that of a backup: what was acknowledged before
 * that time must be there, unless a later write may have changed it; later writes may or may not be there. With 0
 * nothing must be there, but the rules must hold.
 */
export async function check(
  history: History,
  reader: Reader,
  { before = Infinity }: { before?: number } = {},
): Promise<Problem[]> {
  const comparison = new Comparison(history, reader, before)
  const rounds = await listAllRounds(comparison)
  return [
    ...(await checkAnswers(comparison)),
    ...(await checkCredits(comparison)),
    ...(await checkScores(comparison)),
    ...(await checkAttributes(comparison)),
    ...(await checkRounds(comparison, rounds)),
    ...(await checkRankings(comparison, rounds)),
    ...(await checkFriends(comparison)),
    ...(await checkGroups(comparison)),
    ...(await checkRows(comparison)),
  ]
}
