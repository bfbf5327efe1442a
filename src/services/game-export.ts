import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { childEnvironment, type Config } from '../config.ts'
import { limits } from '../limits.ts'
import { lowerPriority } from './low-priority.ts'

const PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url))

/**
 * The bytes of an exported game, made by a process of its own at low priority while they are read. Rejects if there are
 * none. It is broken off if the export fails later: then the last line is missing, and an import refuses the file.
 */
export async function streamGameExport(config: Config, game_id: number): Promise<Readable> {
  const child = spawn(process.execPath, [PROGRAM, 'export', String(game_id), '-'], {
    env: childEnvironment(config),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.on('error', () => {})
  lowerPriority(child.pid)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const message = text(child.stderr)
  async function* bytes() {
    yield* child.stdout
    if ((await closed) !== 0) throw new Error((await message).trim() || 'the export was broken off')
  }
  await Promise.race([once(child.stdout, 'readable'), closed])
  if (child.stdout.readableLength === 0) throw new Error((await message).trim() || 'no export')
  const stream = Readable.from(bytes(), { objectMode: false })
  const timer = setTimeout(() => stream.destroy(), limits.game_export_seconds.value * 1000).unref()
  stream.once('close', () => {
    clearTimeout(timer)
    child.kill('SIGKILL')
  })
  return stream
}
