import { globSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

/** The folders of the workspaces that exist; package.json names them, some by a pattern. */
export const workspaces = (): string[] =>
  manifest.workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`))
    .map((path) => dirname(path).split(sep).join('/'))
    .toSorted()
