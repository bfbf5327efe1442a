import { watch } from 'node:fs'

/** Editors write a file in several steps. */
const QUIET_MS = 150
const SOURCE = /\.([mc]?[jt]s|json)$/
const IGNORED = /(^|[/\\])(node_modules|\.git)([/\\]|$)|\.test\.\w+$/

/** The database may be in the same folder, and tests do not change the server. */
const isSource = (name: string) => SOURCE.test(name) && !IGNORED.test(name)

/** Calls back after sources in the folder have changed. Returns what ends it. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    if (name !== null && !isSource(name)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, QUIET_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
