import { expect } from 'vitest'
import { type Browser, joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, type Reply, unique, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

interface Listed {
  id: number
  username: string
}

async function list(browser: Browser, { game }: World, query = ''): Promise<Listed[]> {
  const players: Listed[] = []
  for (let after = ''; ;) {
    const { status, text, body } = await browser.get(`/games/${game.id}/players?${query}${after}`)
    if (status !== 200) throw new Error(text)
    players.push(...body.players)
    if (body.next === null) return players
    after = `&after=${body.next}`
  }
}

const ids = (players: { id: number }[]) => players.map(({ id }) => id)

const banForEver = statement<{ id: number }>(
  `update users set banned_until = 253402300799999, ban_reason = 'x' where id = :id`,
  { updates: 'users' },
)

onEachEngine('staff find players by name, email address and id, page by page', async (world) => {
  const { browser } = await joinStaff(world, { role: 'support' })
  const { browser: viewer } = await joinStaff(world, { role: 'viewer' })
  const mark = unique('Émile')
  const address = unique('find')
  const found = []
  for (const end of ['c', 'B', 'a', '\u{1f600}'])
    found.push(
      await world.player({
        username: mark + end,
        email: `${address}${end.codePointAt(0)}@example.com`,
      }),
    )
  const [c, b, a, smile] = found
  await (await world.otherGame()).player({ username: `${mark}z`, email: `${address}@example.com` })
  const in_order = [a, b, c, smile].map((player) => player?.id)
  const search = (text: string, more = '') =>
    list(browser, world, `search=${encodeURIComponent(text)}&limit=1${more}`)

  expect(ids(await search(mark.toUpperCase()))).toEqual(in_order)
  expect(ids(await search(mark, '&direction=descending'))).toEqual(in_order.toReversed())
  expect(ids(await search(`${mark}B`))).toEqual([b?.id])
  expect(ids(await search(`${mark}_`))).toEqual([])
  expect(ids(await search(a?.email.toUpperCase() ?? ''))).toEqual([a?.id])
  expect(ids(await search(`${a?.email.split('@')[0]}@ex`))).toEqual([a?.id])
  expect(ids(await search(String(a?.id)))[0]).toBe(a?.id)
  expect(ids(await list(browser, world, 'limit=3'))).toEqual(ids(found).toReversed())
  expect(ids(await list(browser, world, 'limit=3&direction=ascending'))).toEqual(ids(found))
  expect(ids(await list(browser, world, 'sort=name&limit=2'))).toEqual(in_order)

  const [shown] = await list(viewer, world, `search=${a?.id}`)
  expect(shown).toMatchObject({ id: a?.id, email: null })
  const path = `/games/${world.game.id}/players`
  expect(refusal(await viewer.get(`${path}?search=a@b`))).toEqual([403, 'role_too_low'])
  for (const after of ['x', 'W10', Buffer.from('["a",1]').toString('base64url')])
    expect(refusal(await browser.get(`${path}?after=${after}`))).toEqual([422, 'invalid_input'])
  expect(refusal(await browser.get('/games/999999999/players'))).toEqual([404, 'game_not_found'])
})

onEachEngine(
  'players are sorted and filtered by score, credits, last seen and bans',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'support' })
    const [low, high, middle, rich] = [
      await world.player(),
      await world.player(),
      await world.player(),
      await world.player({ credits: 50 }),
    ]
    for (const [player, score] of [
      [low, -5],
      [high, 9],
      [middle, 3],
      [rich, 3],
    ] as const)
      await player.post(player.at('set_score'), { score })
    const device_id = unique('device-of-a-guest')
    const guest = (await world.visitor.post('/users/guest', { ...world.credentials, device_id }))
      .body
    await world.context.db.transaction((tx) => tx.run(banForEver, { id: high.id }))
    await world.server.flush()
    const by = async (query: string) => ids(await list(browser, world, `${query}&limit=2`))

    expect(await by('sort=score')).toEqual([high.id, rich.id, middle.id, guest.id, low.id])
    expect(await by('sort=score&direction=ascending')).toEqual([
      low.id,
      guest.id,
      middle.id,
      rich.id,
      high.id,
    ])
    expect((await by('sort=credits'))[0]).toBe(rich.id)
    expect(await by('banned=true')).toEqual([high.id])
    expect(await by('guests=true&sort=last_seen')).toEqual([guest.id])
    expect(await by('banned=false&min_score=0&sort=name')).toEqual(
      [middle, rich, guest]
        .toSorted((one, other) => (one.username < other.username ? -1 : 1))
        .map(({ id }) => id),
    )
    expect(await by('min_credits=50')).toEqual([rich.id])
    expect(await by('seen_since=2999-01-01T00:00:00Z')).toEqual([])
    expect((await by('sort=last_seen&seen_since=2020-01-01T00:00:00Z')).length).toBe(5)
    const [banned] = await list(browser, world, `search=${high.id}`)
    expect(banned).toMatchObject({ banned_until: '9999-12-31T23:59:59.999Z', muted_until: null })
  },
)
