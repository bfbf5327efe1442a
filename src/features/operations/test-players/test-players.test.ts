import { expect } from 'vitest'
import { useMovableClock } from '../../../../test/support/clock.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { Client, onEachEngine } from '../../../../test/support/world.ts'

onEachEngine(
  'staff sign in as a test player for an hour, and never as a real one',
  async (world) => {
    const clock = useMovableClock(world)
    const { browser } = await joinStaff(world, { role: 'admin', game_ids: [world.game.id] })
    const path = `/games/${world.game.id}/test_players`
    await world.visitor.post('/users/guest', {
      game_id: world.game.id,
      game_token: world.game.token,
      device_id: `test-player:${world.game.id}:1`,
    })
    const first = (await browser.post(path, { number: 1 })).body
    const again = (await browser.post(path, { number: 1 })).body
    const other = (await browser.post(path, { number: 2 })).body
    expect(first.is_new_user).toBe(true)
    expect([again.user_id, again.username]).toEqual([first.user_id, first.username])
    expect([again.is_new_user, other.is_new_user]).toEqual([false, true])
    expect((await browser.post(path, { number: 11 })).status).toBe(422)
    expect((await browser.get(path)).body.test_players).toMatchObject([
      { number: 1, user_id: first.user_id },
      { number: 2, user_id: other.user_id },
    ])

    const headers = { 'authentication-token': again.authentication_token }
    const player = new Client(world.server.url, headers)
    const own = `/users/${first.user_id}`
    expect((await player.get(own)).status).toBe(200)
    clock.advance(59 * 60)
    expect((await player.get(own)).status).toBe(200)
    clock.advance(2 * 60)
    expect((await player.get(own)).status).toBe(401)

    const { entries } = (await browser.get(`/games/${world.game.id}/audit_log`)).body
    expect(entries[0]).toMatchObject({
      action: 'admin.testPlayers.signIn',
      target: 'player',
      target_id: other.user_id,
    })
    expect(JSON.stringify(entries)).not.toContain(again.authentication_token)
  },
)
