import { statement } from '../../../storage/statement.ts'

export type SanctionKind = 'warn' | 'mute' | 'ban'

export interface SanctionRow {
  id: number
  user_id: number
  /** Null: the account was deleted meanwhile. */
  username: string | null
  kind: SanctionKind
  reason: string
  until: number | null
  created_by: string
  created_at: number
  ended_by: string | null
  ended_at: number | null
}

export interface SanctionedRow {
  id: number
  username: string
  banned_until: number | null
  ban_reason: string | null
  muted_until: number | null
}

const SANCTIONED = `select id, username, banned_until, ban_reason, muted_until
  from users where id = :user_id and game_id = :game_id`

type OfPlayer = { game_id: number; user_id: number }

export const findSanctioned = statement<OfPlayer, SanctionedRow>(SANCTIONED)

export const lockSanctioned = statement<OfPlayer, SanctionedRow>(
  (sql) => `${SANCTIONED} ${sql.lockRow}`,
)

export const insertSanction = statement<
  {
    game_id: number
    user_id: number
    kind: string
    reason: string
    until: number | null
    created_by: string
    now: number
  },
  { id: number }
>(
  `insert into sanctions (game_id, user_id, kind, reason, until, created_by, created_at)
   values (:game_id, :user_id, :kind, :reason, :until, :created_by, :now) returning id`,
  { inserts: 'sanctions' },
)

/** Ends those of this kind that are in force. */
export const updateEnded = statement<
  OfPlayer & { kind: string; ended_by: string; now: number } & Record<string, string | number>
>(
  `update sanctions set ended_at = :now, ended_by = :ended_by
    where game_id = :game_id and user_id = :user_id and kind = :kind and ended_at is null
      and until > :now`,
  { updates: 'sanctions' },
)

/** The change takes effect in the session cache by what is written to `sanctions` in the same transaction. */
export const updateBan = statement<{
  user_id: number
  banned_until: number | null
  ban_reason: string | null
}>(`update users set banned_until = :banned_until, ban_reason = :ban_reason where id = :user_id`, {
  updates: 'users',
})

export const updateMute = statement<{ user_id: number; muted_until: number | null }>(
  `update users set muted_until = :muted_until where id = :user_id`,
  { updates: 'users' },
)

const SANCTION = `sanctions.id, sanctions.user_id, users.username, sanctions.kind, sanctions.reason,
         sanctions.until, sanctions.created_by, sanctions.created_at, sanctions.ended_by,
         sanctions.ended_at`

export const findSanction = statement<{ id: number }, SanctionRow>(`
  select ${SANCTION} from sanctions left join users on users.id = sanctions.user_id
   where sanctions.id = :id`)

export const listSanctionsOfUser = statement<
  { user_id: number; before: number; limit: number },
  SanctionRow
>(`
  select ${SANCTION} from sanctions left join users on users.id = sanctions.user_id
   where sanctions.user_id = :user_id and sanctions.id < :before
   order by sanctions.id desc limit :limit + 0`)

export const listWarnings = statement<
  { user_id: number; before: number; limit: number },
  { id: number; reason: string; created_at: number }
>(`
  select id, reason, created_at from sanctions
   where user_id = :user_id and kind = 'warn' and id < :before
   order by id desc limit :limit + 0`)

/** An empty kind: all. With `in_force` 1, only those that have not ended. */
export const listSanctionsOfGame = statement<
  {
    game_id: number
    kind: string
    in_force: number
    now: number
    before: number
    limit: number
  },
  SanctionRow
>(`
  select ${SANCTION} from sanctions left join users on users.id = sanctions.user_id
   where sanctions.game_id = :game_id and sanctions.id < :before
     and (sanctions.kind = :kind or :kind = '')
     and (:in_force = 0 or (sanctions.ended_at is null and sanctions.until > :now))
   order by sanctions.id desc limit :limit + 0`)
