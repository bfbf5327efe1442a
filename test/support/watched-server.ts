import { MAIN, Program, waitForOutput } from './servers.ts'
import type { Block } from './watchdog.ts'

const PRELOAD = new URL('./watched-process.ts', import.meta.url).href
const BLOCKED = /^blocked (.*)$/gm

/** A server in a process of its own that reports what blocks its event loop. */
export async function serveWatched(env: Record<string, string>, preload: string[] = []) {
  const imports = [PRELOAD, ...preload].flatMap((url) => ['--import', url])
  const program = new Program(process.execPath, [...imports, MAIN, 'serve'], {
    env: { PORT: '0', ...env },
  })
  const url = (await waitForOutput(program, /API {7}(\S+)\/api\/v3/)).trim()
  return {
    program,
    url,
    blocks: (): Block[] =>
      [...program.stderr.matchAll(BLOCKED)].map(([, json = '']) => JSON.parse(json)),
  }
}
