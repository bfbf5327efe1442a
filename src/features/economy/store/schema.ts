import { T } from '../../../http/typed-schema.ts'
import {
  GameToken,
  Id,
  IdParams,
  LongText,
  Message,
  Nullable,
  Text,
  Whole,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const Item = T.Object({
  id: T.Integer(),
  name: T.String(),
  cost: T.Integer(),
  description: T.String(),
  category: T.String(),
  icon_url: Nullable(T.String()),
})

export const NewItem = T.Object({
  name: Text(limits.item_name_characters.value),
  cost: Whole({ minimum: 0 }),
  description: T.Optional(LongText(limits.text_bytes.value)),
  category: T.Optional(Text(limits.item_name_characters.value, { min: 0 })),
  icon_url: T.Optional(Text(limits.url_characters.value)),
})

const owned = {
  200: T.Object({
    credits: T.Integer({ description: 'The balance of the user' }),
    game_user_store_items: T.Array(Item),
  }),
}

export const listStoreItemsSchema = {
  operation: 'store.items',
  summary: "The items in the game's store",
  caller: 'anyone',
  body: T.Object({ game_id: Id, game_token: GameToken }),
  response: { 200: T.Object({ store_items: T.Array(Item) }) },
  refuses: ['game_not_found', 'game_disabled'],
  statuses: { invalid_input: 404 },
} as const

export const buyItemSchema = {
  operation: 'store.purchase',
  summary: 'Buy an item with credits',
  params: IdParams,
  body: T.Object({ store_item_id: Id }),
  response: owned,
  refuses: ['not_your_account', 'item_not_found', 'item_already_purchased', 'not_enough_credits'],
  statuses: { invalid_input: 404 },
} as const

export const revokePurchaseSchema = {
  operation: 'store.refund',
  access: 'competitive',
  is_write: true,
  summary: 'Revoke a purchase and refund its price',
  params: IdParams,
  body: T.Object({
    store_item_id: Id,
    reimburse: T.Optional(T.Boolean({ description: 'false: revoke it without a refund' })),
  }),
  response: owned,
  refuses: ['not_your_account', 'item_not_purchased', 'out_of_range'],
  statuses: { invalid_input: 404 },
} as const

export const showPurchasesSchema = {
  operation: 'store.purchases',
  summary: 'The items that a user has bought',
  params: IdParams,
  response: owned,
  refuses: ['user_not_found', 'other_game'],
} as const

export const listAllStoreItemsSchema = {
  operation: 'admin.store.list',
  summary: 'Every store item of a game, including withdrawn ones',
  caller: 'system',
  params: IdParams,
  response: {
    200: T.Object({
      store_items: T.Array(T.Object({ ...Item.properties, withdrawn_at: Nullable(T.String()) })),
    }),
  },
  refuses: ['game_not_found'],
} as const

export const addStoreItemSchema = {
  operation: 'admin.store.add',
  summary: "Add an item to a game's store",
  caller: 'system',
  params: IdParams,
  body: NewItem,
  response: { 201: Item },
  refuses: ['game_not_found'],
} as const

export const changeStoreItemSchema = {
  operation: 'admin.store.change',
  summary: 'Change a store item; fields that are not sent stay',
  caller: 'system',
  params: IdParams,
  body: T.Partial(NewItem),
  response: { 200: Item },
  refuses: ['item_not_found'],
} as const

export const withdrawStoreItemSchema = {
  operation: 'admin.store.withdraw',
  summary: 'Withdraw an item from the store; players who own it keep it',
  caller: 'system',
  params: IdParams,
  response: { 200: Message },
  refuses: ['item_not_found'],
} as const
