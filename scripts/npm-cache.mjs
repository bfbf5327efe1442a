import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string} cache */
function isWritable(cache) {
  try {
    const folder = join(cache, '_cacache', 'tmp')
    mkdirSync(folder, { recursive: true })
    rmSync(mkdtempSync(join(folder, 'playkeep-')), { recursive: true })
    return true
  } catch {
    return false
  }
}

/** npm keeps its cache in the home folder, which may be read-only: then it needs another folder. */
export function needsOtherCache() {
  const { npm_config_cache: cache } = process.env
  return cache !== undefined && !isWritable(cache)
}
