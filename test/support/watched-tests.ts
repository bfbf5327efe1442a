import { afterEach, expect } from 'vitest'
import { type Block, watchRequests } from './watchdog.ts'

const KEY = Symbol.for('playkeep: requests that blocked the event loop')

/** Once for all files that share a process. */
function watch(): Block[] {
  const blocks: Block[] = []
  watchRequests({ own_process: false, onBlock: (block) => blocks.push(block) })
  Reflect.set(globalThis, KEY, blocks)
  return blocks
}

const blocks: Block[] = Reflect.get(globalThis, KEY) ?? watch()

/** The blocks since the last call. A test that causes them on purpose takes them, and is not failed by them. */
export const takeBlocks = () => blocks.splice(0)

afterEach(() => {
  expect(takeBlocks(), 'requests that blocked the event loop').toEqual([])
})
