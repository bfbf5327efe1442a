#!/usr/bin/env node
import module from 'node:module'
import { argv, exit, stderr, versions } from 'node:process'

const NEEDED = 24

if (Number(versions.node.split('.')[0]) < NEEDED) {
  stderr.write(`Playkeep needs Node ${NEEDED} or newer; this is Node ${versions.node}.\n`)
  exit(1)
}

// What was compiled at the last start is used again: a third of the time, and no compiler in memory. This file is plain
// JavaScript because it is read before that.
module.enableCompileCache()

// Loaded only now: an older Node could not even read these files.
const { runCommand } = await import('./cli/commands.ts')
await runCommand(argv.slice(2))
