import { staffOf } from '../../../access/staff.ts'
import type { Routes } from '../../../http/types.ts'
import {
  listAttributesOf,
  listBlocksOf,
  listEntriesOf,
  listFriendsOf,
  listGroupsOf,
  listItemsOf,
  listLedgerOf,
  listRatingChangesOf,
  listRatingsOfPlayer,
  listRoundsOf,
  listSessionsOf,
  showProfile,
} from './rules.ts'
import {
  listAttributesSchema,
  listBlocksSchema,
  listEntriesSchema,
  listFriendsSchema,
  listGroupsSchema,
  listItemsSchema,
  listLedgerSchema,
  listRatingChangesSchema,
  listRatingsSchema,
  listRoundsSchema,
  listSessionsSchema,
  showProfileSchema,
} from './schema.ts'

const PLAYER = '/games/:id/players/:user_id'

/** The player whom the address names. */
const named = ({ params }: { params: { id: number; user_id: number } }) => ({
  game_id: params.id,
  user_id: params.user_id,
})

export const playerProfileAdminRoutes: Routes = (app) => {
  app.get(PLAYER, { schema: showProfileSchema }, (request) =>
    showProfile(request.context, staffOf(request), named(request)),
  )
  app.get(`${PLAYER}/attributes`, { schema: listAttributesSchema }, (request) =>
    listAttributesOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/sessions`, { schema: listSessionsSchema }, (request) =>
    listSessionsOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/ledger`, { schema: listLedgerSchema }, (request) =>
    listLedgerOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/rounds`, { schema: listRoundsSchema }, (request) =>
    listRoundsOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/items`, { schema: listItemsSchema }, (request) =>
    listItemsOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/friends`, { schema: listFriendsSchema }, (request) =>
    listFriendsOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/blocks`, { schema: listBlocksSchema }, (request) =>
    listBlocksOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/groups`, { schema: listGroupsSchema }, (request) =>
    listGroupsOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/leaderboard_entries`, { schema: listEntriesSchema }, (request) =>
    listEntriesOf(request.context, named(request), request.body),
  )
  app.get(`${PLAYER}/ratings`, { schema: listRatingsSchema }, (request) =>
    listRatingsOfPlayer(request.context, named(request)),
  )
  app.get(`${PLAYER}/rating_history`, { schema: listRatingChangesSchema }, (request) =>
    listRatingChangesOf(request.context, named(request), request.body),
  )
}
