#!/usr/bin/env node
import module from 'node:module'
import { argv, exit, stderr, versions } from 'node:process'

const MIN_NODE_VERSION = 24

if (Number(versions.node.split('.')[0]) < MIN_NODE_VERSION) {
  stderr.write(
    `Playkeep needs Node ${MIN_NODE_VERSION} or newer, but this is Node ${versions.node}.\n`,
  )
  exit(1)
}

// Reusing the code compiled at the last start takes a third of the time and keeps the compiler out of memory. This file
// is plain JavaScript because it is loaded before the cache is enabled.
module.enableCompileCache()

// Imported only now, because an older Node cannot parse these files.
const { runCommand } = await import('./cli/commands.ts')
await runCommand(argv.slice(2))
