import { expect, test } from 'vitest'
import type { Endpoint } from '../../src/http/docs/endpoint.ts'
import { type Browser, joinStaff } from '../support/staff.ts'
import { ENGINES, openWorld, type World } from '../support/world.ts'
import { callerOf, nameOf, pathOf, type Problems } from './requests.ts'
import { createSampleGame, type SampleGame } from './sample-game.ts'
import { sampleOf, shapeOf } from './samples.ts'
import { missingFrom, snapshot } from './snapshot.ts'

/** Routes about the caller's own account, and the list of games, which shows only those of the caller. */
const OF_CALLER = /^\/admin\/api\/(me|sessions|tokens)(\/|$)|^\/admin\/api\/games$/

const forStaff = (world: World) =>
  world.server.endpoints.filter((endpoint) => callerOf(endpoint) === 'staff')

function request(browser: Browser, endpoint: Endpoint, { id, word }: { id: number; word: string }) {
  const path = pathOf(endpoint, id).replace('/admin/api', '')
  const fields = sampleOf(shapeOf(endpoint), { id, word })
  if (endpoint.method === 'GET') return browser.get(path)
  return browser.send(endpoint.method, path, fields)
}

/** Staff of another game, with every id of the sample game in every address. */
async function sweepFromAnotherGame(world: World, sample: SampleGame): Promise<Problems> {
  const other = await world.otherGame()
  const { browser } = await joinStaff(world, { role: 'owner', game_ids: [other.game.id] })
  await joinStaff(world, { role: 'owner' })
  const before = await snapshot(world)
  const problems: Problems = []
  for (const endpoint of forStaff(world).filter(({ url }) => !OF_CALLER.test(url))) {
    for (const id of [world.game.id, ...sample.ids]) {
      if (id === other.game.id) continue
      const { status, text } = await request(browser, endpoint, { id, word: sample.word })
      if (status !== 403 && status !== 404) problems.push(`${nameOf(endpoint)} answered ${status}`)
      if (text.includes(sample.marker)) problems.push(`${nameOf(endpoint)} showed the sample game`)
    }
  }
  const lost = missingFrom(before, await snapshot(world))
  return [...problems, ...lost.map((row) => `changed or removed: ${row}`)]
}

/** What a viewer may change: nothing but the own account. */
async function sweepAsViewer(world: World, sample: SampleGame): Promise<Problems> {
  const { browser } = await joinStaff(world, { role: 'viewer' })
  const before = await snapshot(world)
  const problems: Problems = []
  for (const endpoint of forStaff(world)) {
    const is_own = OF_CALLER.test(endpoint.url) && !endpoint.url.endsWith('/games')
    if (endpoint.method === 'GET' || is_own) continue
    const filling = { id: world.game.id, word: sample.word }
    const { status, headers } = await request(browser, endpoint, filling)
    if (headers.get('x-error-code') !== 'role_too_low')
      problems.push(`${nameOf(endpoint)} answered ${status} to a viewer`)
  }
  const lost = missingFrom(before, await snapshot(world))
  return [...problems, ...lost.map((row) => `changed or removed: ${row}`)]
}

for (const engine of ENGINES) {
  test(`staff of another game see and change nothing on any route [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const sample = await createSampleGame(world)
    await world.system.post(`//admin/api/games/${world.game.id}/webhooks`, {
      url: 'https://8.8.8.8/hooks',
    })
    expect(await sweepFromAnotherGame(world, sample)).toEqual([])
    await close()
  })

  test(`a viewer changes nothing on any route [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    expect(await sweepAsViewer(world, await createSampleGame(world))).toEqual([])
    await close()
  })
}
