import { self, signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import {
  addStoreItem,
  buyItem,
  changeStoreItem,
  findGameOfItem,
  listAllStoreItems,
  listStoreItems,
  revokePurchase,
  showPurchases,
  withdrawStoreItem,
} from './rules.ts'
import {
  addStoreItemSchema,
  buyItemSchema,
  changeStoreItemSchema,
  listAllStoreItemsSchema,
  listStoreItemsSchema,
  revokePurchaseSchema,
  showPurchasesSchema,
  withdrawStoreItemSchema,
} from './schema.ts'

const rebuildAnswer: RebuildAnswer = (request) => {
  const player = signedIn(request)
  return showPurchases(request.context, player, player.id)
}

export const storeRoutes: Routes = (app) => {
  app.get('/games/store_items', { schema: listStoreItemsSchema }, (request) =>
    listStoreItems(request.context, request.body),
  )
  app.get('/users/:id/game_user_store_items', { schema: showPurchasesSchema }, (request) =>
    showPurchases(request.context, signedIn(request), request.params.id),
  )
  app.post(
    '/users/:id/purchase_game_user_store_item',
    { schema: buyItemSchema, config: { rebuildAnswer } },
    (request) => buyItem(request.context, self(request), request.body.store_item_id),
  )
  for (const path of ['purchase_game_user_store_item', 'remove_game_user_store_item']) {
    for (const method of ['GET', 'DELETE']) {
      app.route({
        method,
        url: `/users/:id/${path}`,
        schema: revokePurchaseSchema,
        config: { rebuildAnswer },
        handler: (request) => revokePurchase(request.context, self(request), request.body),
      })
    }
  }
}

const gameOf = { find: findGameOfItem, unknown: 'item_not_found' } as const

export const storeAdminRoutes: Routes = (app) => {
  app.get('/games/:id/store_items', { schema: listAllStoreItemsSchema }, (request) =>
    listAllStoreItems(request.context, request.params.id),
  )
  app.post('/games/:id/store_items', { schema: addStoreItemSchema }, (request) =>
    addStoreItem(request.context, request.params.id, request.body),
  )
  app.put('/store_items/:id', { schema: changeStoreItemSchema, config: { gameOf } }, (request) =>
    changeStoreItem(request.context, request.params.id, request.body),
  )
  app.delete(
    '/store_items/:id',
    { schema: withdrawStoreItemSchema, config: { gameOf } },
    (request) => withdrawStoreItem(request.context, request.params.id),
  )
}
