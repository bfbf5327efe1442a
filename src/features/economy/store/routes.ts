import { self, signedIn } from '../../../http/authentication.ts'
import type { Routes } from '../../../http/types.ts'
import {
  addItem,
  buyItem,
  changeItem,
  revokePurchase,
  showPurchases,
  showStore,
  showWholeStore,
  withdraw,
} from './rules.ts'
import {
  addItemSchema,
  buyItemSchema,
  changeItemSchema,
  revokePurchaseSchema,
  showPurchasesSchema,
  showStoreSchema,
  showWholeStoreSchema,
  withdrawItemSchema,
} from './schema.ts'

export const storeRoutes: Routes = (app) => {
  app.get('/games/store_items', { schema: showStoreSchema }, (request) =>
    showStore(request.context, request.body),
  )
  app.get('/users/:id/game_user_store_items', { schema: showPurchasesSchema }, (request) =>
    showPurchases(request.context, signedIn(request), request.params.id),
  )
  app.post('/users/:id/purchase_game_user_store_item', { schema: buyItemSchema }, (request) =>
    buyItem(request.context, self(request), request.body.store_item_id),
  )
  for (const path of ['purchase_game_user_store_item', 'remove_game_user_store_item']) {
    for (const method of ['GET', 'DELETE']) {
      app.route({
        method,
        url: `/users/:id/${path}`,
        schema: revokePurchaseSchema,
        handler: (request) => revokePurchase(request.context, self(request), request.body),
      })
    }
  }
}

export const storeAdminRoutes: Routes = (app) => {
  app.get('/games/:id/store_items', { schema: showWholeStoreSchema }, (request) =>
    showWholeStore(request.context, request.params.id),
  )
  app.post('/games/:id/store_items', { schema: addItemSchema }, (request) =>
    addItem(request.context, request.params.id, request.body),
  )
  app.put('/store_items/:id', { schema: changeItemSchema }, (request) =>
    changeItem(request.context, request.params.id, request.body),
  )
  app.delete('/store_items/:id', { schema: withdrawItemSchema }, (request) =>
    withdraw(request.context, request.params.id),
  )
}
