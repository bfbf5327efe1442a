import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Changes the text of one source file as it is loaded, in this process only. Throws if the original text does not occur
 * exactly once, because then it is unclear what to change.
 */
export function patchSource(file: string, original: string, replacement: string): void {
  const file_url = new URL(`../../src/${file}`, import.meta.url)
  const pieces = readFileSync(file_url, 'utf8').split(original)
  if (pieces.length !== 2) {
    throw new Error(`src/${file} must contain this text exactly once: ${original}`)
  }
  const source = pieces.join(replacement)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      return url === file_url.href ? { ...loaded, source } : loaded
    },
  })
}
