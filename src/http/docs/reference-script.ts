import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

const START = 'var standalone_default = '
const END = ';\n//#endregion'
/** In a release: `scripts/build.ts` writes it, so that the package is not needed there. */
const BUILT = new URL('./scalar.js.gz', import.meta.url)

const escapeControl = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The package has no file for browsers: its program is one long string in the plugin, which is never run here. */
async function extractScript(): Promise<string> {
  const plugin = import.meta.resolve('@scalar/fastify-api-reference')
  const license = await readFile(new URL('../LICENSE', plugin), 'utf8')
  const text = await readFile(new URL(plugin), 'utf8')
  const start = text.indexOf(START) + START.length
  const literal = text.slice(start, text.indexOf(END, start))
  // oxlint-disable-next-line no-control-regex
  const script: string = JSON.parse(literal.replaceAll(/[\x00-\x1f]/g, escapeControl))
  return `/*!\n${license.trim()}\n*/\n${script.replace(/\n\/\/# sourceMappingURL=.*$/, '\n')}`
}

/** Scalar's API reference for browsers, compressed. */
export async function readReferenceScript(): Promise<Buffer> {
  if (existsSync(BUILT)) return readFile(BUILT)
  return promisify(gzip)(await extractScript(), { level: constants.Z_BEST_COMPRESSION })
}
