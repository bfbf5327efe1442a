import { Client } from '../support/world.ts'
import { bySystem, create, type MakeSample } from './sample-requests.ts'

/** Of the routes of announcements. */
export const announcementSamples: Record<string, MakeSample> = {
  'POST /api/v3/announcements': async (world) => {
    const user = { 'current-user-id': String((await world.player()).id) }
    const { base, headers } = world.system
    return { client: new Client(base, { ...headers, ...user }), fields: { text: 'hello' } }
  },
  'POST /admin/api/games/:id/announcements': bySystem(async ({ game }) => ({
    params: { id: game.id },
    fields: { text: 'hello' },
  })),
  'DELETE /admin/api/announcements/:id': bySystem(async ({ game, system }) => ({
    params: {
      id: await create(system, `//admin/api/games/${game.id}/announcements`, {
        text: 'later',
        at: '2999-01-01T00:00:00Z',
      }),
    },
  })),
}
