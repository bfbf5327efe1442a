import { statement } from '../../../storage/statement.ts'
import { PURCHASE } from '../credits/queries.ts'

export interface ItemRow {
  id: number
  name: string
  cost: number
  description: string
  category: string
  icon_url: string | null
}

type ItemValues = Pick<ItemRow, 'name' | 'cost' | 'description' | 'category' | 'icon_url'>

export const listItems = statement<{ game_id: number }, ItemRow>(`
  select id, name, cost, description, category, icon_url from store_items
   where game_id = :game_id and withdrawn_at is null order by id`)

/** Includes withdrawn ones. */
export const listAllItems = statement<
  { game_id: number },
  ItemRow & { withdrawn_at: number | null }
>(`
  select id, name, cost, description, category, icon_url, withdrawn_at from store_items
   where game_id = :game_id order by id`)

export const insertItem = statement<ItemValues & { game_id: number; now: number }, { id: number }>(
  `insert into store_items (game_id, name, cost, description, category, icon_url, created_at)
   values (:game_id, :name, :cost, :description, :category, :icon_url, :now) returning id`,
  { inserts: 'store_items' },
)

/** Null keeps the old value; for `icon_url` only if `sets_icon_url` is 0. No row: there is no such item, or it is withdrawn. */
export const updateItem = statement<
  {
    id: number
    name: string | null
    cost: number | null
    description: string | null
    category: string | null
    icon_url: string | null
    sets_icon_url: number
  },
  ItemRow
>(
  `update store_items set
     name = coalesce(:name, name),
     cost = coalesce(:cost, cost),
     description = coalesce(:description, description),
     category = coalesce(:category, category),
     icon_url = case when :sets_icon_url = 1 then :icon_url else icon_url end
    where id = :id and withdrawn_at is null
   returning id, name, cost, description, category, icon_url`,
  { updates: 'store_items' },
)

export const updateItemWithdrawn = statement<{ id: number; now: number }>(
  `update store_items set withdrawn_at = :now where id = :id and withdrawn_at is null`,
  { updates: 'store_items' },
)

/** Inserts nothing into a store that has ever had an item. */
export const insertSampleItems = statement<{ game_id: number; samples: string; now: number }>(
  (sql) => `
  insert into store_items (game_id, name, cost, description, category, created_at)
  select :game_id, samples.name, samples.cost, samples.description, samples.category, :now
    from ${sql.rowsFromJson('samples', { name: 'text', cost: 'bigint', description: 'text', category: 'text' })}
   where not exists (select 1 from store_items where game_id = :game_id)`,
  { inserts: 'store_items' },
)

export const lockGame = statement<{ game_id: number }, { id: number }>(
  (sql) => `
  select id from games where id = :game_id ${sql.lockRow}`,
)

export const listOwnedItems = statement<{ user_id: number }, ItemRow>(`
  select store_items.id, name, cost, description, category, icon_url
    from purchases join store_items on store_items.id = purchases.store_item_id
   where purchases.user_id = :user_id order by purchases.store_item_id`)

export const findPurchase = statement<
  { user_id: number; store_item_id: number },
  { price: number }
>(`
  select price from ${PURCHASE}`)

export const findCredits = statement<{ user_id: number }, { credits: number }>(`
  select credits from users where id = :user_id`)

/** At the current price. Fails if the user has it already, and with `NullViolation` if the item is not on sale in this game. */
export const insertPurchase = statement<
  { user_id: number; store_item_id: number; game_id: number; now: number },
  { price: number }
>(
  `insert into purchases (user_id, store_item_id, price, bought_at)
   select request.user_id, item.id, item.cost, cast(:now as bigint)
     from (select cast(:user_id as bigint) as user_id) as request
     left join store_items as item
       on item.id = :store_item_id and item.game_id = :game_id and item.withdrawn_at is null
   returning price`,
  { inserts: 'purchases' },
)

/** A purchase with the price 0. No row: the game has no such item, or the user has it already. */
export const insertGift = statement<
  { user_id: number; store_item_id: number; game_id: number; now: number },
  { price: number }
>(
  `insert into purchases (user_id, store_item_id, price, bought_at)
   select cast(:user_id as bigint), id, 0, cast(:now as bigint) from store_items
    where id = :store_item_id and game_id = :game_id
   on conflict (user_id, store_item_id) do nothing returning price`,
  { inserts: 'purchases' },
)

/**
 * What adds or removes a purchase begins with it, so that no other one comes between its steps. Who changes the user's credits
 * waits for it too.
 */
export const lockOwner = statement<{ user_id: number }, { id: number }>(
  (sql) => `select id from users where id = :user_id ${sql.lockRow}`,
)

/** What decides whether a user can buy an item. No cost: it is not on sale in this game. */
export const findOffer = statement<
  { user_id: number; store_item_id: number; game_id: number },
  { credits: number; cost: number | null; owned_price: number | null }
>(`
  select users.credits, item.cost, (select price from ${PURCHASE}) as owned_price
    from users
    left join store_items as item
      on item.id = :store_item_id and item.game_id = :game_id and item.withdrawn_at is null
   where users.id = :user_id`)

/** No row: the user does not have it. */
export const deletePurchase = statement<
  { user_id: number; store_item_id: number },
  { price: number }
>(`delete from ${PURCHASE} returning price`, { deletes: 'purchases' })

export const findGameOfId = statement<{ id: number }, { game_id: number }>(`
  select game_id from store_items where id = :id`)

export const findManagedItem = statement<
  { id: number },
  {
    id: number
    game_id: number
    name: string
    cost: number
    description: string
    category: string
    icon_url: string | null
  }
>(`
  select id, game_id, name, cost, description, category, icon_url from store_items where id = :id`)
