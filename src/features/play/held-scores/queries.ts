import { statement } from '../../../storage/statement.ts'

export { findRound, lockRound, updateRound } from '../rounds/queries.ts'

type Kind = 'leaderboard' | 'game_type'

export interface HeldRow {
  id: number
  user_id: number
  sender_id: number | null
  kind: Kind
  name: string
  group_id: number | null
  game_round_id: number | null
  score: number
  extra_attributes: string
  broken: 'minimum' | 'maximum' | 'largest_step' | 'most_per_minute' | 'needs_finished_round'
  allowed: number | null
  created_at: number
}

const COLUMNS =
  'id, user_id, sender_id, kind, name, group_id, game_round_id, score, extra_attributes, broken, allowed, created_at'

const HELD = COLUMNS.replaceAll(/\w+/g, 'held.$&')

type Page = { game_id: number; before: number; limit: number }

/** The newest first. */
export const listHeld = statement<Page, HeldRow & { username: string }>(`
  select ${HELD}, users.username
    from held_scores as held join users on users.id = held.user_id
   where held.game_id = :game_id and held.id < :before
   order by held.id desc limit :limit + 0`)

export const listHeldOfUser = statement<
  Page & { user_id: number },
  HeldRow & { username: string }
>(`
  select ${HELD}, users.username
    from held_scores as held join users on users.id = held.user_id
   where held.user_id = :user_id and held.game_id = :game_id and held.id < :before
   order by held.id desc limit :limit + 0`)

export const findHeld = statement<{ game_id: number; id: number }, HeldRow>(`
  select ${COLUMNS} from held_scores where id = :id and game_id = :game_id`)

/** No row: somebody else has decided about it. */
export const deleteHeld = statement<{ id: number }, { id: number }>(
  `delete from held_scores where id = :id returning id`,
  { deletes: 'held_scores' },
)

export const deleteHeldOfUser = statement<{ game_id: number; user_id: number }, HeldRow>(
  `delete from held_scores where user_id = :user_id and game_id = :game_id returning ${COLUMNS}`,
  { deletes: 'held_scores' },
)
