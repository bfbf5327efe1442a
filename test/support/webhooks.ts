import { onTestFinished } from 'vitest'
import type { Receiver } from './receiver.ts'
import { type ENGINES, openWorld, type World } from './world.ts'

/** A world whose webhooks may lead to this machine. */
export async function openPrivate(engine: (typeof ENGINES)[number]): Promise<World> {
  const { world, close } = await openWorld(engine, { WEBHOOK_PRIVATE: 'on' })
  onTestFinished(close)
  return world
}

export interface Hook {
  id: number
  secret: string
  path: string
}

/** By default it hears of messages, and not of the players that write them. */
export async function addWebhook(
  { system, game }: World,
  { url }: Receiver,
  type = 'message.posted',
): Promise<Hook> {
  const { status, text, body } = await system.post(`//admin/api/games/${game.id}/webhooks`, {
    url,
    types: [type],
  })
  if (status !== 201) throw new Error(text)
  return { ...body, path: `//admin/api/webhooks/${body.id}` }
}

export const show = async ({ system }: World, { path }: Hook) => (await system.get(path)).body

interface Delivery {
  id: number
  event_id: string
  type: string
  status: string
  attempts: number
  next_attempt_at: string | null
  response_status: number | null
  problem: string | null
}

export const deliveries = async (
  { system }: World,
  { path }: Hook,
  query = '',
): Promise<Delivery[]> => (await system.get(`${path}/deliveries?${query}`)).body.deliveries
