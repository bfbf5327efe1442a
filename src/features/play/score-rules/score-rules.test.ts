import { expect } from 'vitest'
import { codeOf } from '../../../../test/support/fair-scores.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine } from '../../../../test/support/world.ts'

onEachEngine('rules are set by admins, listed, checked, deleted and audited', async (world) => {
  const game_ids = [world.game.id]
  const { browser } = await joinStaff(world, { role: 'admin', game_ids })
  const support = (await joinStaff(world, { role: 'support', game_ids })).browser
  const path = `/games/${world.game.id}/score_rules`
  const rule = { kind: 'leaderboard', name: 'b', maximum: 5, outcome: 'review' }
  expect((await support.put(path, rule)).status).toBe(403)
  for (const wrong of [
    { maximum: null },
    { minimum: 6 },
    { most_per_minute: 0 },
    { largest_step: -1 },
    { outcome: 'ban' },
    { kind: 'player' },
    { name: '' },
  ])
    expect([wrong, codeOf(await browser.put(path, { ...rule, ...wrong }))]).toEqual([
      wrong,
      [422, 'invalid_input'],
    ])
  expect((await browser.put(path, rule)).body).toMatchObject({ maximum: 5, minimum: null })
  await browser.put(path, { ...rule, maximum: undefined, needs_finished_round: true })
  const { score_rules } = (await support.get(path)).body
  expect(score_rules).toMatchObject([{ name: 'b', maximum: null, needs_finished_round: true }])
  const of = { kind: 'leaderboard', name: 'b' }
  const deleted = [await browser.delete(path, of), await browser.delete(path, of)]
  expect(deleted.map(codeOf)).toEqual([
    [200, null],
    [404, 'score_rule_not_found'],
  ])
  const log = (await browser.get(`/games/${world.game.id}/audit_log`)).body.entries
  expect(log.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
    'admin.scoreRules.delete',
    'admin.scoreRules.set',
    'admin.scoreRules.set',
  ])
  expect(log[1]).toMatchObject({ old_values: { ...of, maximum: 5 }, new_values: of })
})
