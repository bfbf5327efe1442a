import { expect } from 'vitest'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine } from '../../../../test/support/world.ts'

const ADD_SCORE = 'POST /users/:id/add_score'

interface Route {
  name: string
  audience: string
  is_custom: boolean
}

onEachEngine(
  'the grid of permissions shows every route once, and a proposal what would change, as the API then acts',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'admin' })
    const path = `/games/${world.game.id}/permissions`
    const before = (await browser.get(path)).body
    const routes: Route[] = before.features.flatMap(({ routes: list }: { routes: Route[] }) => list)
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
    expect(routes.length).toBeGreaterThan(80)
    expect([before.preset, before.proposed]).toEqual(['casual', null])

    const rules = { 'GET /users/:id': 'none', [ADD_SCORE]: 'both' }
    const query = new URLSearchParams({ preset: 'competitive', routes: JSON.stringify(rules) })
    const { changes } = (await browser.get(`${path}?${query.toString()}`)).body.proposed
    expect(changes).toContainEqual({
      route: 'GET /users/:id',
      summary: expect.any(String),
      feature: expect.any(String),
      before: 'both',
      after: 'none',
    })
    expect(changes.map((change: { route: string }) => change.route)).not.toContain(ADD_SCORE)
    const { differences } = before.presets[1]
    expect(changes).toHaveLength(differences - 1 + 1)

    const permissions = { preset: 'competitive', routes: rules }
    expect((await browser.put(`/games/${world.game.id}`, { permissions })).status).toBe(200)
    const player = await world.player()
    expect((await player.get(`/users/${player.id}`)).status).toBe(403)
    expect((await player.post(player.at('add_score'), { score: 1 })).status).toBe(200)
    expect((await player.post(player.at('add_credits'), { credits: 1 })).status).toBe(403)
    const after = (await browser.get(path)).body
    const custom = after.features
      .flatMap(({ routes: list }: { routes: Route[] }) => list)
      .filter(({ is_custom }: Route) => is_custom)
    expect(custom.map(({ name }: Route) => name).toSorted()).toEqual(Object.keys(rules).toSorted())
    expect((await browser.get(`${path}?routes={"GET /nothing":"none"}`)).status).toBe(422)
  },
)

onEachEngine('staff read the variables of a game, and remove some of them', async (world) => {
  const { browser } = await joinStaff(world, { role: 'admin' })
  const path = `/games/${world.game.id}`
  const variables = ['a', 'b'].map((key) => ({ key, value: '1' }))
  await browser.put(path, { variables })
  await browser.put(path, { removed_variables: ['a', 'unknown'] })
  const { body } = await browser.get(path)
  expect(body).toMatchObject({ id: world.game.id, permissions: { preset: 'casual' } })
  expect(body.game_variables).toEqual([{ id: expect.any(Number), key: 'b', value: '1' }])
})
