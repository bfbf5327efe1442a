import { expect } from 'vitest'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { verifyLedger } from '../credits/rules.ts'

const buy = (player: Player, store_item_id: unknown, headers = {}) =>
  player.post(player.at('purchase_game_user_store_item'), { store_item_id }, headers)

const storeOf = ({ visitor, game }: World, token = game.token) =>
  visitor.get(`/games/store_items?game_id=${game.id}&game_token=${token}`)

const ids = (items: { id: number }[]) => items.map(({ id }) => id)

const ledgerRows = statement<
  { user_id: number },
  { change: number; reason: string; reference: string }
>(`
  select change, reason, reference from credit_ledger where user_id = :user_id order by id`)

onEachEngine(
  "the store lists the items of a game, ordered by id, to callers with the game's id and token",
  async (world) => {
    const items = [await world.item({ cost: 5 }), await world.item({ cost: 1 })]
    await (await world.otherGame()).item()
    const { status, body } = await storeOf(world)
    expect(status).toBe(200)
    expect(body).toEqual({
      store_items: items.map((item) => ({
        ...item,
        description: '',
        category: '',
        icon_url: null,
      })),
    })
    expect((await storeOf(world, 'wrong')).status).toBe(404)
    for (const query of [
      '',
      '?game_id=abc&game_token=x',
      '?game_id=999999&game_token=x',
      `?game_id=${world.game.id}`,
    ]) {
      expect((await world.visitor.get(`/games/store_items${query}`)).status).toBe(404)
    }
  },
)

onEachEngine(
  'a purchase takes the credits, records the price and answers all items the player owns',
  async (world) => {
    const [dear, cheap] = [await world.item({ cost: 30 }), await world.item({ cost: 12 })]
    const player = await world.player({ credits: 50 })
    const first = await buy(player, cheap.id)
    expect([first.status, first.body.credits, ids(first.body.game_user_store_items)]).toEqual([
      200,
      38,
      [cheap.id],
    ])
    const second = await player.send('POST', player.at('purchase_game_user_store_item'), {
      multipart: { store_item_id: String(dear.id) },
    })
    expect([second.body.credits, ids(second.body.game_user_store_items)]).toEqual([
      8,
      [dear.id, cheap.id],
    ])
    expect(await world.context.db.all(ledgerRows, { user_id: player.id })).toMatchObject([
      { change: 50 },
      { change: -12, reason: 'purchase', reference: `store_item:${cheap.id}` },
      { change: -30, reason: 'purchase', reference: `store_item:${dear.id}` },
    ])
    const other = await world.player()
    const seen = await other.get(player.at('game_user_store_items'))
    expect(seen.body).toEqual(second.body)
  },
)

onEachEngine(
  'a purchase that the player cannot afford or has already made is 403 and changes nothing',
  async (world) => {
    const item = await world.item({ cost: 100 })
    const player = await world.player({ credits: 199 })
    expect((await buy(player, item.id)).status).toBe(200)
    const again = await buy(player, item.id)
    expect([again.status, again.headers.get('x-error-code')]).toEqual([
      403,
      'item_already_purchased',
    ])
    const dear = await buy(player, (await world.item({ cost: 100 })).id)
    expect([dear.status, dear.headers.get('x-error-code')]).toEqual([403, 'not_enough_credits'])
    const { body } = await player.get(player.at('game_user_store_items'))
    expect([body.credits, ids(body.game_user_store_items)]).toEqual([99, [item.id]])
  },
)

onEachEngine(
  'buying or revoking an item whose id is unknown, malformed or of another game is 404',
  async (world) => {
    const player = await world.player({ credits: 100 })
    const foreign = await (await world.otherGame()).item({ cost: 1 })
    for (const id of [foreign.id, 999_999, 'abc', -1, 0, 1.5, null, undefined, [], {}]) {
      expect([id, (await buy(player, id)).status]).toEqual([id, 404])
      expect([
        id,
        (
          await player.get(
            player.at(`remove_game_user_store_item?store_item_id=${JSON.stringify(id)}`),
          )
        ).status,
      ]).toEqual([id, 404])
    }
    expect((await player.profile()).credits).toBe(100)
  },
)

onEachEngine(
  'revoking a purchase gives back the price that was paid, on both paths and with both methods',
  async (world) => {
    const item = await world.item({ cost: 40 })
    const player = await world.player({ credits: 100 })
    for (const path of ['purchase_game_user_store_item', 'remove_game_user_store_item']) {
      for (const method of ['GET', 'DELETE']) {
        expect((await buy(player, item.id)).body.credits).toBe(60)
        const revoked = await player.send(method, player.at(`${path}?store_item_id=${item.id}`))
        expect([revoked.status, revoked.body]).toEqual([
          200,
          { credits: 100, game_user_store_items: [] },
        ])
      }
    }
    const again = await player.get(
      player.at(`remove_game_user_store_item?store_item_id=${item.id}`),
    )
    expect([again.status, again.headers.get('x-error-code')]).toEqual([404, 'item_not_purchased'])

    await buy(player, item.id)
    await world.system.put(`//admin/api/store_items/${item.id}`, { cost: 75 })
    const refunded = await player.get(
      player.at(`remove_game_user_store_item?store_item_id=${item.id}&reimburse=True`),
    )
    expect(refunded.body.credits).toBe(100)
    await buy(player, item.id)
    const kept = await player.get(
      player.at(`remove_game_user_store_item?store_item_id=${item.id}&reimburse=False`),
    )
    expect(kept.body).toEqual({ credits: 25, game_user_store_items: [] })
  },
)

onEachEngine(
  "players of the game can read each other's purchases, but buy and revoke only for themselves",
  async (world) => {
    const item = await world.item({ cost: 1 })
    const [player, other] = [await world.player({ credits: 5 }), await world.player({ credits: 5 })]
    const stranger = await (await world.otherGame()).player()
    expect(
      (await player.post(other.at('purchase_game_user_store_item'), { store_item_id: item.id }))
        .status,
    ).toBe(401)
    expect(
      (await player.get(other.at(`remove_game_user_store_item?store_item_id=${item.id}`))).status,
    ).toBe(401)
    expect((await stranger.get(other.at('game_user_store_items'))).status).toBe(401)
    expect((await player.get('/users/999999/game_user_store_items')).status).toBe(404)
    expect((await world.visitor.get(player.at('game_user_store_items'))).status).toBe(401)
    expect((await other.profile()).credits).toBe(5)
  },
)

onEachEngine(
  'of 100 concurrent purchases of one item, one succeeds and the ledger has one row',
  async (world) => {
    const item = await world.item({ cost: 10 })
    const player = await world.player({ credits: 10 })
    const replies = await Promise.all(Array.from({ length: 100 }, () => buy(player, item.id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(99)
    expect((await player.profile()).credits).toBe(0)
    const rows = await world.context.db.all(ledgerRows, { user_id: player.id })
    expect(rows.filter(({ reason }) => reason === 'purchase')).toHaveLength(1)
  },
)

onEachEngine(
  'of 100 concurrent purchases by a player with credits for ten, ten succeed',
  async (world) => {
    const items = await Promise.all(Array.from({ length: 100 }, () => world.item({ cost: 10 })))
    const player = await world.player({ credits: 105 })
    const replies = await Promise.all(items.map(({ id }) => buy(player, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    const { body } = await player.get(player.at('game_user_store_items'))
    expect([body.credits, body.game_user_store_items.length]).toEqual([5, 10])
  },
)

onEachEngine(
  'credits stay the sum of the ledger after 50 concurrent purchases and revocations',
  async (world) => {
    const item = await world.item({ cost: 3 })
    const player = await world.player({ credits: 10 })
    await Promise.all(
      Array.from({ length: 50 }, () => [
        buy(player, item.id),
        player.delete(player.at(`remove_game_user_store_item?store_item_id=${item.id}`)),
      ]).flat(),
    )
    const { body } = await player.get(player.at('game_user_store_items'))
    expect(body.credits).toBe(body.game_user_store_items.length === 1 ? 7 : 10)
    const { wrong } = await verifyLedger(world.context)
    expect(wrong.filter(({ user_id }) => user_id === player.id)).toEqual([])
  },
)

onEachEngine(
  'a purchase repeated with the same Idempotency-Key answers the same and takes the credits once',
  async (world) => {
    const item = await world.item({ cost: 10 })
    const player = await world.player({ credits: 100 })
    const headers = { 'idempotency-key': 'buy-once' }
    const replies = [
      await buy(player, item.id, headers),
      await buy(player, item.id, headers),
      await buy(player, item.id, headers),
    ]
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      replies.map(() => [200, replies[0]?.body]),
    )
    expect((await player.profile()).credits).toBe(90)
  },
)

onEachEngine(
  'operators add, change and withdraw items, and owners keep a withdrawn item',
  async (world) => {
    const { system, game } = world
    const path = `//admin/api/games/${game.id}/store_items`
    const made = await system.post(path, {
      name: 'Hat',
      cost: 4,
      description: 'Felt',
      category: 'clothes',
      icon_url: 'https://example.com/hat.png',
    })
    expect(made.status).toBe(201)
    const { id } = made.body
    const changed = await system.put(`//admin/api/store_items/${id}`, { cost: 6 })
    expect(changed.body).toEqual({ ...made.body, cost: 6 })
    const player = await world.player({ credits: 10 })
    await buy(player, id)

    expect((await system.delete(`//admin/api/store_items/${id}`)).status).toBe(200)

    expect((await storeOf(world)).body.store_items).toEqual([])
    expect((await system.get(path)).body.store_items).toMatchObject([
      { id, withdrawn_at: expect.stringMatching(/Z$/) },
    ])
    expect(
      ids((await player.get(player.at('game_user_store_items'))).body.game_user_store_items),
    ).toEqual([id])
    expect((await buy(await world.player({ credits: 10 }), id)).status).toBe(404)
    expect(
      (await player.get(player.at(`remove_game_user_store_item?store_item_id=${id}`))).body.credits,
    ).toBe(10)
    for (const reply of [
      await system.delete(`//admin/api/store_items/${id}`),
      await system.put(`//admin/api/store_items/${id}`, { cost: 1 }),
      await system.post('//admin/api/games/999999/store_items', { name: 'x', cost: 1 }),
      await system.get('//admin/api/games/abc/store_items'),
    ]) {
      expect(reply.status).toBe(404)
    }
    for (const wrong of [
      { name: 'x' },
      { name: '', cost: 1 },
      { name: 'x', cost: -1 },
      { name: 'x', cost: 1.5 },
    ]) {
      expect((await system.post(path, wrong)).status).toBe(422)
    }
    for (const client of [world.visitor, player]) {
      expect((await client.get(path)).status).toBe(401)
      expect((await client.post(path, { name: 'x', cost: 1 })).status).toBe(401)
      expect((await client.delete(`//admin/api/store_items/${id}`)).status).toBe(401)
    }
  },
)

onEachEngine(
  'seed_store adds sample items once, and only to a store that never had an item',
  async (world) => {
    const verify = () =>
      world.visitor.get(
        `/games/verify?game_id=${world.game.id}&game_token=${world.game.token}&seed_store=true`,
      )
    const replies = await Promise.all(Array.from({ length: 10 }, verify))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const { body } = await storeOf(world)
    expect(body.store_items).toHaveLength(4)
    expect(body.store_items.every(({ cost }: { cost: number }) => cost < 50)).toBe(true)
    const other = await world.otherGame()
    await other.item()
    await other.visitor.get(
      `/games/verify?game_id=${other.game.id}&game_token=${other.game.token}&seed_store=true`,
    )
    expect((await storeOf(other)).body.store_items).toHaveLength(1)
  },
)
