import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CopyProblem } from './copier.ts'

/** Light, since the program that compresses shares the machine with the server. */
const LEVEL = 3

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and needs no such thing.
  if (process.platform === 'win32') return
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
}

/** Runs the work with a signal's usual end put off until the half-written file is gone. */
async function removingOnSignal<T>(part: string, work: () => Promise<T>): Promise<T> {
  const onSignal = () => {
    rmSync(part, { force: true })
    process.exit(1)
  }
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    return await work()
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    rmSync(part, { force: true })
  }
}

export function refuseExisting(path: string, force: boolean): void {
  if (!force && existsSync(path))
    throw new CopyProblem(`${path} exists already: choose another name, or say --force.`)
}

/** Whatever happens, a file of this name is whole: it gets its name when all of it is on disk. Others cannot read it. */
export async function writeWhole(
  path: string,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const part = `${path}.${process.pid}.part`
  let failed: unknown
  async function* watched() {
    try {
      yield* text
    } catch (error) {
      failed = error
      throw error
    }
  }
  await removingOnSignal(part, async () => {
    const sink = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
    try {
      if (path.endsWith('.gz')) await pipeline(watched, createGzip({ level: LEVEL }), sink)
      else await pipeline(watched, sink)
      await rename(part, path)
      await syncFolder(path)
    } catch (error) {
      if (error === failed) throw error
      throw new CopyProblem(`${path} cannot be written: ${message(error)}`)
    }
  })
}

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2)
  await file.close()
  return buffer.toString('hex') === '1f8b'
}

/** The lines of a file, in parts. Only a line feed ends one: a text may hold every other kind of break. */
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
    const is_broken =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    const why = is_broken ? ` It is damaged or not complete; take another copy.` : ''
    throw new CopyProblem(`${path} cannot be read: ${message(error)}.${why}`)
  } finally {
    file?.destroy()
  }
  if (rest !== '') yield [rest]
}
