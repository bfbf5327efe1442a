import { globSync, readFileSync } from 'node:fs'
import { workspaces } from './workspaces.ts'

const UNRELEASED = '## Unreleased\n'

/** Before, within and after the changelog's section of what is not released yet. Undefined: it has none. */
function splitChangelog(text: string): [string, string, string] | undefined {
  const [before = '', rest] = text.split(UNRELEASED)
  if (rest === undefined) return undefined
  const next = rest.search(/^## /m)
  const end = next < 0 ? rest.length : next
  return [before, rest.slice(0, end).trim(), rest.slice(end)]
}

/** What the next release brings. Empty where there is nothing but headings. */
export function unreleasedNotes(changelog: string): string {
  const [, notes = ''] = splitChangelog(changelog) ?? []
  return /^[^#\s]/m.test(notes) ? notes : ''
}

function releasedChangelog(changelog: string, version: string, date: string): string {
  const [before, notes, after] = splitChangelog(changelog) ?? [changelog, '', '']
  const released = `${UNRELEASED}\n## ${version} - ${date}\n\n${notes}\n`
  return `${before}${released}${after && `\n${after}`}`
}

const print = (value: object) => `${JSON.stringify(value, null, 2)}\n`

interface Versioned {
  version?: string
}

function setVersion(entry: Versioned | undefined, version: string): void {
  if (entry?.version !== undefined) entry.version = version
}

function versionedManifest(text: string, version: string): string {
  const manifest: Versioned = JSON.parse(text)
  setVersion(manifest, version)
  return print(manifest)
}

function versionedLock(text: string, version: string): string {
  const lock: Versioned & { packages: Record<string, Versioned> } = JSON.parse(text)
  setVersion(lock, version)
  for (const folder of ['', ...workspaces()]) setVersion(lock.packages[folder], version)
  return print(lock)
}

/** The files that a release changes by hand, with their new text; generated pages follow from them. */
export function releasedFiles(version: string, date: string): Map<string, string> {
  const changes: [path: string, change: (text: string) => string][] = [
    ['package.json', (text) => versionedManifest(text, version)],
    ['package-lock.json', (text) => versionedLock(text, version)],
    ...workspaces().map((folder): [string, (text: string) => string] => [
      `${folder}/package.json`,
      (text) => versionedManifest(text, version),
    ]),
    ['CHANGELOG.md', (text) => releasedChangelog(text, version, date)],
    ...['README.md', ...globSync('docs/*.md')].map((page): [string, (text: string) => string] => [
      page,
      (text) => text.replaceAll(/playkeep-\d+\.\d+\.\d+\.tgz/g, `playkeep-${version}.tgz`),
    ]),
  ]
  const files = new Map<string, string>()
  for (const [path, change] of changes) {
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after !== before) files.set(path, after)
  }
  return files
}
