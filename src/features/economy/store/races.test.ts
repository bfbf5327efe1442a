import { expect } from 'vitest'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { findPurchase } from './queries.ts'

const buy = (player: Player, store_item_id: number) =>
  player.post(player.at('purchase_game_user_store_item'), { store_item_id })

const ledgerRows = statement<{ user_id: number }, { change: number }>(
  `select change from credit_ledger where user_id = :user_id`,
)

const setCost = statement<{ id: number; cost: number }>(
  `update store_items set cost = :cost where id = :id`,
  { updates: 'store_items' },
)

onEachEngine(
  'credits stay the sum of the ledger while an item is bought and given back at once and its price changes',
  async (world) => {
    const { db } = world.context
    const item = await world.item({ cost: 1 })
    const player = await world.player({ credits: 10_000 })
    let owned = 0
    const remove = async (reimburse: string) => {
      const query = `store_item_id=${item.id}&reimburse=${reimburse}`
      const path = player.at(`remove_game_user_store_item?${query}`)
      if ((await player.send('DELETE', path)).status === 200) owned--
    }
    const add = async () => {
      if ((await buy(player, item.id)).status === 200) owned++
    }
    for (let round = 1; round <= 6; round++) {
      await db.transaction((tx) => tx.run(setCost, { id: item.id, cost: round * 10 }))
      await Promise.all(
        Array.from({ length: 16 }, (_, index) => {
          if (index % 3 === 0) return add()
          return remove(index % 5 === 0 ? 'False' : 'True')
        }),
      )
    }
    expect(owned).toBe(
      (await db.first(findPurchase, { user_id: player.id, store_item_id: item.id })) ? 1 : 0,
    )
    const rows = await db.all(ledgerRows, { user_id: player.id })
    const { credits } = await player.profile()
    expect(rows.reduce((sum, { change }) => sum + change, 0)).toBe(credits)
    expect(rows.length).toBeGreaterThan(6)
  },
)
