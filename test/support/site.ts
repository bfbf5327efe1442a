import { fileURLToPath } from 'node:url'
import { Program } from './servers.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the guides, as they are now, for servers that run from this folder. */
export async function buildSite(): Promise<void> {
  const build = new Program(process.execPath, ['site/build.ts'], { cwd: ROOT })
  if ((await build.ended) !== 0) throw new Error(build.stderr)
}
