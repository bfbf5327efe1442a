import { game, newAccount, typedScore, url } from '../shared/game.ts'
import { session } from './custom-fetch.ts'
import {
  accountsSignUp,
  creditsAdd,
  gamesVerify,
  roundsCreate,
  storeItems,
  storePurchase,
  storePurchases,
} from './generated/playkeep.ts'

const verified = await gamesVerify(game)

const player = await accountsSignUp(newAccount())
if (player.status !== 200) throw new Error(`no account at ${url}: ${player.status}`)
const { id } = player.data
session.token = player.data.authentication_token ?? ''

const store = await storeItems(game)
const item = store.status === 200 ? store.data.store_items[0] : undefined
if (!item) throw new Error('the store is empty')

const rich = await creditsAdd(id, { credits: item.cost + 5 })
const round = await roundsCreate(
  { game_user_id: id, game_type: 'race', score: 12.5 },
  { 'Idempotency-Key': crypto.randomUUID() },
)
if (round.status !== 201) throw new Error(`no round: ${round.status}`)

const bought = await storePurchase(id, { store_item_id: item.id })
const owned = await storePurchases(id)
const refused = await storePurchase(id, { store_item_id: item.id })
// A refusal is the sentence or, as the fetch function asks for, a problem.
if (refused.status !== 403 || typeof refused.data === 'string') throw new Error('bought twice')

console.log(
  JSON.stringify({
    game: verified.status === 200 ? verified.data.name : undefined,
    earned: rich.status === 200 ? rich.data.credits : undefined,
    score: typedScore(round.data.score, true),
    credits: bought.status === 200 ? bought.data.credits : undefined,
    owned:
      owned.status === 200 ? owned.data.game_user_store_items.map(({ name }) => name) : undefined,
    refused: { status: refused.status, code: refused.data.code },
  }),
)
