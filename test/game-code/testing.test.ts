import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestGame, testGame } from '../../src/test-game.ts'
import { game as gameFile, seen, writeGame } from './support.ts'

let folder: string
let game: TestGame

beforeAll(async () => {
  folder = await writeGame({
    'game.ts': gameFile(`{
      routes: {
        'POST /later': { body: { minutes: integer() }, handler: async ({ tx, input, now, player }) => {
          await tx.enqueue('remind', { player: player.id }, { at: new Date(now.getTime() + input.minutes * 60_000) })
        } },
      },
      on: { 'group_member.joined': async ({ event, game }) => {
        note('joined', [event.type, event.data.user.username, event.at instanceof Date])
        await game.transaction((tx) => tx.credits.add({ id: event.data.user.id }, 5, 'welcome'))
      } },
      jobs: {
        remind: { run: ({ payload, now }) => { note('reminded', [payload, now.toISOString()]) } },
        'weekly prizes': { cron: '0 0 * * 1', run: async ({ games, now }) => {
          note('weekly', [games.map(({ id }) => id).length > 0, now.toISOString()])
        } },
        failing: { run: () => { note('failing', 1); throw new Error('not today') } },
      },
    }`),
  })
  game = await testGame(folder, { now: new Date('2026-11-17T10:00:00Z') })
})

afterAll(async () => {
  await game.close()
  await rm(folder, { recursive: true })
})

test('a studio tests its code with players and a clock of its own', async () => {
  const [ana, ben] = [await game.player('ana'), await game.player('ben')]
  const group = await ana.post('/groups', { name: 'Owls', can_auto_join: true })
  await ben.post('/group_connections', { group_id: group.body.id, user_id: ben.id })
  await game.runTasks()
  expect(seen['joined']).toEqual([['group_member.joined', 'ben', true]])
  expect((await ben.profile()).credits).toBe(5)

  expect((await ana.post('/game/later', { minutes: 30 })).status).toBe(200)
  await game.runTasks()
  expect(seen['reminded']).toBeUndefined()
  game.clock.advance({ minutes: 30 })
  await game.runTasks()
  expect(seen['reminded']).toEqual([[{ player: ana.id }, '2026-11-17T10:30:00.000Z']])

  expect(seen['weekly']).toBeUndefined()
  game.clock.set(new Date('2026-11-23T00:00:00Z'))
  await game.runTasks()
  expect(seen['weekly']).toEqual([[true, '2026-11-23T00:00:00.000Z']])
  game.clock.advance({ days: 7 })
  await game.runTasks()
  expect(seen['weekly']).toHaveLength(2)
})
