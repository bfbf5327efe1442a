import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupError } from './engine.ts'

/** Light, since the program that compresses shares the machine with the server. */
const COMPRESSION_LEVEL = 3

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and does not need this.
  if (process.platform === 'win32') return
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
}

/** A signal ends the process only after the unfinished file is removed. */
async function removingOnSignal<T>(unfinished: string, work: () => Promise<T>): Promise<T> {
  const onSignal = () => {
    rmSync(unfinished, { force: true })
    process.exit(1)
  }
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    return await work()
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    rmSync(unfinished, { force: true })
  }
}

export function refuseExisting(path: string, force: boolean): void {
  if (!force && existsSync(path))
    throw new BackupError(`${path} exists already: choose another name, or use --force.`)
}

/** A file of this name is always complete: it gets its name when all of it is on disk. Only its owner can read it. */
export async function writeAtomically(
  path: string,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  let failed: unknown
  async function* watched() {
    try {
      yield* text
    } catch (error) {
      failed = error
      throw error
    }
  }
  await removingOnSignal(unfinished, async () => {
    const sink = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    try {
      if (path.endsWith('.gz'))
        await pipeline(watched, createGzip({ level: COMPRESSION_LEVEL }), sink)
      else await pipeline(watched, sink)
      await rename(unfinished, path)
      await syncFolder(path)
    } catch (error) {
      if (error === failed) throw error
      throw new BackupError(`${path} cannot be written: ${message(error)}`)
    }
  })
}

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2)
  await file.close()
  return buffer.toString('hex') === '1f8b'
}

/** The lines of a file, in batches. Only a line feed ends a line: texts may contain every other kind of line break. */
export async function* readLines(path: string): AsyncGenerator<string[]> {
  let file: Readable | undefined
  let rest = ''
  try {
    const compressed = await isCompressed(path)
    file = createReadStream(path)
    const source = compressed ? file.pipe(createGunzip()) : file
    file.once('error', (error) => source.destroy(error))
    source.setEncoding('utf8')
    for await (const text of source) {
      const lines = (rest + String(text)).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    const is_damaged =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    const why = is_damaged ? ' It is damaged or incomplete: use another file.' : ''
    throw new BackupError(`${path} cannot be read: ${message(error)}.${why}`)
  } finally {
    file?.destroy()
  }
  if (rest !== '') yield [rest]
}
