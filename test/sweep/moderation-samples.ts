import type { World } from '../support/world.ts'
import { bySystem, create, type MakeSample } from './sample-requests.ts'

const reason = 'Insults in chats'

/** Of a player in the game of the sample, after `prepare`. */
const onPlayer = (fields?: object, prepare?: (world: World, path: string) => Promise<unknown>) =>
  bySystem(async (world) => {
    const { id: user_id } = await world.player()
    await prepare?.(world, `//admin/api/games/${world.game.id}/players/${user_id}`)
    return { params: { id: world.game.id, user_id }, ...(fields ? { fields: { ...fields } } : {}) }
  })

async function writeMessage(world: World) {
  const [author, reader] = [await world.player(), await world.player()]
  const chat = { usernames: [reader.username], text: 'hello' }
  const { body } = await author.post('/chats', chat)
  return { author, reader, message_id: Number(body.messages[0].id) }
}

const onMessage = bySystem(async (world) => {
  const { message_id } = await writeMessage(world)
  return { params: { id: world.game.id, message_id } }
})

const onReport = (fields?: object) =>
  bySystem(async (world) => {
    const { reader, message_id } = await writeMessage(world)
    const report_id = await create(reader, '/reports', { message_id, reason: 'spam' })
    return {
      params: { id: world.game.id, report_id },
      ...(fields ? { fields: { ...fields } } : {}),
    }
  })

export const moderationSamples: Record<string, MakeSample> = {
  'POST /api/v3/reports': async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    return { client: player, fields: { user_id: other.id, reason: 'name' } }
  },
  'POST /admin/api/games/:id/players/:user_id/ban': onPlayer({ reason }),
  'POST /admin/api/games/:id/players/:user_id/unban': onPlayer(undefined, ({ system }, path) =>
    system.post(`${path}/ban`, { reason }),
  ),
  'POST /admin/api/games/:id/players/:user_id/mute': onPlayer({ reason }),
  'POST /admin/api/games/:id/players/:user_id/unmute': onPlayer(undefined, ({ system }, path) =>
    system.post(`${path}/mute`, { reason }),
  ),
  'POST /admin/api/games/:id/players/:user_id/warn': onPlayer({ reason }),
  'POST /admin/api/games/:id/messages/:message_id/hide': onMessage,
  'POST /admin/api/games/:id/messages/:message_id/unhide': onMessage,
  'POST /admin/api/games/:id/reports/:report_id/dismiss': onReport(),
  'POST /admin/api/games/:id/reports/:report_id/resolve': onReport({
    actions: ['hide_message', 'mute'],
    reason,
  }),
  'PUT /admin/api/games/:id/word_filter': bySystem(async ({ game }) => ({
    params: { id: game.id },
    fields: { words: ['badword'], names: 'refuse', messages: 'mask' },
  })),
}
