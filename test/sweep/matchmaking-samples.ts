import { expect } from 'vitest'
import type { Player, World } from '../support/world.ts'
import { bySystem, create, type MakeSample, type WriteSample } from './sample-requests.ts'

const TICKETS = '/matchmaking/tickets'
const game_type = 'duel'

const offer = async ({ system, game }: World, settings: object) => {
  const path = `//admin/api/games/${game.id}/matchmaking/${game_type}`
  const { status, text } = await system.put(path, settings)
  if (status !== 200) throw new Error(text)
}

/** In a game of its own, so that tickets of other samples are not matched with these. */
const byTwoFriends =
  (
    settings: object,
    make: (one: Player, other: Player) => Promise<Omit<WriteSample, 'client'>>,
  ): MakeSample =>
  async (world) => {
    const own_world = await world.otherGame()
    await offer(own_world, settings)
    const [one, other] = [await own_world.player(), await own_world.player()]
    await one.post('/friendships', { username: other.username })
    await other.post('/friendships', { username: one.username })
    return { client: one, ...(await make(one, other)) }
  }

const with_teams = { teams: 2, team_size: 2 }

/** Of the routes of matchmaking. */
export const matchmakingSamples: Record<string, MakeSample> = {
  'PUT /admin/api/games/:id/matchmaking/:game_type': bySystem(async ({ game }) => ({
    params: { id: game.id, game_type },
    fields: { distance: 50 },
  })),
  'DELETE /admin/api/games/:id/matchmaking/:game_type': bySystem(async (world) => {
    await offer(world, {})
    return { params: { id: world.game.id, game_type } }
  }),
  'POST /api/v3/matchmaking/tickets': byTwoFriends(with_teams, async (_one, other) => ({
    fields: { game_type, party_user_ids: [other.id] },
  })),
  'DELETE /api/v3/matchmaking/tickets/:id': byTwoFriends({}, async (one) => ({
    params: { id: await create(one, TICKETS, { game_type }) },
  })),
  'POST /api/v3/matchmaking/tickets/:id/accept': byTwoFriends(with_teams, async (one, other) => ({
    params: { id: await create(other, TICKETS, { game_type, party_user_ids: [one.id] }) },
  })),
  'POST /api/v3/matchmaking/tickets/:id/ready': byTwoFriends(
    { ready_seconds: 300 },
    async (one, other) => {
      const id = await create(one, TICKETS, { game_type })
      await create(other, TICKETS, { game_type })
      const stateOf = async () => (await one.get(`${TICKETS}/${id}`)).body.state
      await expect.poll(stateOf, { timeout: 20_000 }).toBe('ready_check')
      return { params: { id } }
    },
  ),
}
