import { game, newAccount, typedScore, url } from '../shared/game.ts'
import { client } from './generated/client.gen.ts'
import {
  accountsSignUp,
  creditsAdd,
  gamesVerify,
  roundsCreate,
  storeItems,
  storePurchase,
  storePurchases,
} from './generated/sdk.gen.ts'

client.setConfig({ baseUrl: url, headers: { accept: 'application/problem+json' } })

const verified = await gamesVerify({ query: game })

const player = await accountsSignUp({ body: newAccount(), throwOnError: true })
const { id, authentication_token } = player.data
// The client asks for every header that a route knows: the others are those of service keys.
client.setConfig({
  auth: ({ name }) =>
    name === 'authentication-token' ? (authentication_token ?? undefined) : undefined,
})
const path = { id }

const store = await storeItems({ query: game, throwOnError: true })
const item = store.data.store_items[0]
if (!item) throw new Error('the store is empty')

const rich = await creditsAdd({ path, body: { credits: item.cost + 5 } })
const round = await roundsCreate({
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { game_user_id: id, game_type: 'race', score: 12.5 },
  throwOnError: true,
})

const bought = await storePurchase({ path, body: { store_item_id: item.id } })
const owned = await storePurchases({ path })
const refused = await storePurchase({ path, body: { store_item_id: item.id } })
if (!refused.error) throw new Error('bought twice')

console.log(
  JSON.stringify({
    game: verified.data?.name,
    earned: rich.data?.credits,
    score: typedScore(round.data.score, true),
    credits: bought.data?.credits,
    owned: owned.data?.game_user_store_items.map(({ name }) => name),
    refused: { status: refused.response?.status, code: refused.error.code },
  }),
)
