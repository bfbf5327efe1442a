import { expect, test } from 'vitest'
import { openGame, seen } from '../../test/game-code/support.ts'
import { ENGINES } from '../../test/support/world.ts'
import { memoryStorage, Playkeep, PlaykeepError } from '../src/index.ts'
import { openUnreliable } from './unreliable.ts'

const CODE = `{ routes: {
  'POST /daily_reward': {
    body: { day: integer({ min: 1, max: 7 }) },
    handler: async ({ input, player, tx, refuse }) => {
      if (input.day === 7) refuse('Not on Sundays.', { code: 'closed_today' })
      note('reward', input.day)
      await tx.events.send('rewarded', { day: input.day }, { player })
      return { credits: await tx.credits.add(player, input.day * 10, 'daily reward') }
    },
  },
  'GET /rewards/next': { body: { day: integer() }, handler: ({ input }) => ({ day: input.day + 1 }) },
  'PUT /nickname': { body: { name: text(10) }, handler: ({ input }) => input },
  'PATCH /nickname': { body: { name: text(10) }, handler: ({ input }) => input },
  'DELETE /nickname': { body: { name: text(10) }, handler: ({ input }) => input },
} }`

for (const engine of ENGINES) {
  test(`the game's own routes are called once, and say why they refuse [${engine}]`, async () => {
    const { world, close } = await openGame(engine, CODE)
    const line = await openUnreliable(world.server.url)
    const playkeep = new Playkeep({
      url: line.url,
      ...world.credentials,
      storage: memoryStorage(),
    })
    await playkeep.playAsGuest()
    line.cutAnswers(1)
    const { credits } = await playkeep.game.post<{ credits: number }>('/daily_reward', { day: 2 })
    expect([credits, seen['reward']]).toEqual([20, [2]])

    const told: unknown[] = []
    playkeep.events.on('game.event', ({ data }) => told.push([data.name, data.data]))
    await playkeep.events.opened()
    await playkeep.game.post('/daily_reward', { day: 3 })
    await expect.poll(() => told).toEqual([['rewarded', { day: 3 }]])

    expect(await playkeep.game.get('/rewards/next', { day: 2 })).toEqual({ day: 3 })
    for (const method of ['put', 'patch', 'delete'] as const)
      expect(await playkeep.game[method]('/nickname', { name: 'ö & 1' })).toEqual({ name: 'ö & 1' })

    const refused = await playkeep.game.post('/daily_reward', { day: 7 }).catch((error) => error)
    expect(refused).toBeInstanceOf(PlaykeepError)
    expect(refused).toMatchObject({
      code: 'refused_by_game',
      gameRefusal: 'closed_today',
      status: 422,
      message: 'Not on Sundays.',
    })
    const invalid = playkeep.game.post('/daily_reward', { day: 8 })
    await expect(invalid).rejects.toMatchObject({ code: 'invalid_input', gameRefusal: undefined })
    for (const path of ['daily_reward', '/../users/1', '/a?b=c', '/A', ''])
      await expect(playkeep.game.get(path)).rejects.toMatchObject({ status: 422 })
    const later = Reflect.get(playkeep.later, 'game')
    await expect(later.post('/daily_reward')).rejects.toMatchObject({ code: 'not_for_later' })
    playkeep.close()
    line.close()
    await close()
  })
}
