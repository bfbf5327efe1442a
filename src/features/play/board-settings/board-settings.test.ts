import { expect } from 'vitest'
import {
  changeBoard,
  enter,
  listBoard,
  runSeasons,
  seasonsOf,
  settingsPath,
  useClock,
} from '../../../../test/support/boards.ts'
import { refusal } from '../../../../test/support/groups.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'

onEachEngine(
  'on a leaderboard the best, the latest or the sum of scores counts, in either order',
  async (world) => {
    const [ann, ben] = [await world.player(), await world.player()]
    const expected = {
      'best highest': [
        [ann.id, 9, 1],
        [ben.id, 8, 2],
      ],
      'best lowest': [
        [ann.id, 1, 1],
        [ben.id, 2, 2],
      ],
      'latest highest': [
        [ben.id, 8, 1],
        [ann.id, 4, 2],
      ],
      'latest lowest': [
        [ann.id, 4, 1],
        [ben.id, 8, 2],
      ],
      'sum highest': [
        [ann.id, 14, 1],
        [ben.id, 10, 2],
      ],
      'sum lowest': [
        [ben.id, 10, 1],
        [ann.id, 14, 2],
      ],
    }
    for (const [name, rows] of Object.entries(expected)) {
      const [counts, order] = name.split(' ')
      expect((await changeBoard(world, name, { counts, order })).status).toBe(200)
      for (const score of [9, 1, 4]) await enter(ann, name, score)
      await enter(ben, name, 2)
      const added = await enter(ben, name, 8, { with_rank: true })
      const own = rows.find(([id]) => id === ben.id)
      expect(added.body.leaderboard_entry).toMatchObject({ ranked_score: own?.[1], rank: own?.[2] })
      expect(added.body).toMatchObject({ id: ben.id, username: ben.username })
      expect(await listBoard(ann, world, name)).toEqual(rows)
      const rank = await ben.get(`/games/${world.game.id}/leaderboards/${name}/rank`)
      expect(rank.body).toMatchObject({ score: own?.[1], rank: own?.[2] })
      // Without Ann's last entry, which is 4.
      const path = `//admin/api/games/${world.game.id}/leaderboard_entries`
      const of_ann = `${path}?leaderboard_name=${name}&user_id=${ann.id}`
      const { entries } = (await world.system.get(of_ann)).body
      const last = entries.find(({ score }: { score: number }) => score === 4)
      expect((await world.system.delete(`${path}/${last.id}`)).status).toBe(200)
      const left = { best: order === 'lowest' ? 1 : 9, latest: 1, sum: 10 }[counts ?? '']
      const around = await ann.get(`/games/${world.game.id}/leaderboards/${name}/around`)
      expect(around.body.leaderboard_entries).toContainEqual(
        expect.objectContaining({ game_user_id: ann.id, score: left }),
      )
    }
  },
)

onEachEngine('a season begins empty at its exact time, and the old one stays', async (world) => {
  // In Berlin, clocks change on 30 March 2031: April begins two hours before midnight UTC.
  const clock = await useClock(world, '2031-03-10T12:00:00.000Z')
  const ann = await world.player()
  await changeBoard(world, 'monthly', { period: 'month', time_zone: 'Europe/Berlin' })
  clock.set('2031-03-31T21:59:59.999Z')
  await enter(ann, 'monthly', 5)
  clock.set('2031-03-31T22:00:00.000Z')
  expect(await listBoard(ann, world, 'monthly')).toEqual([])
  const added = await enter(ann, 'monthly', 3)
  expect(added.body.leaderboard_entry).toMatchObject({ leaderboard_name: 'monthly', season: 2 })
  expect(await listBoard(ann, world, 'monthly')).toEqual([[ann.id, 3, 1]])
  expect(await listBoard(ann, world, 'monthly', '&season=1')).toEqual([[ann.id, 5, 1]])
  await runSeasons(world)
  expect((await seasonsOf(ann, world, 'monthly')).seasons).toEqual([
    {
      season: 2,
      starts_at: '2031-03-31T22:00:00.000Z',
      ends_at: '2031-04-30T22:00:00.000Z',
      state: 'running',
    },
    {
      season: 1,
      starts_at: '2031-03-10T12:00:00.000Z',
      ends_at: '2031-03-31T22:00:00.000Z',
      state: 'paid',
    },
  ])
  // Nobody plays for two days.
  await changeBoard(world, 'daily', { period: 'day', time_zone: 'Europe/Berlin' })
  clock.set('2031-04-03T12:00:00.000Z')
  await enter(ann, 'daily', 1)
  expect((await seasonsOf(ann, world, 'daily')).seasons).toMatchObject([
    { season: 2, starts_at: '2031-04-02T22:00:00.000Z', ends_at: '2031-04-03T22:00:00.000Z' },
    { season: 1, starts_at: '2031-03-31T22:00:00.000Z', ends_at: '2031-04-01T22:00:00.000Z' },
  ])
  const rank = `/games/${world.game.id}/leaderboards/monthly/rank`
  expect((await ann.get(`${rank}?season=1`)).body).toMatchObject({ score: 5, season: 1 })
  expect(refusal(await ann.get(`${rank}?season=9`))).toEqual([404, 'season_not_found'])

  const own = (await ann.get(ann.at('leaderboard_entries'))).body.leaderboard_entries
  expect(own.map((entry: Record<string, unknown>) => [entry['leaderboard_name'], entry['season']]))
    // The best first.
    .toEqual([
      ['monthly', 1],
      ['monthly', 2],
      ['daily', 2],
    ])
  const list = (await world.system.get(`//admin/api/games/${world.game.id}/leaderboards`)).body
  const leaderboards = [
    { name: 'daily', players: 1, period: 'day' },
    { name: 'monthly', players: 1, period: 'month' },
  ]
  expect(list).toMatchObject({ leaderboards, next: null })
  const exported = await ann.get(ann.at('export'))
  expect(exported.text).toContain('"leaderboard_name":"monthly"')
  expect(exported.text).not.toContain('u001f')
  const stored = encodeURIComponent('monthly\u001f1')
  expect(await listBoard(ann, world, stored)).toEqual([])
  expect((await enter(ann, 'monthly\u001f1', 99)).status).toBe(400)
  await ann.post(ann.at('clear_my_leaderboard_entries'), { leaderboard_name: 'monthly' })
  expect(await listBoard(ann, world, 'monthly')).toEqual([])
  expect(await listBoard(ann, world, 'monthly', '&season=1')).toEqual([[ann.id, 5, 1]])
})

onEachEngine('friends and members of a group have ranks of their own', async (world) => {
  const players = await world.players(5)
  const [ann, ben, cem, dan, eve] = players as [Player, Player, Player, Player, Player]
  for (const [index, player] of players.entries()) await enter(player, 'b', 10 * (index + 1))
  await ann.post('/friendships', { username: cem.username })
  await cem.post('/friendships', { username: ann.username })
  const group = (await ann.post('/groups', { name: 'g', can_auto_join: true })).body
  await dan.post('/group_connections', { group_id: group.id, user_id: dan.id })
  expect(await listBoard(ann, world, 'b', '&friends_only=true')).toEqual([
    [cem.id, 30, 1],
    [ann.id, 10, 2],
  ])
  const in_group = `&group_id=${group.id}`
  expect(await listBoard(dan, world, 'b', in_group)).toEqual([
    [dan.id, 40, 1],
    [ann.id, 10, 2],
  ])
  const path = `/games/${world.game.id}/leaderboards/b`
  expect((await ann.get(`${path}/rank?friends_only=true`)).body).toMatchObject({ rank: 2 })
  const stranger = await ann.get(`${path}/rank?friends_only=true&user_id=${eve.id}`)
  expect(refusal(stranger)).toEqual([404, 'not_on_leaderboard'])
  expect(stranger.text).toMatch(/^This view shows you and your friends .*: the user is not one/)
  const outsider = await ann.get(`${path}/rank?user_id=${eve.id}${in_group}`)
  expect(outsider.text).toMatch(/^This view shows the members of the group/)
  const around = (await ann.get(`${path}/around?limit=1&${in_group}`)).body
  expect(around).toMatchObject({
    leaderboard_entries: [{ game_user_id: ann.id, rank: 2 }],
    total: 2,
  })
  const list = `/games/${world.game.id}/leaderboard_entries?leaderboard_name=b`
  expect(refusal(await ben.get(list + in_group))).toEqual([422, 'not_group_member'])

  const page = (await ann.get(`${list}&one_per_user=true&limit=2&page=2`)).body
  expect(page.total).toBe(5)
  expect(page.leaderboard_entries).toMatchObject([
    { game_user_id: cem.id, rank: 3 },
    { game_user_id: ben.id, rank: 4 },
  ])
  expect(await listBoard(ann, world, 'b', '&from_rank=5')).toEqual([[ann.id, 10, 5]])
  expect(refusal(await ann.get(`${list}&page=1000000`))).toEqual([400, 'invalid_input'])
})

onEachEngine(
  'each group has its own board, and only its members and staff see it',
  async (world) => {
    const [ann, ben, cem] = (await world.players(3)) as [Player, Player, Player]
    await changeBoard(world, 'teams', { one_for: 'each_group', period: 'day', counts: 'sum' })
    const group = async (owner: Player) =>
      (await owner.post('/groups', { name: 'g', can_auto_join: true })).body.id
    const [one, other] = [await group(ann), await group(ben)]
    expect(refusal(await enter(ann, 'teams', 1))).toEqual([422, 'leaderboard_of_groups'])
    expect(refusal(await enter(ann, 'teams', 1, { group_id: other }))).toEqual([
      422,
      'not_group_member',
    ])
    expect(refusal(await enter(ann, 'plain', 1, { group_id: one }))).toEqual([
      422,
      'not_a_leaderboard_of_groups',
    ])
    for (const score of [2, 3]) await enter(ann, 'teams', score, { group_id: one })
    await enter(ben, 'teams', 4, { group_id: other })
    expect(await listBoard(ann, world, 'teams', `&group_id=${one}`)).toEqual([[ann.id, 5, 1]])
    expect(await listBoard(ben, world, 'teams', `&group_id=${other}`)).toEqual([[ben.id, 4, 1]])
    const list = `/games/${world.game.id}/leaderboard_entries?leaderboard_name=teams`
    expect(refusal(await cem.get(`${list}&group_id=${one}`))).toEqual([422, 'not_group_member'])
    expect(refusal(await cem.get(list))).toEqual([422, 'leaderboard_of_groups'])
    expect((await cem.get(ann.at('leaderboard_entries'))).body.leaderboard_entries).toEqual([])
    const own = (await ann.get(ann.at('leaderboard_entries'))).body.leaderboard_entries
    expect(own).toMatchObject([{ leaderboard_name: 'teams', score: 3 }, { score: 2 }])

    const path = `//admin/api/games/${world.game.id}/leaderboard_entries`
    const managed = (name: string, group_id: number) =>
      world.system.get(`${path}?leaderboard_name=${name}&group_id=${group_id}`)
    expect((await managed('teams', one)).body).toMatchObject({
      players: 1,
      entries: [{ user_id: ann.id, score: 5, rank: 1, entries: 2 }],
    })
    const stranger = await (await world.otherGame()).player()
    expect(refusal(await managed('teams', await group(stranger)))).toEqual([404, 'group_not_found'])
    expect(refusal(await managed('plain', one))).toEqual([422, 'not_a_leaderboard_of_groups'])
  },
)

onEachEngine('wrong settings are refused and change nothing', async (world) => {
  const clock = await useClock(world, '2031-06-02T12:00:00Z')
  const ann = await world.player()
  const foreign = await (await world.otherGame()).item()
  const prize = { from_rank: 1, to_rank: 2, credits: 1 }
  const wrong: [object, number, string][] = [
    [{ period: 'year' }, 422, 'invalid_input'],
    [{ period: '0 0 31 2 *' }, 422, 'invalid_input'],
    [{ period: '* * * * *' }, 422, 'invalid_input'],
    [{ period: 'day', time_zone: 'Mars/Base' }, 422, 'invalid_input'],
    [{ prizes: [prize] }, 422, 'invalid_input'],
    [{ period: 'day', one_for: 'each_group', prizes: [prize] }, 422, 'invalid_input'],
    [{ period: 'day', prizes: [{ from_rank: 2, to_rank: 1, credits: 1 }] }, 422, 'invalid_input'],
    [{ period: 'day', prizes: [{ from_rank: 1, to_rank: 1 }] }, 422, 'invalid_input'],
    [
      { period: 'day', prizes: [{ ...prize, from_rank: 2, to_rank: 9 }, prize] },
      422,
      'prize_ranks_overlap',
    ],
    [{ period: 'day', prizes: [{ ...prize, store_item_id: foreign.id }] }, 404, 'item_not_found'],
  ]
  for (const [settings, status, code] of wrong)
    expect([settings, ...refusal(await changeBoard(world, 'x', settings))]).toEqual([
      settings,
      status,
      code,
    ])
  const plain = (await world.system.get(settingsPath(world, 'x'))).body
  expect(plain).toMatchObject({ order: null, counts: 'best', period: 'none', prizes: [] })
  expect(refusal(await world.system.delete(settingsPath(world, 'x')))).toEqual([
    404,
    'leaderboard_settings_not_found',
  ])

  await changeBoard(world, 'x', { period: '30 6 * * 1-5' })
  await changeBoard(world, 'x', { period: 'day' })
  await enter(ann, 'x', 1)
  const refused = [422, 'season_has_entries']
  expect(refusal(await changeBoard(world, 'x', { period: 'week' }))).toEqual(refused)
  expect(refusal(await changeBoard(world, 'x', { period: 'day', counts: 'sum' }))).toEqual(refused)
  expect(refusal(await world.system.delete(settingsPath(world, 'x')))).toEqual(refused)
  expect((await changeBoard(world, 'x', { period: 'day', prizes: [prize] })).status).toBe(200)
  await enter(ann, 'old', 1)
  expect(refusal(await changeBoard(world, 'old', { period: 'day' }))).toEqual(refused)
  // When the season is over, the next one is free. It is paid with the prizes as they were at its end.
  clock.set('2031-06-03T00:00:00Z')
  expect((await changeBoard(world, 'x', { period: 'week', counts: 'sum' })).status).toBe(200)
  await runSeasons(world)
  expect((await ann.profile()).credits).toBe(1)
  expect((await world.system.delete(settingsPath(world, 'x'))).status).toBe(200)
  expect(await listBoard(ann, world, 'x', '&season=1')).toEqual([[ann.id, 1, 1]])
  const { browser } = await joinStaff(world, { role: 'viewer' })
  const path = `/games/${world.game.id}/leaderboards/x/settings`
  expect(refusal(await browser.put(path, {}))).toEqual([403, 'role_too_low'])
  const log = await world.system.get(`//admin/api/games/${world.game.id}/audit_log`)
  const of_x = { leaderboard_name: 'x' }
  expect(log.body.entries.slice(0, 2)).toMatchObject([
    { action: 'admin.leaderboards.removeSettings', old_values: of_x },
    { old_values: { ...of_x, period: 'day' }, new_values: { ...of_x, period: 'week' } },
  ])
})
