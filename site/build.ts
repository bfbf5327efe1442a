// Builds site/dist/ from docs/: pages, styles, scripts and the search index, each also compressed. Run it in the root folder.
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { layout } from './layout.ts'
import { renderPage } from './markdown.ts'
import { addressOf, allPages, slugOf } from './pages.ts'
import { searchEntries } from './search-index.ts'

const DIST = 'site/dist'
const ASSETS = ['style.css', 'theme.js', 'site.js', 'icon.svg']
const NOT_FOUND =
  '# Page not found\n\nThere is no such page. Search for it, or choose one in the menu.\n'

const read = (path: string) => readFileSync(path, 'utf8')

const files = new Map<string, string | Buffer>()
const entries = []
for (const page of allPages) {
  const rendered = renderPage(page.source, read(page.source))
  const slug = slugOf(page.source)
  files.set(`${slug === '' ? 'index' : slug}.html`, layout(rendered, page))
  entries.push(...searchEntries(addressOf(slug), rendered))
  for (const image of rendered.images) files.set(`images/${basename(image)}`, readFileSync(image))
}
files.set('search.json', JSON.stringify(entries))
for (const name of ASSETS) files.set(name, read(`site/assets/${name}`))
// The last one: its time says that all others are there.
files.set('404.html', layout(renderPage('docs/404.md', NOT_FOUND)))

/** File by file, each at once, so that a server in use never finds half of one. */
function replaceFile(name: string, content: string | Buffer): void {
  const path = join(DIST, name)
  const draft = `${path}.${process.pid}.tmp`
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(draft, content)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

// Of a build that was killed.
for (const path of globSync('**/*.tmp', { cwd: DIST })) rmSync(join(DIST, path), { force: true })

for (const [name, content] of files) {
  replaceFile(`${name}.gz`, gzipSync(content, { level: 9 }))
  replaceFile(name, content)
}
for (const path of globSync('**/*.{html,svg,png,js,css,json}', { cwd: DIST }))
  if (!files.has(path.split(sep).join('/')))
    for (const name of [path, `${path}.gz`]) rmSync(join(DIST, name), { force: true })
