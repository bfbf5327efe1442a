import { existsSync, readdirSync, statSync } from 'node:fs'

const BUILT = 'site/dist/404.html'

/** @param {string} path */
const changedAt = (path) => statSync(path).mtimeMs

/** The folders count too: their time changes when a file is removed. @param {string} folder @returns {string[]} */
const everythingIn = (folder) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
]

/** Whether the guides are missing, or older than what they are built from. False in a project that has none. */
export function siteIsOutdated() {
  if (!existsSync('site/build.ts')) return false
  if (!existsSync(BUILT)) return true
  const sources = [
    'CHANGELOG.md',
    'sdk/README.md',
    ...everythingIn('docs'),
    ...everythingIn('site/assets'),
    ...readdirSync('site').flatMap((name) => (name.endsWith('.ts') ? `site/${name}` : [])),
  ]
  const built_at = changedAt(BUILT)
  return sources.some((path) => existsSync(path) && changedAt(path) > built_at)
}
