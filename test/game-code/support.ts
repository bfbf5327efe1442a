import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Engine } from '../../src/storage/dialect.ts'
import { openWorld } from '../support/world.ts'

/** What happened in the code of a test, by name. The code runs in the same process, and finds it there. */
export const seen: Record<string, unknown[]> = {}
Object.assign(globalThis, { seen })

/** A folder with these files. */
export async function writeGame(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-game-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const IMPORTS = `import { defineGame, integer, list, object, oneOf, optional, text } from 'playkeep/game'\n`

/** The text of a file with this game. `seen` collects what the test wants to know. */
export const game = (definition: string) =>
  `${IMPORTS}const seen = globalThis.seen as Record<string, unknown[]>
const note = (name: string, value: unknown) => void (seen[name] ??= []).push(value)
export default defineGame(${definition})\n`

/** A world whose server has this code. */
export async function openGame(
  engine: Engine,
  code: string | Record<string, string>,
  settings: Record<string, string> = {},
  game_code_limit_ms = 20_000,
) {
  const folder = await writeGame(typeof code === 'string' ? { 'game.ts': game(code) } : code)
  for (const name of Object.keys(seen)) delete seen[name]
  const { world, close } = await openWorld(
    engine,
    { GAME_CODE: folder, ...settings },
    { game_code_limit_ms },
  )
  return {
    world,
    folder,
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}
