import { deleteSome, type Dialect, statement } from '../../../storage/statement.ts'

export interface CredentialRow {
  staff_id: number
  credential_id: number
  name: string
  role: string
  game_ids: string | null
  totp_since: number | null
  /** Of the API token; null for a session. */
  token_role: string | null
  token_game_ids: string | null
}

const OF_SESSION = `
  select staff.id as staff_id, staff_sessions.id as credential_id, staff.name, staff.role, staff.game_ids,
         staff.totp_since,
         null as token_role, null as token_game_ids
    from staff_sessions join staff on staff.id = staff_sessions.staff_id
   where staff_sessions.expires_at > :now and staff.disabled_at is null`

const OF_TOKEN = `
  select staff.id as staff_id, staff_tokens.id as credential_id, staff.name, staff.role, staff.game_ids,
         staff.totp_since,
         staff_tokens.role as token_role, staff_tokens.game_ids as token_game_ids
    from staff_tokens join staff on staff.id = staff_tokens.staff_id
   where (staff_tokens.expires_at is null or staff_tokens.expires_at > :now)
     and staff.disabled_at is null`

export const findBySession = statement<{ token_hash: string; now: number }, CredentialRow>(
  `${OF_SESSION} and staff_sessions.token_hash = :token_hash`,
)

export const findByToken = statement<{ token_hash: string; now: number }, CredentialRow>(
  `${OF_TOKEN} and staff_tokens.token_hash = :token_hash`,
)

const withIds = (sql: Dialect) => `(select id from ${sql.rowsFromJson('listed', { id: 'bigint' })})`

export const listBySession = statement<{ listed: string; now: number }, CredentialRow>(
  (sql) => `${OF_SESSION} and staff_sessions.id in ${withIds(sql)}`,
)

export const listByToken = statement<{ listed: string; now: number }, CredentialRow>(
  (sql) => `${OF_TOKEN} and staff_tokens.id in ${withIds(sql)}`,
)

export interface StaffRow {
  id: number
  name: string
  email: string
  role: string
  game_ids: string | null
  totp_since: number | null
  created_at: number
  last_seen_at: number | null
  disabled_at: number | null
}

const COLUMNS = 'id, name, email, role, game_ids, totp_since, created_at, last_seen_at, disabled_at'

export const listStaff = statement<Record<string, never>, StaffRow>(
  `select ${COLUMNS} from staff order by id limit 1000`,
)

export const findMember = statement<{ id: number }, StaffRow>(
  `select ${COLUMNS} from staff where id = :id`,
)

/** So that two changes at once do not undo each other. */
export const lockMember = statement<{ id: number }, StaffRow>(
  (sql) => `select ${COLUMNS} from staff where id = :id ${sql.lockRow}`,
)

/** So that of two owners who remove each other at once, one stays. */
export const lockOwners = statement<Record<string, never>, { id: number }>(
  (sql) =>
    `select id from staff where role = 'owner' and game_ids is null and disabled_at is null order by id ${sql.lockRow}`,
)

/** No row: the email address is taken. */
export const insertMember = statement<
  {
    name: string
    email: string
    email_key: string
    password_hash: string
    role: string
    game_ids: string | null
    now: number
  },
  { id: number }
>(
  `insert into staff (name, email, email_key, password_hash, role, game_ids, created_at)
   values (:name, :email, :email_key, :password_hash, :role, :game_ids, :now)
   on conflict (email_key) do nothing returning id`,
  { inserts: 'staff' },
)

export const updateMember = statement<{
  id: number
  role: string
  game_ids: string | null
  disabled_at: number | null
}>(
  `update staff set role = :role, game_ids = :game_ids, disabled_at = :disabled_at where id = :id`,
  { updates: 'staff' },
)

export const deleteMember = statement<{ id: number }>(`delete from staff where id = :id`, {
  deletes: 'staff',
})

export const deleteSessionsOf = statement<{ staff_id: number }>(
  `delete from staff_sessions where staff_id = :staff_id`,
  { deletes: 'staff_sessions' },
)

export const deleteTokensOf = statement<{ staff_id: number }>(
  `delete from staff_tokens where staff_id = :staff_id`,
  { deletes: 'staff_tokens' },
)

export const deleteInvitationsOf = statement<{ created_by: number }>(
  `delete from staff_invitations where created_by = :created_by`,
  { deletes: 'staff_invitations' },
)

export interface InvitationRow {
  id: number
  role: string
  game_ids: string | null
  created_by: number | null
  created_at: number
  expires_at: number
}

const INVITATION = 'id, role, game_ids, created_by, created_at, expires_at'

export const insertInvitation = statement<
  Omit<InvitationRow, 'id'> & { token_hash: string },
  { id: number }
>(
  `insert into staff_invitations (token_hash, role, game_ids, created_by, created_at, expires_at)
   values (:token_hash, :role, :game_ids, :created_by, :created_at, :expires_at) returning id`,
  { inserts: 'staff_invitations' },
)

/** Of those that nobody of the staff has made, the ones that are printed: they are valid for a shorter time. */
export const deletePrintedInvitations = statement<{ valid_ms: number }>(
  `delete from staff_invitations
    where created_by is null and role = 'owner' and expires_at - created_at <= :valid_ms`,
  { deletes: 'staff_invitations' },
)

export const updateInvitationToken = statement<{ id: number; token_hash: string }>(
  `update staff_invitations set token_hash = :token_hash where id = :id`,
  { updates: 'staff_invitations' },
)

export const listInvitations = statement<{ now: number }, InvitationRow>(
  `select ${INVITATION} from staff_invitations where expires_at > :now order by id limit 1000`,
)

export const findInvitation = statement<{ token_hash: string; now: number }, { id: number }>(
  `select id from staff_invitations where token_hash = :token_hash and expires_at > :now`,
)

/** Of many who use it at once, one gets the row. */
export const takeInvitation = statement<{ token_hash: string; now: number }, InvitationRow>(
  `delete from staff_invitations where token_hash = :token_hash and expires_at > :now
   returning ${INVITATION}`,
  { deletes: 'staff_invitations' },
)

export const deleteInvitation = statement<{ id: number }, { role: string }>(
  `delete from staff_invitations where id = :id returning role`,
  { deletes: 'staff_invitations' },
)

export const deleteOldInvitations = deleteSome<{ now: number }>('staff_invitations', {
  key: 'id',
  age: 'expires_at',
  is_old: '<= :now',
})
