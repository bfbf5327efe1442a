import { T } from '../../../http/typed-schema.ts'
import { Id, IdParams, LongText, Message, Nullable, Text, Whole } from '../../../http/shapes.ts'
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
  category: T.Optional(Text(limits.item_name_characters.value, { least: 0 })),
  icon_url: T.Optional(Text(limits.url_characters.value)),
})

const owned = {
  200: T.Object({
    credits: T.Integer({ description: 'What the user has left' }),
    game_user_store_items: T.Array(Item),
  }),
}

export const showStoreSchema = {
  summary: "The game's store items",
  caller: 'anyone',
  body: T.Object({ game_id: Id, game_token: T.String({ description: "The game's API token" }) }),
  response: { 200: T.Object({ store_items: T.Array(Item) }) },
  refuses: ['game_not_found', 'game_disabled'],
  statuses: { invalid_input: 404 },
} as const

export const buyItemSchema = {
  summary: 'Purchase an item with credits',
  params: IdParams,
  body: T.Object({ store_item_id: Id }),
  response: owned,
  refuses: ['not_your_account', 'item_not_found', 'item_already_purchased', 'not_enough_credits'],
  statuses: { invalid_input: 404 },
} as const

export const revokePurchaseSchema = {
  changes: true,
  summary: 'Revoke a purchase and give back what was paid',
  params: IdParams,
  body: T.Object({
    store_item_id: Id,
    reimburse: T.Optional(T.Boolean({ description: 'false gives nothing back' })),
  }),
  response: owned,
  refuses: ['not_your_account', 'item_not_purchased', 'out_of_range'],
  statuses: { invalid_input: 404 },
} as const

export const showPurchasesSchema = {
  summary: "A user's purchased items",
  params: IdParams,
  response: owned,
  refuses: ['user_not_found', 'other_game'],
  statuses: { other_game: 404 },
} as const

export const showWholeStoreSchema = {
  summary: 'Every item of a game, withdrawn ones too',
  caller: 'system',
  params: IdParams,
  response: {
    200: T.Object({
      store_items: T.Array(T.Object({ ...Item.properties, withdrawn_at: Nullable(T.String()) })),
    }),
  },
  refuses: ['game_not_found'],
} as const

export const addItemSchema = {
  summary: 'Put an item into the store of a game',
  caller: 'system',
  params: IdParams,
  body: NewItem,
  response: { 201: Item },
  refuses: ['game_not_found'],
} as const

export const changeItemSchema = {
  summary: 'Change an item; what is not sent stays',
  caller: 'system',
  params: IdParams,
  body: T.Partial(NewItem),
  response: { 200: Item },
  refuses: ['item_not_found'],
} as const

export const withdrawItemSchema = {
  summary: 'Take an item out of the store; those who own it keep it',
  caller: 'system',
  params: IdParams,
  response: { 200: Message },
  refuses: ['item_not_found'],
} as const
