#!/usr/bin/env node
import module from 'node:module'
import { availableParallelism, totalmem } from 'node:os'
import process from 'node:process'

const { argv, env, execArgv, execPath, stderr, versions } = process
const MIN_NODE_VERSION = 24
const SINGLE_THREADED = '--single-threaded-gc'
const SETTINGS = [SINGLE_THREADED, '--v8-pool-size=1']
/** A machine that is sold with 2 GB has a little less. */
const MUCH_MEMORY = 1.75 * 2 ** 30
const LARGE_HEAP = ['--max-semi-space-size=16', '--heap-growing-percent=200']

if (Number(versions.node.split('.')[0]) < MIN_NODE_VERSION) {
  stderr.write(
    `Playkeep needs Node ${MIN_NODE_VERSION} or newer, but this is Node ${versions.node}. In a clone, type "npx node" instead of "node".\n`,
  )
  process.exit(1)
}

// V8 collects garbage and compiles on other threads. On a single core these take turns with the requests, which then wait for
// tens of milliseconds; there the main thread collects garbage, in small steps, and less often if there is room for it, and one
// thread compiles. Node takes these settings only when it starts, so this process becomes a new Node, with the same process id.
// The channel to a process that has started this one would be lost.
if (
  argv[2] === 'serve' &&
  availableParallelism() === 1 &&
  !process.channel &&
  !execArgv.includes(SINGLE_THREADED)
) {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const settings = [...SETTINGS, ...(memory < MUCH_MEMORY ? [] : LARGE_HEAP), ...execArgv]
  process.execve?.(execPath, [execPath, ...settings, ...argv.slice(1)], env)
}

// Reusing the code compiled at the last start takes a third of the time and keeps the compiler out of memory. This file
// is plain JavaScript because it is loaded before the cache is enabled.
module.enableCompileCache()

// Imported only now, because an older Node cannot parse these files.
const { runCommand } = await import('./cli/commands.ts')
await runCommand(argv.slice(2))
