import { existsSync, readdirSync, statSync } from 'node:fs'

/** @param {string} path */
const changedAt = (path) => statSync(path).mtimeMs

/** The folders count too: their time changes when a file is removed. @param {string} folder @returns {string[]} */
const everythingIn = (folder) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
]

/** @param {string} built @param {string[]} sources */
const isOlder = (built, sources) =>
  !existsSync(built) ||
  sources.some((path) => existsSync(path) && changedAt(path) > changedAt(built))

/** Whether the guides are missing, or older than what they are built from. False in a project that has none. */
export function siteIsOutdated() {
  if (!existsSync('site/build.ts')) return false
  return isOlder('site/dist/404.html', [
    'CHANGELOG.md',
    'sdk/README.md',
    ...everythingIn('docs'),
    ...everythingIn('site/assets'),
    ...readdirSync('site').flatMap((name) => (name.endsWith('.ts') ? `site/${name}` : [])),
  ])
}

/** The same for the dashboard. */
export function dashboardIsOutdated() {
  if (!existsSync('dashboard/build.ts')) return false
  return isOlder('dashboard/dist/index.html', [
    'package-lock.json',
    ...everythingIn('dashboard/src'),
    ...readdirSync('dashboard').flatMap((name) =>
      /\.(ts|html|json)$/.test(name) ? `dashboard/${name}` : [],
    ),
  ])
}
