import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

const withoutBlocks = (text: string) => text.replaceAll(/^( *)(```|~~~)[^]*?^\1\2/gm, '')

/** The anchors that GitHub gives to a page's headings; the second of the same name ends in `-1`. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  const headings = withoutBlocks(text).matchAll(/^#{1,6} +(.+)$/gm)
  for (const [, heading = ''] of headings) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let again = 1; anchors.has(anchor); again++) anchor = `${slug}-${again}`
    anchors.add(anchor)
  }
  return anchors
}

/** Links to files and headings that do not exist. Links to other sites are not checked. */
function brokenLinks(page: string, text: string): string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), decodeURIComponent(path))
      if (path !== '' && !existsSync(target)) return true
      if (anchor === undefined) return false
      const content = path === '' ? text : statSync(target).isFile() ? read(target) : ''
      return !anchorsOf(content).has(anchor)
    })
    .map((link) => `${page} links to ${link}`)
}

const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md']).toSorted()

test('every relative link of the docs leads to an existing file and heading', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', join('docs', 'architecture.md')]))
  expect(pages.flatMap((page) => brokenLinks(page, read(page)))).toEqual([])
})

test('a link to a missing file and a link to a missing heading are reported', () => {
  const text = [
    '# Here & there',
    '[a](SECURITY.md) [b](SECURITY.md#reporting) [c](#here--there) [d](https://example.com/x#y)',
    '[e](NOWHERE.md) [f](SECURITY.md#nowhere) [g](#nowhere) [h](docs#nowhere)',
    '`[i](code.md)`',
    '```\n[j](code.md)\n```',
  ].join('\n')
  expect(brokenLinks('README.md', text)).toEqual(
    ['NOWHERE.md', 'SECURITY.md#nowhere', '#nowhere', 'docs#nowhere'].map(
      (link) => `README.md links to ${link}`,
    ),
  )
})

test('decisions are numbered from 1 without gaps, in the file name, in the title and where they are cited', () => {
  const decisions = globSync('docs/decisions/*.md').toSorted()
  const numbers = decisions.map((path) => Number(/^(\d{4})-/.exec(basename(path))?.[1]))
  expect(numbers).toEqual(decisions.map((_, index) => index + 1))
  const titles = decisions.map((path) => Number(/^# (\d+)\. /.exec(read(path))?.[1]))
  expect(titles).toEqual(numbers)

  const citations = pages.flatMap((page) => [
    ...read(page).matchAll(/\[decision (\d+)\]\([^)]*?(\d{4})-/gi),
  ])
  expect(citations.length).toBeGreaterThan(5)
  for (const [, cited, number] of citations) expect(Number(cited)).toBe(Number(number))
})
