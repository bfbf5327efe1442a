import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Events of the file system get lost when editors replace files, so the folder is looked at instead. */
const LOOK_EVERY_MS = 300
const SOURCE = /\.([mc]?[jt]s|json)$/
const IGNORED = new Set(['node_modules', '.git'])

/** The database may be in the same folder, and tests do not change the server. */
const isSource = (name: string) => SOURCE.test(name) && !/\.test\.\w+$/.test(name)

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry: Dirent) => {
    if (IGNORED.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listSources(path)
    return isSource(entry.name) ? [path] : []
  })
}

/** Differs when a source was changed, added or removed. While the folder is being replaced, it is empty. */
function describeSources(folder: string): string {
  try {
    return listSources(folder)
      .map((path) => `${path} ${statSync(path).mtimeMs} ${statSync(path).ino}`)
      .join('\n')
  } catch {
    return ''
  }
}

/** Calls back after sources in the folder have changed and have been left alone for a moment. Returns what ends it. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let known = describeSources(folder)
  let changing = known
  const timer = setInterval(() => {
    const now = describeSources(folder)
    const is_settled = now === changing
    changing = now
    if (!is_settled || now === known || now === '') return
    known = now
    onChange()
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
