import { DAY_MS } from '../../../durations.ts'
import { longRead, type NoParameters, statement } from '../../../storage/statement.ts'

/** Stands for all days together. */
export const ALL_DAYS = 0

/** The ledger refers to the item that was bought or refunded as `store_item:5`. */
const REFERENCE = 'store_item:'

const IS_SALE = `reason in ('purchase', 'refund') and substr(reference, 1, ${REFERENCE.length}) = '${REFERENCE}'`
const ITEM_ID = `cast(substr(reference, ${REFERENCE.length + 1}) as bigint)`

const SUMS = `
  cast(sum(case when reason = 'purchase' then 1 else 0 end) as bigint) as sold,
  cast(sum(case when reason = 'refund' then 1 else 0 end) as bigint) as refunded,
  cast(sum(-change) as bigint) as credits`

/** The name of the only row of `sales_progress`. */
const PROGRESS = 'store_items'

/** Only one process counts at a time. The row is updated to lock it. */
export const claimProgress = statement<NoParameters, { ledger_until: number }>(
  `insert into sales_progress as progress (name, ledger_until) values ('${PROGRESS}', 0)
   on conflict (name) do update set ledger_until = progress.ledger_until
   returning ledger_until`,
  { inserts: 'sales_progress', updates: 'sales_progress' },
)

/**
 * The last row of the next batch of the ledger. Null: there is none. PostgreSQL gives out ids before the commit, so only rows
 * count that the statistics know to be settled: none with a smaller id can still appear. See migration 22.
 */
export const findEnd = statement<{ after: number; max: number }, { id: number | null }>(`
  select max(id) as id
    from (select id from credit_ledger
           where id > :after
             and id <= coalesce((select settled_id from statistics_progress where source = 'credit_ledger'), 0)
           order by id limit :max + 0) as part`)

const insertCounts = (day: string) =>
  statement<{ after: number; end: number }>(
    `insert into item_sales (store_item_id, day, sold, refunded, credits)
   select store_items.id, sums.day, sums.sold, sums.refunded, sums.credits
     from (select reference, ${day} as day, ${SUMS}
             from credit_ledger
            where id > :after and id <= :end and ${IS_SALE}
            group by 1, 2) as sums
     join store_items on store_items.id = ${ITEM_ID}
    where true
   on conflict (store_item_id, day) do update set
     sold = item_sales.sold + excluded.sold,
     refunded = item_sales.refunded + excluded.refunded,
     credits = item_sales.credits + excluded.credits`,
    { inserts: 'item_sales', updates: 'item_sales' },
  )

export const insertDays = insertCounts(`created_at / ${DAY_MS}`)
export const insertTotals = insertCounts(`${ALL_DAYS}`)

export const updateProgress = statement<{ end: number }>(
  `update sales_progress set ledger_until = :end where name = '${PROGRESS}'`,
  { updates: 'sales_progress' },
)

export interface Counts {
  store_item_id: number
  day: number
  sold: number
  refunded: number
  credits: number
}

/**
 * The counts of all days together, and of each day since `from`. With `is_new`: sales that the job has not counted yet, from at
 * most `max` rows of the ledger. In one statement, so that no sale is in both.
 */
export const listCounts = longRead<
  { game_id: number; from: number; max: number },
  Counts & { is_new: number }
>(
  `
  select item_sales.store_item_id, day, sold, refunded, credits, 0 as is_new
    from store_items join item_sales on item_sales.store_item_id = store_items.id
   where store_items.game_id = :game_id and (day >= :from or day = ${ALL_DAYS})
  union all
  select store_items.id, sums.day, sums.sold, sums.refunded, sums.credits, 1
    from (select reference, created_at / ${DAY_MS} as day, ${SUMS}
            from (select * from credit_ledger
                   where id > coalesce((select ledger_until from sales_progress where name = '${PROGRESS}'), 0)
                   order by id limit :max + 0) as part
           where ${IS_SALE}
           group by 1, 2) as sums
    join store_items on store_items.id = ${ITEM_ID}
   where store_items.game_id = :game_id`,
  'game_id',
)

export interface Sale {
  id: number
  user_id: number
  username: string
  reason: 'purchase' | 'refund'
  change: number
  store_item_id: number
  item_name: string | null
  created_at: number
}

/** An empty `reference`: of all items. */
type Wanted = { game_id: number; reference: string; before: number; limit: number }

const isWanted = (table: string) => `${table}.id < :before
     and ${table}.reason in ('purchase', 'refund')
     and (${table}.reference = :reference or cast(:reference as text) = '')
     and substr(${table}.reference, 1, ${REFERENCE.length}) = '${REFERENCE}'`

const SALE = `sale.id, sale.user_id, users.username, sale.reason, sale.change, sale.created_at,
         sale.store_item_id, store_items.name as item_name`

const WITH_NAMES = `
    join users on users.id = sale.user_id
    left join store_items on store_items.id = sale.store_item_id
   order by sale.id desc`

const COLUMNS = (table: string) =>
  `${table}.id, ${table}.user_id, ${table}.reason, ${table}.change, ${table}.created_at,
         ${ITEM_ID.replace('reference', `${table}.reference`)} as store_item_id`

/** Counts no further than `max`. */
export const countPlayers = statement<{ game_id: number; max: number }, { players: number }>(`
  select count(*) as players
    from (select 1 from users where game_id = :game_id limit :max + 0) as counted`)

/** The ledger has no index by game, so the rows of each player are read. */
export const listOfFewPlayers = longRead<Wanted & { max_players: number }, Sale>(
  (sql) => `
  select ${SALE}
    from (select ${COLUMNS('found')}
            from (select id from users where game_id = :game_id limit :max_players + 0) as players
            ${sql.firstRowsOfEach({
              table: 'credit_ledger',
              as: 'found',
              rest: `where first.user_id = players.id and ${isWanted('first')}
                     order by first.id desc limit :limit + 0`,
            })}
           order by found.id desc limit :limit + 0) as sale ${WITH_NAMES}`,
  'game_id',
)

const LATEST = `select * from credit_ledger
                   where id < :before order by id desc limit :max_looked_at + 0`

/**
 * Looks at the latest rows of all games, and no further than `max_looked_at`. The subquery keeps PostgreSQL from reading all
 * users for a join.
 */
export const listAmongLatest = longRead<Wanted & { max_looked_at: number }, Sale>(
  `
  select ${SALE}
    from (select ${COLUMNS('latest')}
            from (${LATEST}) as latest
           where ${isWanted('latest')}
             and :game_id = (select users.game_id from users where users.id = latest.user_id)
           order by latest.id desc limit :limit + 0) as sale ${WITH_NAMES}`,
  'game_id',
)

export const findLastLookedAt = longRead<
  { game_id: number; before: number; max_looked_at: number },
  { rows: number; id: number | null }
>(`select count(*) as rows, min(id) as id from (${LATEST}) as latest`, 'game_id')
