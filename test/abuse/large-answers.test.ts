import { expect, test } from 'vitest'
import { ENGINES, type Player, type World } from '../support/world.ts'
import { openLimited } from './limited-world.ts'

/** Letters of every length in UTF-8, and characters that JSON escapes. */
const VALUE = 'aé€𝄞"\\\n'.repeat(4000)

async function fill(world: World): Promise<{ player: Player; paths: string[] }> {
  const [player, friend] = [await world.player({ credits: 100 }), await world.player()]
  for (const key of ['one', 'two', 'three', 'four'])
    await player.post(player.at('add_game_user_attribute'), { key, value: VALUE })
  const round = { game_user_id: player.id, game_type: 'race', metadata: { text: VALUE } }
  await player.post('/game_rounds', round)
  await player.post('/game_rounds', { ...round, multiplayer: true })
  const group = (await player.post('/groups', { name: 'g', can_auto_join: true })).body
  await player.post(`/groups/${group.id}/add_attribute`, { key: 'k', value: VALUE })
  await player.post('/friendships', { username: friend.username })
  return {
    player,
    paths: [
      player.at('game_user_attributes'),
      `/users/${player.id}`,
      `/game_rounds?user_id=${player.id}`,
      `/groups/${group.id}`,
      `/groups/${group.id}/attributes`,
      '/groups?with_full_data=true',
      '/friends',
    ],
  }
}

/** Without what changes with each request, and with who asks. */
const comparable = (text: string) =>
  text.replaceAll(/"(authentication_token|events_\w+)":[^,}]*/g, '$1')

for (const engine of ENGINES) {
  test(`an answer that is made in slices is the same as one that is made at once [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_pace=10000')
    const { player, paths } = await fill(world)
    // Keys have no limits, and no slices.
    const atOnce = (path: string) =>
      world.system.get(path, { 'current-user-id': String(player.id) })

    for (const path of paths) {
      const [sliced, whole] = [await player.get(path), await atOnce(path)]
      expect([path, sliced.status]).toEqual([path, 200])
      // Not `toBe`, which would print all of it.
      expect([path, comparable(sliced.text) === comparable(whole.text)]).toEqual([path, true])
      expect(sliced.headers.get('content-type')).toBe(whole.headers.get('content-type'))
    }
  })

  test(`many large answers at once are made one after the other, and others are served between them [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_pace=10000')
    const [{ player, paths }, other] = [await fill(world), await world.player()]
    await other.get('/friends')
    const answered: string[] = []
    const large = Array.from({ length: 20 }, async () => {
      const { status } = await player.get(paths[0] ?? '')
      answered.push(`large ${status}`)
    })
    const small = await other.get('/friends')
    answered.push(`small ${small.status}`)
    await Promise.all(large)
    expect(answered.filter((text) => text === 'large 200')).toHaveLength(20)
    expect(answered.indexOf('small 200')).toBeLessThan(20)
  })
}
