import { readFileSync } from 'node:fs'

const manifest: { version: string; bugs: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** `issues_url` is where to report problems. */
export const { version, bugs: issues_url } = manifest
