import { afterEach, expect } from 'vitest'
import { type Block, watchRequests } from './watchdog.ts'

/** In these folders no request may block the event loop. */
const WATCHED = /\/test\/(abuse|sweep)\//

const blocks: Block[] = []

/** The blocks since the last call. A test that causes them on purpose takes them, and is not failed by them. */
export const takeBlocks = () => blocks.splice(0)

if (WATCHED.test(expect.getState().testPath ?? '')) {
  watchRequests({ own_process: false, onBlock: (block) => blocks.push(block) })
  afterEach(() => {
    expect(takeBlocks(), 'requests that blocked the event loop').toEqual([])
  })
}
