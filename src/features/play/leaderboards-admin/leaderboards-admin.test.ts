import { expect } from 'vitest'
import { refusal } from '../../../../test/support/groups.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'

const enter = (player: Player, leaderboard_name: string, score: number) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score, metadata: '{"a":1}' })

const countOf = statement<
  { user_id: number },
  { entries: number; bytes: number; counted: number; counted_bytes: number }
>(`
  select usage.entries, usage.entry_bytes as bytes, count(*) as counted,
         sum(octet_length(extra_attributes) + octet_length(leaderboard_name)) as counted_bytes
    from leaderboard_usage as usage
    left join leaderboard_entries as entry on entry.user_id = usage.user_id
   where usage.user_id = :user_id group by usage.entries, usage.entry_bytes`)

/** What counts against the limits of a player is what they have. */
async function expectRightUsage({ context }: World, { id: user_id }: Player) {
  const row = await context.db.first(countOf, { user_id })
  expect([row?.entries, row?.bytes]).toEqual([Number(row?.counted), Number(row?.counted_bytes)])
}

onEachEngine(
  'staff list leaderboards, remove an entry, after which the next best counts, and clear one',
  async (world) => {
    const [ann, ben] = [await world.player(), await world.player()]
    for (const score of [5, 50, 7]) await enter(ann, 'Arena', score)
    await enter(ben, 'Arena', 20)
    for (const player of [ann, ben]) await enter(player, 'Race', 1)
    await enter(await (await world.otherGame()).player(), 'Zoo', 1)
    const { browser } = await joinStaff(world, { role: 'support' })
    const path = `/games/${world.game.id}`
    const first = (await browser.get(`${path}/leaderboards?limit=1`)).body
    const plain = { period: 'none', counts: 'best', one_for: 'game' }
    const arena = { name: 'Arena', players: 2, ...plain }
    expect(first).toEqual({ leaderboards: [arena], next: 'Arena' })
    const second = (await browser.get(`${path}/leaderboards?after=Arena`)).body
    expect(second).toEqual({ leaderboards: [{ ...arena, name: 'Race' }], next: null })

    const board = `${path}/leaderboard_entries?leaderboard_name=Arena`
    const before = (await browser.get(board)).body
    expect(before).toMatchObject({
      players: 2,
      entries: [
        { rank: 1, user_id: ann.id, username: ann.username, score: 50, entries: 3 },
        { rank: 2, user_id: ben.id, score: 20, entries: 1 },
      ],
    })
    const own = (await browser.get(`${board}&user_id=${ann.id}`)).body.entries
    expect(own.map(({ score }: { score: number }) => score)).toEqual([50, 7, 5])
    const removal = `${path}/leaderboard_entries/${before.entries[0].id}`
    expect((await browser.delete(removal)).status).toBe(200)
    expect(refusal(await browser.delete(removal))).toEqual([404, 'leaderboard_entry_not_found'])
    expect((await browser.get(board)).body.entries).toMatchObject([
      { rank: 1, user_id: ben.id, score: 20 },
      { rank: 2, user_id: ann.id, score: 7, entries: 2 },
    ])
    await expectRightUsage(world, ann)
    expect(
      (
        await browser.delete(
          `${path}/leaderboard_entries/${(await browser.get(board)).body.entries[0].id}`,
        )
      ).status,
    ).toBe(200)
    expect((await browser.get(board)).body.entries).toMatchObject([{ user_id: ann.id, rank: 1 }])

    const fields = { leaderboard_name: 'Arena' }
    const clearing = `${path}/leaderboard_entries`
    expect(refusal(await browser.delete(clearing, fields))).toEqual([403, 'role_too_low'])
    const { browser: admin } = await joinStaff(world, { role: 'admin' })
    const cleared = (await admin.delete(clearing, fields)).body
    expect(cleared).toEqual({ is_empty: true })
    expect((await browser.get(`${path}/leaderboards`)).body.leaderboards).toEqual(
      second.leaderboards,
    )
    await expectRightUsage(world, ann)
    await expectRightUsage(world, ben)
    const { entries } = (await admin.get(`${path}/audit_log?action=admin.leaderboards`)).body
    expect(entries).toMatchObject([
      { action: 'admin.leaderboards.clear', old_values: fields },
      { action: 'admin.leaderboards.removeEntry', old_values: { user_id: ben.id, score: 20 } },
      { action: 'admin.leaderboards.removeEntry', old_values: { user_id: ann.id, score: 50 } },
    ])
  },
)
