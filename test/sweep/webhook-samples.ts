import type { World } from '../support/world.ts'
import { bySystem, create, type MakeSample } from './sample-requests.ts'
import type { Fields } from './samples.ts'

/** A URL that is accepted, of webhooks that send nothing: their games have no events, or they are paused. */
const WEBHOOK_URL = 'https://8.8.8.8/hooks'

async function createPausedWebhook({ game, system }: World): Promise<number> {
  const id = await create(system, `//admin/api/games/${game.id}/webhooks`, { url: WEBHOOK_URL })
  await system.post(`//admin/api/webhooks/${id}/pause`)
  return id
}

const onWebhook = (fields?: Fields) =>
  bySystem(async (world) => ({
    params: { id: await createPausedWebhook(world) },
    ...(fields ? { fields } : {}),
  }))

/** Of the routes of webhooks. */
export const webhookSamples: Record<string, MakeSample> = {
  'POST /admin/api/games/:id/webhooks': bySystem(async ({ game }) => ({
    params: { id: game.id },
    fields: { url: WEBHOOK_URL, types: ['message.posted'] },
  })),
  'PUT /admin/api/webhooks/:id': onWebhook({ types: ['message.posted'] }),
  'POST /admin/api/webhooks/:id/pause': onWebhook(),
  'POST /admin/api/webhooks/:id/resume': onWebhook(),
  'POST /admin/api/webhooks/:id/rotate_secret': onWebhook(),
  'POST /admin/api/webhooks/:id/test': onWebhook(),
  'POST /admin/api/webhooks/:id/redeliver': bySystem(async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const { cursor } = (await other.get('/events')).body
    await create(player, '/friendships', { username: other.username })
    await other.get(`/events?after=${cursor}&wait=50`)
    const params = { id: await createPausedWebhook(world) }
    return { params, fields: { since: '2024-07-23T15:20:09Z' } }
  }),
  'POST /admin/api/webhook_deliveries/:id/redeliver': bySystem(async (world) => {
    const id = await createPausedWebhook(world)
    return { params: { id: await create(world.system, `//admin/api/webhooks/${id}/test`, {}) } }
  }),
  'DELETE /admin/api/webhooks/:id': onWebhook(),
}
