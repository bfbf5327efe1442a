import createClient from 'openapi-fetch'
import { game, newAccount, typedScore, url } from '../shared/game.ts'
import type { paths } from './generated/playkeep.d.ts'

const client = createClient<paths>({
  baseUrl: url,
  headers: { accept: 'application/problem+json' },
})

const verified = await client.GET('/api/v3/games/verify', { params: { query: game } })

const player = await client.POST('/api/v3/users', { body: newAccount() })
if (!player.data) throw new Error(`no account: ${player.response.status}`)
const { id, authentication_token } = player.data
client.use({
  onRequest({ request }) {
    request.headers.set('authentication-token', authentication_token ?? '')
  },
})
const params = { path: { id } }

const store = await client.GET('/api/v3/games/store_items', { params: { query: game } })
const item = store.data?.store_items[0]
if (!item) throw new Error('the store is empty')

const rich = await client.POST('/api/v3/users/{id}/add_credits', {
  params,
  body: { credits: item.cost + 5 },
})
const round = await client.POST('/api/v3/game_rounds', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { game_user_id: id, game_type: 'race', score: 12.5 },
})
if (!round.data) throw new Error(`no round: ${round.response.status}`)

const buy = () =>
  client.POST('/api/v3/users/{id}/purchase_game_user_store_item', {
    params,
    body: { store_item_id: item.id },
  })
const bought = await buy()
const owned = await client.GET('/api/v3/users/{id}/game_user_store_items', { params })
const refused = await buy()
// A refusal is the sentence or, as asked for above, a problem.
if (typeof refused.error !== 'object') throw new Error('bought twice')

console.log(
  JSON.stringify({
    game: verified.data?.name,
    earned: rich.data?.credits,
    score: typedScore(round.data.score, true),
    credits: bought.data?.credits,
    owned: owned.data?.game_user_store_items.map(({ name }) => name),
    refused: { status: refused.response.status, code: refused.error.code },
  }),
)
