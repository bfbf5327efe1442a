import { statement } from '../../../storage/statement.ts'

type Kind = 'leaderboard' | 'game_type'

export interface RuleRow {
  id: number
  kind: Kind
  name: string
  minimum: number | null
  maximum: number | null
  largest_step: number | null
  most_per_minute: number | null
  needs_finished_round: number
  outcome: 'refuse' | 'review'
  changed_at: number
}

const RULE = `id, kind, name, minimum, maximum, largest_step, most_per_minute, needs_finished_round,
         outcome, changed_at`

export const listRules = statement<{ game_id: number; limit: number }, RuleRow>(`
  select ${RULE} from score_rules where game_id = :game_id order by kind, name limit :limit + 0`)

type Subject = { game_id: number; kind: Kind; name: string }

export const findRule = statement<Subject, RuleRow>(`
  select ${RULE} from score_rules where game_id = :game_id and kind = :kind and name = :name`)

/** So that two who add a rule at once count one after the other. */
export const lockGame = statement<{ id: number }, { id: number }>(
  (sql) => `select id from games where id = :id ${sql.lockRow}`,
)

export const countRules = statement<{ game_id: number }, { count: number }>(`
  select count(*) as count from score_rules where game_id = :game_id`)

export const upsertRule = statement<
  Subject & {
    minimum: number | null
    maximum: number | null
    largest_step: number | null
    most_per_minute: number | null
    needs_finished_round: number
    outcome: string
    now: number
  },
  RuleRow
>(
  `insert into score_rules (game_id, kind, name, minimum, maximum, largest_step, most_per_minute,
                            needs_finished_round, outcome, changed_at)
   values (:game_id, :kind, :name, :minimum, :maximum, :largest_step, :most_per_minute,
           :needs_finished_round, :outcome, :now)
   on conflict (game_id, kind, name) do update set
     minimum = excluded.minimum, maximum = excluded.maximum, largest_step = excluded.largest_step,
     most_per_minute = excluded.most_per_minute,
     needs_finished_round = excluded.needs_finished_round, outcome = excluded.outcome,
     changed_at = excluded.changed_at
   returning ${RULE}`,
  { inserts: 'score_rules', updates: 'score_rules' },
)

export const deleteRule = statement<{ id: number }>(`delete from score_rules where id = :id`, {
  deletes: 'score_rules',
})

export const findAnyHeld = statement<{ game_id: number }, { id: number }>(`
  select id from held_scores where game_id = :game_id limit 1`)

/**
 * The score of a game round that is taken out of its multiplayer round. Where scores of its game type need a finished round,
 * it was allowed only because it was in there, so it goes.
 */
export const SCORE_TAKEN_OUT = `
    case when exists (
      select 1 from score_rules
       where score_rules.game_id = (select multiplayer.game_id
                                      from multiplayer_game_rounds as multiplayer
                                     where multiplayer.id = :multiplayer_game_round_id)
         and score_rules.kind = 'game_type' and score_rules.name = game_rounds.game_type
         and score_rules.needs_finished_round = 1)
    then null else score end`
