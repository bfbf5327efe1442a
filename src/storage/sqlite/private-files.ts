import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
/** Every right of other users than the owner. */
const OTHERS = 0o077

/** The database and what SQLite puts beside it, with the rights of the database. */
const filesOf = (path: string) => [path, `${path}-wal`, `${path}-shm`]

/** Undefined: there is no such file, or it cannot be looked at. */
function modeOf(path: string): number | undefined {
  try {
    return statSync(path).mode
  } catch {
    return undefined
  }
}

/** SQLite itself would create a file that every user of the machine can read. A folder that exists stays as it is. */
export function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
  if (modeOf(path) !== undefined) return
  try {
    closeSync(openSync(path, 'wx', FILE_MODE))
  } catch (error) {
    // Another process was faster.
    if (modeOf(path) === undefined) throw error
  }
}

/** The files of the database that other users of this machine can read or write. Windows has no such modes. */
export function filesOthersCanOpen(path: string): string[] {
  if (process.platform === 'win32') return []
  return filesOf(path).filter((file) => ((modeOf(file) ?? 0) & OTHERS) !== 0)
}

/** Takes the rights of other users away, and returns the files that had some. A file of another owner stays as it is. */
export function makePrivate(path: string): string[] {
  return filesOthersCanOpen(path).filter((file) => {
    try {
      chmodSync(file, FILE_MODE)
      return ((modeOf(file) ?? 0) & OTHERS) === 0
    } catch {
      return false
    }
  })
}
