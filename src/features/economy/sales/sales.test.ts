import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '../../../durations.ts'
import { refusal } from '../../../../test/support/groups.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, openWorld } from '../../../../test/support/world.ts'

onEachEngine(
  'sales are the same before and after the server has counted them, and outlive accounts',
  async (world) => {
    const [ann, ben] = [await world.player({ credits: 100 }), await world.player({ credits: 100 })]
    const [sword, gift] = [await world.item({ cost: 20 }), await world.item({ cost: 0 })]
    const buy = (player: typeof ann, store_item_id: number) =>
      player.post(player.at('purchase_game_user_store_item'), { store_item_id })
    await buy(ann, sword.id)
    await buy(ben, sword.id)
    await buy(ben, gift.id)
    await ben.post(ben.at('add_credits'), { credits: 5 })
    await ben.delete(ben.at(`remove_game_user_store_item?store_item_id=${sword.id}`))

    const { browser } = await joinStaff(world, { role: 'viewer' })
    const path = `/games/${world.game.id}/store_items`
    const sold = { sold: 2, refunded: 1, credits: 20 }
    const free = { sold: 1, refunded: 0, credits: 0 }
    const before = (await browser.get(`${path}/sales`)).body
    expect(before.items).toEqual([
      { store_item_id: sword.id, ...sold, last_30_days: sold },
      { store_item_id: gift.id, ...free, last_30_days: free },
    ])
    expect(before.days).toHaveLength(30)
    const all = before.days.reduce((sum: number, day: { sold: number }) => sum + day.sold, 0)
    expect(all).toBe(3)
    const { days } = (await browser.get(`${path}/sales?store_item_id=${gift.id}`)).body
    expect(days.at(-1)).toMatchObject(free)

    const now = () => Date.now() + HOUR_MS
    await world.server.jobs.runDueJobs({ ...world.context, now })
    await buy(ann, gift.id)
    const after = (await browser.get(`${path}/sales`)).body
    expect(after.items).toMatchObject([sold, { ...free, sold: 2 }])

    const { sales, next } = (await browser.get(`${path}/purchases?limit=2`)).body
    expect(sales).toMatchObject([
      { kind: 'purchase', user: { id: ann.id }, store_item_id: gift.id, credits: 0 },
      {
        kind: 'refund',
        user: { id: ben.id, username: ben.username },
        item_name: sword.name,
        credits: 20,
      },
    ])
    const rest = (await browser.get(`${path}/purchases?store_item_id=${sword.id}&before=${next}`))
      .body
    expect(rest.sales).toMatchObject([{ user: { id: ben.id } }, { user: { id: ann.id } }])
    const other = await (await world.otherGame()).item()
    expect(refusal(await browser.get(`${path}/purchases?store_item_id=${other.id}`))).toEqual([
      404,
      'item_not_found',
    ])
    // The statistics find out which rows are settled, and the next run counts their sales.
    for (const hours of [1, 2])
      await world.server.jobs.runDueJobs({
        ...world.context,
        now: () => now() + hours * HOUR_MS,
      })
    expect((await ann.delete(`/users/${ann.id}`)).status).toBe(200)
    expect((await browser.get(`${path}/sales`)).body.items).toMatchObject([sold, { sold: 2 }])
  },
)

test('a sale whose transaction ends late is counted, whatever the time of the rows after it [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  onTestFinished(close)
  const ann = await world.player({ credits: 100 })
  const { id } = await world.item({ cost: 20 })
  const insert = (at: number) => `insert into credit_ledger
      (user_id, change, balance_after, reason, reference, created_at)
      values (${ann.id}, -20, 80, 'purchase', 'store_item:${id}', ${at})`
  const { db } = world.context
  await db.rawTransaction(async (run) => {
    await run(insert(Date.now()))
    await db.rawTransaction(async (other) => void (await other(insert(Date.now() - HOUR_MS))))
    const now = () => Date.now() + HOUR_MS
    await world.server.jobs.runDueJobs({ ...world.context, now })
  })
  await world.server.jobs.runDueJobs({ ...world.context, now: () => Date.now() + 3 * HOUR_MS })
  const { browser } = await joinStaff(world, { role: 'viewer' })
  const { body } = await browser.get(`/games/${world.game.id}/store_items/sales`)
  expect(body.items).toMatchObject([{ store_item_id: id, sold: 2 }])
})

onEachEngine(
  'null removes the icon of an item, and a field that is not sent stays',
  async (world) => {
    const { id } = await world.item()
    const change = async (fields: object) =>
      (await world.system.send('PUT', `//admin/api/store_items/${id}`, { json: fields })).body
    const icon_url = 'https://example.com/a.png'
    expect(await change({ icon_url })).toMatchObject({ icon_url })
    expect(await change({ cost: 3 })).toMatchObject({ icon_url, cost: 3 })
    expect(await change({ icon_url: null })).toMatchObject({ icon_url: null, cost: 3 })
  },
)
