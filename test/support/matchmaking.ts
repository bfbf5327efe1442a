import { expect, vi } from 'vitest'
import type { Player, World } from './world.ts'

export const TICKETS = '/matchmaking/tickets'

export async function offer({ system, game }: World, settings: object = {}, game_type = 'duel') {
  const reply = await system.put(`//admin/api/games/${game.id}/matchmaking/${game_type}`, settings)
  expect(reply.status).toBe(200)
}

export const enter = (player: Player, fields: object = {}) =>
  player.post(TICKETS, { game_type: 'duel', ...fields })

export async function ticketOf(player: Player, fields: object = {}): Promise<number> {
  const { status, body, text } = await enter(player, fields)
  if (status !== 201) throw new Error(text)
  return body.id
}

export const poll = async (player: Player, id: number) =>
  (await player.get(`${TICKETS}/${id}`)).body

export const untilState = (player: Player, id: number, state: string) =>
  vi.waitFor(
    async () => {
      const ticket = await poll(player, id)
      expect(ticket.state).toBe(state)
      return ticket
    },
    { timeout: 60_000, interval: 50 },
  )

export async function befriend(one: Player, other: Player): Promise<void> {
  await one.post('/friendships', { username: other.username })
  await other.post('/friendships', { username: one.username })
}
