import type { AuditEntry } from '../../api/contract.ts'

/** What has a name instead of an id, or tells more by it: where the name is in the values. */
const NAMED_BY: Record<string, string> = {
  leaderboard: 'leaderboard_name',
  rated_game_type: 'game_type',
  matchmaking: 'game_type',
  score_rule: 'name',
  held_score: 'name',
}

/** Undefined: it has none, or the entry does not say it. */
export function targetName({ target, new_values, old_values }: AuditEntry): string | undefined {
  const field = NAMED_BY[target] ?? ''
  const name = new_values[field] ?? old_values[field]
  return typeof name === 'string' ? name : undefined
}
