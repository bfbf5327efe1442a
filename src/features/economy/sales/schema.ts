import { T } from '../../../http/typed-schema.ts'
import { Id, IdOf, Nullable, OneOf, PlayerName, Timestamp } from '../../../http/shapes.ts'

const sums = {
  sold: T.Integer({ description: 'How often it was bought', examples: [120] }),
  refunded: T.Integer({ description: 'How often its price was refunded', examples: [3] }),
  credits: T.Integer({
    description: 'Credits that players paid, minus refunds',
    examples: [2340],
  }),
}

const store_item_id = T.Optional(T.Integer({ ...Id, description: 'Only this item', examples: [5] }))

export const showSalesSchema = {
  operation: 'admin.store.sales',
  summary: 'How often items were sold, and for how many credits',
  description:
    'Of each item that was ever sold, in all and in the last 30 days, and of all together for each of these days in UTC. What players of deleted accounts bought stays counted.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({ store_item_id }),
  response: {
    200: T.Object(
      {
        items: T.Array(
          T.Object(
            {
              store_item_id: T.Integer({ description: 'The id of the item', examples: [5] }),
              ...sums,
              last_30_days: T.Object(sums, { title: 'SaleSums' }),
            },
            { title: 'ItemSales' },
          ),
        ),
        days: T.Array(
          T.Object(
            { day: T.String({ description: 'In UTC', examples: ['2026-01-02'] }), ...sums },
            { title: 'SalesOfDay' },
          ),
          { description: 'The oldest first; the last one is today' },
        ),
      },
      { title: 'StoreSales' },
    ),
  },
  refuses: ['game_not_found', 'read_too_slow'],
} as const

export const listSalesSchema = {
  operation: 'admin.store.purchases',
  summary: 'Purchases and refunds in the store of a game, the newest first',
  description:
    'In a game with more than 1000 players, one answer looks at the latest 20000 changes of credits on the server: it may have fewer entries than asked for, or none, and still a next page.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    store_item_id,
    before: T.Optional(T.Integer({ ...Id, description: 'Only entries with a smaller id' })),
    limit: T.Optional(
      T.Integer({ ...Id, default: 50, description: 'At most 100; more counts as 100' }),
    ),
  }),
  response: {
    200: T.Object(
      {
        sales: T.Array(
          T.Object(
            {
              id: T.Integer({ description: 'The id of the change of credits', examples: [88] }),
              kind: OneOf('purchase', 'refund'),
              user: PlayerName,
              store_item_id: T.Integer({ description: 'The id of the item', examples: [5] }),
              item_name: Nullable(T.String({ description: 'Its name now', examples: ['Sword'] })),
              credits: T.Integer({ description: 'What was paid or refunded', examples: [20] }),
              at: Timestamp,
            },
            { title: 'StoreSale' },
          ),
        ),
        next: Nullable(T.Integer({ description: 'To be sent as `before` for the next page' })),
      },
      { title: 'StoreSalePage' },
    ),
  },
  refuses: ['game_not_found', 'item_not_found', 'read_too_slow'],
} as const
