import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
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

/** Instead of a path. */
export const STDOUT = '-'

/** Compressed. Whoever reads it finds by its last line whether it is complete. */
export const writeToStdout = (text: AsyncIterable<string>): Promise<void> =>
  pipeline(text, createGzip({ level: COMPRESSION_LEVEL }), process.stdout, { end: false })

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2)
  await file.close()
  return buffer.toString('hex') === '1f8b'
}

/** How much a compressed file may unpack to. */
export interface Unpacking {
  /** Unpacked bytes for each byte of the file. Exports have 5 to 20; gzip can reach 1000. */
  ratio: number
  /** This much is allowed in any case. */
  free_bytes: number
}

const UNPACKING: Unpacking = { ratio: 200, free_bytes: 2 ** 30 }

/** Stored answers make the longest lines of a backup. A game has no text above 64 KiB but its word filter. */
export const MAX_LINE_CHARACTERS = { backup: 2 ** 28, game: 2 ** 20 }

interface Reading {
  /** In characters. May be raised or lowered between two batches. */
  max_line: number
  unpacking?: Unpacking | undefined
}

/** The lines of a file, in batches. Only a line feed ends a line: texts may contain every other kind of line break. */
export async function* readLines(path: string, reading: Reading): AsyncGenerator<string[]> {
  const { unpacking = UNPACKING } = reading
  let file: Readable | undefined
  /** The beginning of a line whose end has not been read yet. */
  let rest: string[] = []
  let rest_length = 0
  let line = 1
  let unpacked = 0
  try {
    const compressed = await isCompressed(path)
    const max_unpacked = compressed
      ? Math.max(unpacking.free_bytes, unpacking.ratio * (await stat(path)).size)
      : Infinity
    file = createReadStream(path)
    const source = compressed ? file.pipe(createGunzip()) : file
    file.once('error', (error) => source.destroy(error))
    source.setEncoding('utf8')
    for await (const chunk of source) {
      const [first = '', ...others] = String(chunk).split('\n')
      unpacked += String(chunk).length
      if (unpacked > max_unpacked)
        throw new BackupError(
          `${path} unpacks to more than ${unpacking.ratio} times its size. If you trust it, unpack it yourself (gunzip) and use that file. Nothing was changed.`,
        )
      rest.push(first)
      rest_length += first.length
      const lines = others.length > 0 ? [rest.join(''), ...others.slice(0, -1)] : []
      if (others.length > 0) {
        rest = others.slice(-1)
        rest_length = rest[0]?.length ?? 0
      }
      const { max_line } = reading
      const long = lines.findIndex((text) => text.length > max_line)
      if (long >= 0 || rest_length > max_line)
        throw new BackupError(
          `${path}, line ${line + (long >= 0 ? long : lines.length)} is longer than ${max_line} characters. Nothing was changed.`,
        )
      line += lines.length
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    const is_damaged =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    const why = is_damaged ? ' It is damaged or incomplete: use another file.' : ''
    throw new BackupError(`${path} cannot be read: ${message(error)}.${why}`)
  } finally {
    file?.destroy()
  }
  if (rest_length > 0) yield [rest.join('')]
}
