import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Changes the text of one source file as it is loaded, in this process only. Throws if the text does not occur exactly
 * once, because then nothing would be changed.
 */
export function plant(file: string, right: string, wrong: string): void {
  const address = new URL(`../../src/${file}`, import.meta.url)
  const parts = readFileSync(address, 'utf8').split(right)
  if (parts.length !== 2) throw new Error(`${file} has no single place for this fault: ${right}`)
  const source = parts.join(wrong)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      return url === address.href ? { ...loaded, source } : loaded
    },
  })
}
