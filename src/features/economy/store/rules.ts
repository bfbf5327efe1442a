import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { isoTime } from '../../../services/times.ts'
import { NullViolation, type Reader, UniqueViolation } from '../../../storage/database.ts'
import { step } from '../../../storage/statement.ts'
import { isWanted, publicUser, recordIfWanted } from '../../operations/events/rules.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { authenticateGame, refuseUnknownGame } from '../../operations/games/rules.ts'
import { findUserInGame } from '../../players/users/rules.ts'
import { priceSteps, tellOfCredits } from '../credits/rules.ts'
import {
  deletePurchase,
  findCredits,
  findOffer,
  insertGift,
  insertItem,
  insertPurchase,
  insertSampleItems,
  listAllItems,
  listItems,
  listOwnedItems,
  lockGame,
  lockOwner,
  updateItem,
  updateItemWithdrawn,
  findGameOfId,
  findManagedItem,
  findPurchase,
} from './queries.ts'

export interface NewItem {
  name: string
  cost: number
  description?: string
  category?: string
  icon_url?: string | null
}

export async function addStoreItem(context: Context, game_id: number, item: NewItem) {
  const { name, cost, description = '', category = '', icon_url = null } = item
  const values = { name, cost, description, category, icon_url }
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    const row = await tx.first(insertItem, { game_id, ...values, now: tx.now() })
    if (!row) throw new Error('the new item has no id')
    await recordItem(tx, { id: row.id, game_id }, { action: 'add', after: values })
    return { id: row.id, ...values }
  })
}

const recordItem = (
  tx: Transaction,
  { id, game_id }: { id: number; game_id: number },
  {
    action,
    before,
    after,
  }: { action: 'add' | 'change' | 'withdraw'; before?: object; after?: object },
) =>
  recordChange(tx, {
    action: `admin.store.${action}`,
    game_id,
    target: 'store_item',
    target_id: id,
    before: { ...before },
    after: { ...after },
  })

/** Players who bought it at the old price get that price back on a refund. */
export function changeStoreItem(context: Context, id: number, changes: Partial<NewItem>) {
  const { name = null, cost = null, description = null, category = null, icon_url = null } = changes
  return inTransaction(context, async (tx) => {
    const before = tx.staff && (await tx.first(findManagedItem, { id }))
    const sets_icon_url = changes.icon_url === undefined ? 0 : 1
    const values = { name, cost, description, category, icon_url, sets_icon_url }
    const item = await tx.first(updateItem, { id, ...values })
    if (!item) throw new Refusal('item_not_found')
    if (before)
      await recordItem(tx, before, { action: 'change', before, after: { ...before, ...item } })
    return item
  })
}

/** The item can no longer be bought; players who own it keep it. */
export function withdrawStoreItem(context: Context, id: number) {
  return inTransaction(context, async (tx) => {
    const before = tx.staff && (await tx.first(findManagedItem, { id }))
    const withdrawn = await tx.run(updateItemWithdrawn, { id, now: tx.now() })
    if (withdrawn === 0) throw new Refusal('item_not_found')
    if (before) await recordItem(tx, before, { action: 'withdraw', before })
    return { message: 'withdrawn from the store' }
  })
}

/** For operators: includes withdrawn items. */
export async function listAllStoreItems(context: Context, game_id: number) {
  await refuseUnknownGame(context.db, game_id)
  const rows = await context.db.all(listAllItems, { game_id })
  const store_items = rows.map(({ withdrawn_at, ...item }) => ({
    ...item,
    withdrawn_at: withdrawn_at === null ? null : isoTime(withdrawn_at),
  }))
  return { store_items }
}

export async function listStoreItems(
  context: Context,
  input: { game_id: number; game_token: string },
) {
  const { id: game_id } = await authenticateGame(context, input)
  return { store_items: await context.db.all(listItems, { game_id }) }
}

export const listOnSale = (reader: Reader, game_id: number) => reader.all(listItems, { game_id })

/** Also of one that is not sold any more. Undefined: the game has no such item. */
export async function findStoreItem(reader: Reader, wanted: { id: number; game_id: number }) {
  const item = await reader.first(findManagedItem, { id: wanted.id })
  return item?.game_id === wanted.game_id ? item : undefined
}

export const ownsItem = async (
  reader: Reader,
  purchase: { user_id: number; store_item_id: number },
): Promise<boolean> => (await reader.first(findPurchase, purchase)) !== undefined

const SAMPLES = JSON.stringify([
  { name: 'Sword', cost: 20, description: 'A plain blade', category: 'weapons' },
  { name: 'Shield', cost: 15, description: 'Round and sturdy', category: 'armour' },
  { name: 'Potion', cost: 5, description: 'Gives back some health', category: 'consumables' },
  { name: 'Cloak', cost: 40, description: 'Warm, and it looks good', category: 'clothes' },
])

/** Adds the samples once, even if several requests ask at the same time, and only to a store that never had an item. */
export async function fillEmptyStore(
  tx: Transaction,
  { game_id }: { game_id: number },
): Promise<void> {
  await tx.first(lockGame, { game_id })
  await tx.run(insertSampleItems, { game_id, samples: SAMPLES, now: tx.now() })
}

async function readPurchases(reader: Reader, user_id: number) {
  const [user, game_user_store_items] = await Promise.all([
    reader.first(findCredits, { user_id }),
    reader.all(listOwnedItems, { user_id }),
  ])
  return { credits: user?.credits ?? 0, game_user_store_items }
}

interface Bought {
  store_item_id: number
  price: number
}

/** Runs after the credits were changed. Like `recordIfWanted`, it is no promise where nobody asks for its events. */
function tellOfPurchase(
  tx: Transaction,
  player: Pick<Player, 'id' | 'game_id'>,
  type: 'purchase.made' | 'purchase.refunded',
  bought: Bought,
): Promise<void> | undefined {
  const { id, game_id } = player
  const told = recordIfWanted(tx, type, game_id, async () => ({
    actor_id: tx.staff ? null : id,
    audience: 'user',
    audience_id: id,
    data: { ...bought, user: await publicUser(tx, id) },
  }))
  if (bought.price === 0) return told
  const change = type === 'purchase.made' ? -bought.price : bought.price
  const reason = type === 'purchase.made' ? 'purchase' : 'refund'
  const tellMore = () => tellOfCredits(tx, player, { change, reason })
  return told ? told.then(tellMore) : tellMore()
}

/** Whether someone hears of it: then the transaction does not end with the purchase. */
const isTold = (tx: Transaction, game_id: number, type: 'purchase.made' | 'purchase.refunded') =>
  isWanted(tx, game_id, type) || isWanted(tx, game_id, 'credits.changed')

/** Refuses most of what cannot be bought before there is a transaction, which others would have to repeat. */
async function refuseOffer(
  reader: Reader,
  wanted: { user_id: number; store_item_id: number; game_id: number },
): Promise<void> {
  const { credits = 0, cost = null, owned_price } = (await reader.first(findOffer, wanted)) ?? {}
  if (cost === null) throw new Refusal('item_not_found')
  if (owned_price !== null) throw new Refusal('item_already_purchased')
  if (credits < cost) throw new Refusal('not_enough_credits')
}

/** For what has changed since then. */
function refusePurchase(error: unknown): never {
  if (error instanceof UniqueViolation) throw new Refusal('item_already_purchased')
  if (!(error instanceof NullViolation)) throw error
  throw new Refusal(error.column === 'balance_after' ? 'not_enough_credits' : 'item_not_found')
}

/** Credits and purchase change together, or not at all. */
export async function buyItem(context: Context, player: Player, store_item_id: number) {
  const { id: user_id, game_id } = player
  // One that is sent again gets the stored answer, which is looked for when the transaction begins.
  if (!context.keyed_request) await refuseOffer(context.db, { user_id, store_item_id, game_id })
  return inTransaction(context, async (tx) => {
    const now = tx.now()
    const steps = [
      step(lockOwner, { user_id }),
      step(insertPurchase, { user_id, store_item_id, game_id, now }),
      ...priceSteps({ user_id, store_item_id }, 'purchase', now),
      step(listOwnedItems, { user_id }),
    ] as const
    const is_told = isTold(tx, game_id, 'purchase.made')
    const writing = is_told ? tx.inOrder(...steps) : tx.commitWith(...steps)
    const [, [purchase], , [changed], game_user_store_items] = await writing.catch(refusePurchase)
    if (!purchase || !changed) throw new Error('the purchase was not written')
    const { price } = purchase
    if (is_told) await tellOfPurchase(tx, player, 'purchase.made', { store_item_id, price })
    return { credits: changed.credits, game_user_store_items }
  })
}

/** By staff. The price is 0, so a refund pays nothing. Withdrawn items can be granted too. */
export async function grantItem(
  tx: Transaction,
  player: Player,
  store_item_id: number,
): Promise<void> {
  const { id: user_id, game_id } = player
  tx.defer(lockOwner, { user_id })
  const granted = await tx.first(insertGift, { user_id, store_item_id, game_id, now: tx.now() })
  if (!granted) {
    const item = await tx.first(findGameOfId, { id: store_item_id })
    throw new Refusal(item?.game_id === game_id ? 'item_already_purchased' : 'item_not_found')
  }
  await tellOfPurchase(tx, player, 'purchase.made', { store_item_id, price: 0 })
}

/** As a prize, to a user who is locked: the price is 0. Who has it already keeps it, and gets nothing else for it. */
export async function giveItem(
  tx: Transaction,
  player: Pick<Player, 'id' | 'game_id'>,
  store_item_id: number,
): Promise<void> {
  const { id: user_id, game_id } = player
  const gift = { user_id, store_item_id, game_id, now: tx.now() }
  if (await tx.first(insertGift, gift))
    await tellOfPurchase(tx, player, 'purchase.made', { store_item_id, price: 0 })
}

interface Revoked {
  store_item_id: number
  reimburse?: boolean
}

function refuseRefund(error: unknown): never {
  throw error instanceof NullViolation ? new Refusal('out_of_range') : error
}

/** Gives back the price that was paid. */
async function refund(tx: Transaction, player: Player, store_item_id: number, is_all: boolean) {
  const { id: user_id, game_id } = player
  const steps = [
    step(lockOwner, { user_id }),
    ...priceSteps({ user_id, store_item_id }, 'refund', tx.now()),
    step(deletePurchase, { user_id, store_item_id }),
    step(listOwnedItems, { user_id }),
  ] as const
  const is_told = isTold(tx, game_id, 'purchase.refunded')
  const writing = is_all && !is_told ? tx.commitWith(...steps) : tx.inOrder(...steps)
  const [, , [changed], [purchase], game_user_store_items] = await writing.catch(refuseRefund)
  // Also after the commit: nothing was changed.
  if (!purchase || !changed) throw new Refusal('item_not_purchased')
  const { price } = purchase
  if (is_told) await tellOfPurchase(tx, player, 'purchase.refunded', { store_item_id, price })
  return { credits: changed.credits, game_user_store_items }
}

/** Refunds the price that was paid, unless `reimburse` is false. `is_all`: the transaction has nothing else to do. */
export async function takeItemBack(
  tx: Transaction,
  player: Player,
  { store_item_id, reimburse = true, is_all = false }: Revoked & { is_all?: boolean },
) {
  if (reimburse) return refund(tx, player, store_item_id, is_all)
  const user_id = player.id
  tx.defer(lockOwner, { user_id })
  const taken = await tx.first(deletePurchase, { user_id, store_item_id })
  if (!taken) throw new Refusal('item_not_purchased')
  await tellOfPurchase(tx, player, 'purchase.refunded', { store_item_id, price: 0 })
  return readPurchases(tx, user_id)
}

export const revokePurchase = (context: Context, player: Player, revoked: Revoked) =>
  inTransaction(context, (tx) => takeItemBack(tx, player, { ...revoked, is_all: true }))

export async function showPurchases(context: ReadContext, player: Player, user_id: number) {
  if (user_id !== player.id) await findUserInGame(context.db, player, user_id)
  return readPurchases(context.db, user_id)
}

/** For routes that name it by its id alone. */
export const findGameOfItem = async ({ db }: Context, id: number) =>
  (await db.first(findGameOfId, { id }))?.game_id
