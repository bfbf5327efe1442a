import { type Dialect, longRead, statement } from '../../../storage/statement.ts'

export interface ListedPlayerRow {
  id: number
  username: string
  email: string | null
  is_guest: number
  score: number
  credits: number
  created_at: number
  last_seen_at: number
  banned_until: number | null
  muted_until: number | null
}

/** The counters of requests are written with a delay, so a sign-in may be later. */
const LAST_SEEN = `case when user_activity.last_seen_at > users.last_login
       then user_activity.last_seen_at else users.last_login end`

const ACTIVITY = 'left join user_activity on user_activity.user_id = users.id'

const SELECT = `
  select users.id, users.username, users.email, case when users.password_hash is null then 1 else 0 end as is_guest,
         users.score, users.credits, users.created_at, ${LAST_SEEN} as last_seen_at,
         users.banned_until, users.muted_until
    from users ${ACTIVITY}
   where users.game_id = :game_id`

export const findListedPlayer = statement<{ game_id: number; id: number }, ListedPlayerRow>(
  `${SELECT} and users.id = :id`,
)

export const DIRECTIONS = ['ascending', 'descending'] as const
export type Direction = (typeof DIRECTIONS)[number]

const forBoth = <S>(make: (order: { direction: string; sign: '<' | '>' }) => S) => ({
  ascending: make({ direction: 'asc', sign: '>' }),
  descending: make({ direction: 'desc', sign: '<' }),
})

/** By the time of the sign-up, which is the order of ids. */
export const listByJoining = forBoth(({ direction, sign }) =>
  statement<{ game_id: number; after_id: number; limit: number }, ListedPlayerRow>(
    `${SELECT} and users.id ${sign} :after_id order by users.id ${direction} limit :limit + 0`,
  ),
)

/** Texts from the first to the last one, without that of the page before. */
type TextRange = { game_id: number; from: string; until: string; after: string; limit: number }

const listByText = (column: string) =>
  forBoth(({ direction }) =>
    statement<TextRange, ListedPlayerRow>((sql) => {
      const key = sql.byteOrdered(`users.${column}`)
      return `${SELECT} and ${key} >= :from and ${key} <= :until and users.${column} <> :after
        order by ${key} ${direction} limit :limit + 0`
    }),
  )

export const listByName = listByText('username_key')
export const listByEmail = listByText('email_key')

/** Flags: 1 for those only, 0 for all others only, -1 for everyone. */
export type Filter = {
  game_id: number
  from: string
  until: string
  now: number
  is_banned: number
  is_guest: number
  min_score: number
  min_credits: number
  seen_since: number
  limit: number
}

/** The last one of the page before. */
type After = { value: number | string; after_id: number }

/**
 * No index has these orders, so all players of the game are read, in the order of their ids: they are stored in it. The
 * ids of the page are found first, so that little is read of all others.
 */
const listBy = (expression: (sql: Dialect) => string, joined = '') =>
  forBoth(({ direction, sign }) =>
    longRead<Filter & After, ListedPlayerRow>((sql) => {
      // Not the column itself: the index of names would lead from one end of the table to the other.
      const name = sql.byteOrdered(`(users.username_key || '')`)
      const place = expression(sql)
      return `${SELECT} and users.id in (
        select users.id from users ${joined}
         where users.game_id = :game_id and ${name} >= :from and ${name} <= :until
           and (:is_banned = -1 or :is_banned = case when coalesce(users.banned_until, 0) > :now then 1 else 0 end)
           and (:is_guest = -1 or :is_guest = case when users.password_hash is null then 1 else 0 end)
           and users.score >= :min_score and users.credits >= :min_credits
           and (users.last_login >= :seen_since
                or exists (select 1 from user_activity
                            where user_activity.user_id = users.id and last_seen_at >= :seen_since))
           and (${place}, users.id) ${sign} (:value, :after_id)
         order by ${place} ${direction}, users.id ${direction} limit :limit + 0)
       order by ${place} ${direction}, users.id ${direction}`
    }, 'game_id'),
  )

export const listFiltered = {
  joined: listBy(() => 'users.id'),
  name: listBy((sql) => sql.byteOrdered('users.username_key')),
  score: listBy(() => 'users.score'),
  credits: listBy(() => 'users.credits'),
  last_seen: listBy(() => LAST_SEEN, ACTIVITY),
}
