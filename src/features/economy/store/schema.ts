import { T } from '../../../http/typed-schema.ts'
import {
  GameToken,
  Id,
  IdOf,
  LongText,
  Message,
  Nullable,
  OwnIdParams,
  Text,
  Timestamp,
  Whole,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const Item = T.Object(
  {
    id: T.Integer({ description: 'The id of the item', examples: [5] }),
    name: T.String({ description: 'The name of the item', examples: ['Sword'] }),
    cost: T.Integer({ description: 'What it costs now, in credits', examples: [20] }),
    description: T.String({
      description: 'A text about it; may be empty',
      examples: ['A plain blade'],
    }),
    category: T.String({ description: 'May be empty', examples: ['weapons'] }),
    icon_url: Nullable(
      T.String({
        description: 'The web address of its icon, or null',
        examples: ['https://example.com/sword.png'],
      }),
    ),
  },
  { title: 'StoreItem' },
)

const ManagedItem = T.Object(
  {
    ...Item.properties,
    withdrawn_at: Nullable(
      T.String({ ...Timestamp, description: 'When it was withdrawn; null while it is on sale' }),
    ),
  },
  { title: 'ManagedStoreItem' },
)

const itemFields = {
  name: Text(limits.item_name_characters.value, {
    description: 'The name of the item',
    examples: ['Sword'],
  }),
  cost: Whole({ minimum: 0, description: 'What it costs, in credits', examples: [20] }),
  description: LongText(limits.text_bytes.value, {
    description: 'A text about it',
    examples: ['A plain blade'],
  }),
  category: Text(limits.item_name_characters.value, {
    min: 0,
    description: 'Any word by which the game sorts its items',
    examples: ['weapons'],
  }),
  icon_url: Text(limits.url_characters.value, {
    description: 'The web address of its icon',
    examples: ['https://example.com/sword.png'],
  }),
}

export const NewItem = T.Object({
  ...itemFields,
  description: T.Optional(T.String({ ...itemFields.description, default: '' })),
  category: T.Optional(T.String({ ...itemFields.category, default: '' })),
  icon_url: T.Optional(itemFields.icon_url),
})

const owned = {
  200: T.Object(
    {
      credits: T.Integer({ description: 'The balance of the user', examples: [130] }),
      game_user_store_items: T.Array(Item, { description: 'The items that the user has, by id' }),
    },
    { title: 'OwnedStoreItems' },
  ),
}

export const listStoreItemsSchema = {
  operation: 'store.items',
  summary: "The items in the game's store",
  description: 'By id, without withdrawn ones. No user has to be signed in.',
  caller: 'anyone',
  body: T.Object({
    game_id: T.Integer({ ...Id, description: 'The id of the game' }),
    game_token: GameToken,
  }),
  response: { 200: T.Object({ store_items: T.Array(Item) }, { title: 'StoreItemList' }) },
  refuses: ['game_not_found', 'game_disabled'],
  statuses: { invalid_input: 404 },
} as const

export const buyItemSchema = {
  operation: 'store.purchase',
  summary: 'Buy an item with credits',
  description:
    'A user can have each item once. Its current cost is taken from the credits, in one step with the purchase.',
  params: OwnIdParams,
  body: T.Object({
    store_item_id: T.Integer({ ...Id, description: 'The item to buy', examples: [5] }),
  }),
  response: owned,
  refuses: ['not_your_account', 'item_not_found', 'item_already_purchased', 'not_enough_credits'],
  statuses: { invalid_input: 404 },
} as const

export const revokePurchaseSchema = {
  operation: 'store.refund',
  access: 'competitive',
  is_write: true,
  summary: 'Revoke a purchase and refund its price',
  description:
    'The user gets back what they paid, even if the item costs something else now, and can buy it again.',
  params: OwnIdParams,
  body: T.Object({
    store_item_id: T.Integer({ ...Id, description: 'The item to give back', examples: [5] }),
    reimburse: T.Optional(
      T.Boolean({
        default: true,
        description: 'false: revoke it without a refund',
        examples: [true],
      }),
    ),
  }),
  response: owned,
  refuses: ['not_your_account', 'item_not_purchased', 'out_of_range'],
  statuses: { invalid_input: 404 },
} as const

export const showPurchasesSchema = {
  operation: 'store.purchases',
  summary: 'The items that a user has bought',
  description:
    'Every player of the game may read them. Items that were withdrawn from the store since are included.',
  params: IdOf('a user of the game'),
  response: owned,
  refuses: ['user_not_found', 'other_game'],
} as const

export const listAllStoreItemsSchema = {
  operation: 'admin.store.list',
  summary: 'Every store item of a game, including withdrawn ones',
  description: 'By id, all in one answer.',
  caller: 'staff',
  params: IdOf('the game'),
  response: {
    200: T.Object({ store_items: T.Array(ManagedItem) }, { title: 'ManagedStoreItemList' }),
  },
  refuses: ['game_not_found'],
} as const

export const addStoreItemSchema = {
  operation: 'admin.store.add',
  summary: "Add an item to a game's store",
  description: 'Players can buy it at once.',
  caller: 'staff',
  params: IdOf('the game'),
  body: NewItem,
  response: { 201: Item },
  refuses: ['game_not_found'],
} as const

export const changeStoreItemSchema = {
  operation: 'admin.store.change',
  summary: 'Change a store item; fields that are not sent stay',
  description:
    'Players who own the item see the change too, but get back what they paid if they return it. A withdrawn item cannot be changed.',
  caller: 'staff',
  params: IdOf('the store item'),
  body: T.Partial(
    T.Object({
      ...itemFields,
      icon_url: Nullable(
        T.String({
          ...itemFields.icon_url,
          description: 'The web address of its icon; null removes it',
        }),
      ),
    }),
  ),
  response: { 200: Item },
  refuses: ['item_not_found'],
} as const

export const withdrawStoreItemSchema = {
  operation: 'admin.store.withdraw',
  summary: 'Withdraw an item from the store; players who own it keep it',
  description: 'It can no longer be bought or changed, but still be returned for what was paid.',
  caller: 'staff',
  params: IdOf('the store item'),
  response: { 200: Message },
  refuses: ['item_not_found'],
} as const
