import { expect, test } from 'vitest'
import { ENGINES, openWorld, type World } from '../support/world.ts'
import { encodings } from './encoding.ts'
import { createSampleGame } from './sample-game.ts'
import { sweepBadInput, sweepRandomInput } from './bad-requests.ts'
import { invalidInputs } from './invalid-input.ts'
import { sweepAsAnotherPlayer, sweepFromAnotherGame, sweepWithoutToken } from './access.ts'

/** A game created after three others, so that small numbers are not ids of this game. */
async function createLaterGame(first: World): Promise<World> {
  for (let count = 0; count < 3; count++) await createSampleGame(await first.otherGame())
  return first.otherGame()
}

for (const engine of ENGINES) {
  test(`every route that is not public refuses callers without a token: 401 [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    expect(await sweepWithoutToken(world, await createSampleGame(world))).toEqual([])
    await close()
  })

  test(`a player of another game sees and changes nothing on any route [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const sample = await createSampleGame(world)
    expect(await sweepFromAnotherGame(world, sample)).toEqual([])
    await close()
  })

  test(`another player of the game changes nothing of the owner's on any route [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const sample = await createSampleGame(world)
    expect(await sweepAsAnotherPlayer(world, sample)).toEqual([])
    await close()
  })

  test(`invalid input of every kind and encoding is never a 5xx on any route, and refused requests change nothing [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const sample = await createSampleGame(await createLaterGame(world))
    const player = await world.player({ credits: 50 })
    const { problems, tried } = await sweepBadInput(
      { world, sample, player },
      engine === 'sqlite' ? 2 : 4,
    )
    expect(problems).toEqual([])
    const all = Object.keys(invalidInputs).flatMap((kind) =>
      Object.keys(encodings).map((encoding) => `${kind}, ${encoding}`),
    )
    expect(all.filter((combination) => !tried.has(combination))).toEqual([])
    await close()
  })

  test(`random input is never answered with a 5xx and shows nothing of another game [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const sample = await createSampleGame(await createLaterGame(world))
    const player = await world.player({ credits: 50 })
    expect(await sweepRandomInput({ world, sample, player }, 400)).toEqual([])
    await close()
  })
}
