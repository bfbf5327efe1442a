import { escape } from './html.ts'
import type { RenderedPage } from './markdown.ts'
import { addressOf, allPages, type Page, sections, slugOf } from './pages.ts'

const addressOfPage = ({ source }: Page) => addressOf(slugOf(source))

function sidebar(current: Page | undefined): string {
  return sections
    .map(({ title, pages, is_closed }) => {
      const links = pages.map((page) => {
        const mark = page === current ? ' aria-current="page"' : ''
        return `<li><a href="${addressOfPage(page)}"${mark}>${escape(page.label)}</a></li>`
      })
      const is_open = !is_closed || pages.some((page) => page === current)
      return `<details${is_open ? ' open' : ''}><summary>${escape(title)}</summary><ul>${links.join('')}</ul></details>`
    })
    .join('')
}

function contents({ headings }: RenderedPage): string {
  const links = headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(
      ({ depth, anchor, text }) =>
        `<li class="depth-${depth}"><a href="#${anchor}">${escape(text)}</a></li>`,
    )
  if (links.length < 2) return ''
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>`
}

function neighbours(current: Page | undefined): string {
  const index = current ? allPages.indexOf(current) : -1
  if (index < 0) return ''
  const link = (page: Page | undefined, rel: string, words: string) =>
    page
      ? `<a rel="${rel}" href="${addressOfPage(page)}"><span>${words}</span>${escape(page.label)}</a>`
      : '<span></span>'
  return `<nav class="neighbours" aria-label="Pages before and after">${link(allPages[index - 1], 'prev', 'Previous')}${link(allPages[index + 1], 'next', 'Next')}</nav>`
}

const ICON =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 21V7l3 2 3-4 3 4 3-4 3 4 3-2v14h-6v-5a3 3 0 0 0-6 0v5z"/></svg>'

/** A whole page. Without a page of the sidebar it is one that is found by no link, such as "not found". */
export function layout(rendered: RenderedPage, current?: Page): string {
  const title = rendered.title === 'Playkeep' ? 'Playkeep' : `${rendered.title} · Playkeep`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<meta name="description" content="${escape(rendered.description)}">
<link rel="icon" href="${addressOf('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${addressOf('style.css')}">
<script src="${addressOf('theme.js')}"></script>
<script type="module" src="${addressOf('site.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<button id="menu" type="button" aria-expanded="false" aria-controls="sidebar" aria-label="Menu">☰</button>
<a class="brand" href="${addressOf('')}">${ICON}Playkeep</a>
<button id="search-open" type="button"><span>Search</span><kbd>/</kbd></button>
<a class="reference" href="/docs">API</a>
<button id="theme" type="button" aria-label="Light or dark">◐</button>
</header>
<nav id="sidebar" aria-label="Guides">${sidebar(current)}</nav>
<main id="content"><article>${rendered.html}</article>${neighbours(current)}</main>
${contents(rendered)}
<dialog id="search" aria-label="Search">
<input type="search" placeholder="Search the guides" aria-label="Search the guides" autocomplete="off" spellcheck="false">
<p id="search-state" role="status"></p>
<ol id="search-results"></ol>
</dialog>
</body>
</html>
`
}
