import { deleteSome, statement } from '../../../storage/statement.ts'

type Kind = 'leaderboard' | 'game_type'
type Limit = 'minimum' | 'maximum' | 'largest_step' | 'most_per_minute' | 'needs_finished_round'

const IS_IN_MINUTE = `counts.minute_began_at > excluded.minute_began_at - 60000`

/** Other scores of this player wait, so that all are counted. No row: the rule was deleted meanwhile. */
export const upsertCount = statement<
  { user_id: number; rule_id: number; now: number },
  { scores: number; previous_at: number }
>(
  (sql) => `
  insert into score_counts as counts
     (user_id, rule_id, minute_began_at, scores, last_at, previous_at)
  select cast(:user_id as bigint), id, cast(:now as bigint), 1, cast(:now as bigint), 0
    from score_rules where id = :rule_id ${sql.lockRowAsReference}
  on conflict (user_id, rule_id) do update set
     scores = case when ${IS_IN_MINUTE} then counts.scores + 1 else 1 end,
     minute_began_at = case when ${IS_IN_MINUTE} then counts.minute_began_at
       else excluded.minute_began_at end,
     previous_at = counts.last_at,
     last_at = excluded.last_at
  returning scores, previous_at`,
  { inserts: 'score_counts', updates: 'score_counts' },
)

export const deleteOldCounts = deleteSome<{ before: number }>('score_counts', {
  key: 'user_id, rule_id',
  age: 'last_at',
  is_old: '< :before',
})

interface Bests {
  highest: number | null
  lowest: number | null
}

export const findBestsOnBoard = statement<{ user_id: number; name: string }, Bests>(`
  select -descending_key as highest, ascending_key as lowest
    from leaderboard_bests where user_id = :user_id and leaderboard_name = :name`)

/** Looks at the latest rounds of the player, and no further than `max`. */
export const findBestsOfRounds = statement<{ user_id: number; name: string; max: number }, Bests>(`
  select max(score) as highest, min(score) as lowest
    from (select game_type, score from game_rounds where game_user_id = :user_id
           order by id desc limit :max + 0) as latest
   where game_type = :name`)

/**
 * A multiplayer round with rules, with entries of the player and of somebody else, that was finished after a time. Without
 * rules, its master could have added the other entry alone. Looks at their latest rounds, and no
 * further than `max`. An empty game type: any.
 */
export const findFinishedRound = statement<
  { user_id: number; game_type: string; after: number; max: number },
  { id: number }
>(`
  select multiplayer.id
    from (select game_type, multiplayer_game_round_id from game_rounds
           where game_user_id = :user_id order by id desc limit :max + 0) as latest
    join multiplayer_game_rounds as multiplayer
      on multiplayer.id = latest.multiplayer_game_round_id
   where multiplayer.finished_at > :after and multiplayer.has_rules = 1
     and exists (select 1 from game_rounds as other
                  where other.multiplayer_game_round_id = multiplayer.id and other.game_user_id <> :user_id)
     and (latest.game_type = :game_type or cast(:game_type as text) = '')
   limit 1`)

/** So that scores of one player that are to be held are counted one after the other. No row: the account was deleted. */
export const lockPlayer = statement<{ id: number }, { id: number }>(
  (sql) => `select id from users where id = :id ${sql.lockRow}`,
)

/** Those that the user has sent, for themselves or for others. Counts no further than `max` of each. */
export const countHeld = statement<{ user_id: number; max: number }, { count: number }>(`
  select (select count(*) from (
            select 1 from held_scores
             where user_id = :user_id and sender_id is null limit :max + 0) as own)
       + (select count(*) from (
            select 1 from held_scores where sender_id = :user_id limit :max + 0) as of_others) as count`)

export const insertHeld = statement<
  {
    game_id: number
    user_id: number
    sender_id: number | null
    kind: Kind
    name: string
    game_round_id: number | null
    score: number
    extra_attributes: string
    group_id: number | null
    broken: Limit
    allowed: number | null
    now: number
  },
  { id: number }
>(
  `insert into held_scores (game_id, user_id, sender_id, kind, name, group_id, game_round_id, score,
                            extra_attributes, broken, allowed, created_at)
   values (:game_id, :user_id, :sender_id, :kind, :name, :group_id, :game_round_id, :score,
           :extra_attributes, :broken, :allowed, :now)
   returning id`,
  { inserts: 'held_scores' },
)

export interface HeldEntryRow {
  id: number
  username: string
  score: number
  leaderboard_name: string
  game_user_id: number
  extra_attributes: string
  group_id: number | null
  created_at: number
}

/** The entries of leaderboards that wait. There are few of each player. */
export const listHeldEntries = statement<{ user_id: number }, HeldEntryRow>(`
  select held.id, username, held.score, held.name as leaderboard_name,
         held.user_id as game_user_id, held.extra_attributes, held.group_id, held.created_at
    from held_scores as held join users on users.id = held.user_id
   where held.user_id = :user_id and held.kind = 'leaderboard' order by held.id`)

/** Those of these rounds that wait. */
export const listHeldOfRounds = statement<
  { rounds: string },
  { game_round_id: number; score: number }
>(
  (sql) => `
  select game_round_id, score from held_scores
   where ${sql.isAmong('game_round_id', 'rounds')}`,
)

export const deleteHeldOfRound = statement<{ game_round_id: number }>(
  `delete from held_scores where game_round_id = :game_round_id`,
  { deletes: 'held_scores' },
)

/** Scores that could wait only because their rounds were in a multiplayer round. */
export const deleteHeldOfTakenOut = statement<{ rounds: string }>(
  (sql) => `
  delete from held_scores
   where ${sql.isAmong('game_round_id', 'rounds')}
     and exists (select 1 from score_rules
                  where score_rules.game_id = held_scores.game_id and score_rules.kind = held_scores.kind
                    and score_rules.name = held_scores.name and score_rules.needs_finished_round = 1)`,
  { deletes: 'held_scores' },
)

/** A name of null: on every leaderboard. A group of 0: none. */
export const deleteHeldEntries = statement<{
  user_id: number
  name: string | null
  group_id: number
}>(
  `delete from held_scores
    where user_id = :user_id and kind = 'leaderboard'
      and (cast(:name as text) is null or (name = :name and coalesce(group_id, 0) = :group_id))`,
  { deletes: 'held_scores' },
)
