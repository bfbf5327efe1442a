import { watch } from 'node:fs'

/** Editors write a file in several steps. */
const QUIET_MS = 150
const IGNORED = /(^|[/\\])(node_modules|\.git)([/\\]|$)/

/** Calls back after files in the folder have changed. Returns what ends it. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    if (name !== null && IGNORED.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, QUIET_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
