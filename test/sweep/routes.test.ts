import { expect, test } from 'vitest'
import { ENGINES, openWorld, type World } from '../support/world.ts'
import { encodings } from './encoding.ts'
import { furnish } from './estate.ts'
import { sweepBadInput, sweepMadeUpInput } from './input.ts'
import { spoils } from './spoiling.ts'
import { sweepAsAnotherPlayer, sweepFromAnotherGame, sweepWithoutToken } from './strangers.ts'

/** Games that stand in front, so that small numbers are not ids of the game that is watched. */
async function openLaterGame(first: World): Promise<World> {
  for (let count = 0; count < 3; count++) await furnish(await first.otherGame())
  return first.otherGame()
}

for (const engine of ENGINES) {
  test(`every route that is not for anyone refuses whoever brings no token: 401 [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    expect(await sweepWithoutToken(world, await furnish(world))).toEqual([])
    await close()
  })

  test(
    `a player of another game sees and changes nothing by any route [${engine}]`,
    { timeout: 240_000 },
    async () => {
      const { world, close } = await openWorld(engine)
      const estate = await furnish(world)
      expect(await sweepFromAnotherGame(world, estate)).toEqual([])
      await close()
    },
  )

  test(
    `another player of the game changes nothing of the owner's by any route [${engine}]`,
    { timeout: 240_000 },
    async () => {
      const { world, close } = await openWorld(engine)
      const estate = await furnish(world)
      expect(await sweepAsAnotherPlayer(world, estate)).toEqual([])
      await close()
    },
  )

  test(
    `bad input of every kind, in every encoding, on every route: never a 5xx, and what is refused changes nothing [${engine}]`,
    { timeout: 480_000 },
    async () => {
      const { world, close } = await openWorld(engine)
      const estate = await furnish(await openLaterGame(world))
      const player = await world.player({ credits: 50 })
      const { findings, tried } = await sweepBadInput({ world, estate, player })
      expect(findings).toEqual([])
      const all = Object.keys(spoils).flatMap((kind) =>
        Object.keys(encodings).map((encoding) => `${kind}, ${encoding}`),
      )
      expect(all.filter((combination) => !tried.has(combination))).toEqual([])
      await close()
    },
  )

  test(
    `made-up input is never answered with a 5xx, and shows nothing of another game [${engine}]`,
    { timeout: 480_000 },
    async () => {
      const { world, close } = await openWorld(engine)
      const estate = await furnish(await openLaterGame(world))
      const player = await world.player({ credits: 50 })
      expect(await sweepMadeUpInput({ world, estate, player }, 1200)).toEqual([])
      await close()
    },
  )
}
