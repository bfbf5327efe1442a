import { type Comparison, type Problem, violation } from '../comparison.ts'

/** Queries that must find nothing: duplicate rows, and rows that contradict each other. */
const CONTRADICTIONS: Record<string, (game_id: number) => string> = {
  'a player has an item twice': (game_id) => `
    select user_id, store_item_id from purchases join users on users.id = user_id
     where game_id = ${game_id} group by user_id, store_item_id having count(*) > 1`,
  'a pair has two friendships': (game_id) => `
    select low_user_id, high_user_id from friendships join users on users.id = sender_id
     where game_id = ${game_id} group by low_user_id, high_user_id having count(*) > 1`,
  'a friendship is accepted but not listed for both, or listed but not accepted': (game_id) => `
    select friendships.id from friendships
      join users on users.id = sender_id
      left join friends on friends.friendship_id = friendships.id
     where game_id = ${game_id} group by friendships.id, friendships.status
    having count(friends.user_id) <> case when friendships.status = 'accepted' then 2 else 0 end`,
  'a player is in a group twice': (game_id) => `
    select group_id, user_id from group_connections join groups on groups.id = group_id
     where game_id = ${game_id} group by group_id, user_id having count(*) > 1`,
  'a group has a wrong member_count, or too many members': (game_id) => `
    select groups.id from groups
      left join group_connections as members
        on members.group_id = groups.id and members.status = 'accepted'
     where game_id = ${game_id} group by groups.id, member_count, max_group_size
    having count(members.id) <> member_count or member_count > max_group_size`,
  'an auto-join group has a pending connection': (game_id) => `
    select group_connections.id from group_connections join groups on groups.id = group_id
     where game_id = ${game_id} and can_auto_join = 1 and status <> 'accepted'`,
  'an Idempotency-Key was claimed, but its answer was not stored': () => `
    select request_hash, status from answered_requests where status not between 200 and 299`,
}

export async function checkRows({ history, reader }: Comparison): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [name, sql] of Object.entries(CONTRADICTIONS)) {
    const rows = await reader.rows(sql(history.fixture.game_id))
    problems.push(...rows.map((row) => violation(`${name}: ${JSON.stringify(row)}`)))
  }
  return problems
}
