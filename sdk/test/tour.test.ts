import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { describe, expect } from 'vitest'
import { BROWSER, openBrowser } from '../../test/support/browser.ts'
import { onEachEngine, unique, type World } from '../../test/support/world.ts'
import { Playkeep } from '../src/index.ts'
import { takeTour, type TourInput } from './tour.ts'
import { methodsOf } from './watch.ts'

async function inputFor(world: World): Promise<TourInput> {
  const item = await world.item({ cost: 10 })
  const run = unique('tour')
  return { url: world.server.url, ...world.credentials, item_id: item.id, run }
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const everyMethod = ({ url, game_id, game_token }: TourInput) =>
  methodsOf(new Playkeep({ url, game_id, game_token })).toSorted()

describe('the client', () => {
  onEachEngine('two players use every method, in Node', async (world) => {
    const input = await inputFor(world)

    const called = await takeTour(input)

    expect(everyMethod(input).filter((name) => !called.includes(name))).toEqual([])
  })
})

describe.skipIf(!BROWSER)('the client in a browser', () => {
  onEachEngine('two players use every method, in Chromium', async (world) => {
    const input = await inputFor(world)
    const bundle = await rolldown({ input: fileURLToPath(new URL('./tour.ts', import.meta.url)) })
    const { output } = await bundle.generate({ format: 'iife', name: 'tour' })
    const { browser, close } = await openBrowser()
    const pages = createServer((_, response) => response.end('<title>A game</title>'))
    try {
      const page = await browser.newPage()
      await page.goto(await listen(pages))
      await page.addScriptTag({ content: output[0].code })

      const called: string[] = await page.evaluate(
        (given) => Reflect.get(globalThis, 'tour').takeTour(given),
        input,
      )

      expect(everyMethod(input).filter((name) => !called.includes(name))).toEqual([])
    } finally {
      await close()
      pages.close()
    }
  })
})
