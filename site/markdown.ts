import hljs from 'highlight.js/lib/common'
import http from 'highlight.js/lib/languages/http'
import nginx from 'highlight.js/lib/languages/nginx'
import { Marked } from 'marked'
import { escape, textOf } from './html.ts'
import { siteImage, siteLink } from './links.ts'

hljs.registerLanguage('http', http)
hljs.registerLanguage('nginx', nginx)

const TABS = /^<!-- tabs -->\n([^]*?)^<!-- \/tabs -->$/gm
const TAB = /^\*\*([^*\n]+)\*\*\n\n([^]*?)(?=^\*\*[^*\n]+\*\*$|(?![^]))/gm

interface Heading {
  depth: number
  anchor: string
  text: string
}

export interface RenderedPage {
  title: string
  description: string
  html: string
  headings: Heading[]
  /** The files of its pictures, from the root of the repository. */
  images: string[]
}

/** Gives headings the anchors that GitHub gives them; the second of the same name ends in `-1`. */
function createAnchors(): (text: string) => string {
  const taken = new Set<string>()
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let again = 1; taken.has(anchor); again++) anchor = `${slug}-${again}`
    taken.add(anchor)
    return anchor
  }
}

function highlight(text: string, language: string): string {
  if (!hljs.getLanguage(language)) return escape(text)
  return hljs.highlight(text, { language }).value
}

/** Reads one Markdown file. Tabs are labelled blocks between two comments, which GitHub shows one after the other. */
export function renderPage(source: string, markdown: string): RenderedPage {
  const headings: Heading[] = []
  const images: string[] = []
  const anchorOf = createAnchors()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = textOf(html.replaceAll(/<\/?[a-z]+[^>]*>/g, ''))
        const anchor = anchorOf(text)
        headings.push({ depth, anchor, text })
        const link = `<a class="anchor" href="#${anchor}" aria-label="Link to ${escape(text)}">#</a>`
        return `<h${depth} id="${anchor}">${html}${depth > 1 ? link : ''}</h${depth}>\n`
      },
      code({ text, lang = '' }) {
        return `<pre data-language="${escape(lang)}"><code>${highlight(text, lang)}</code></pre>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escape(siteLink(source, href))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        const { file, address } = siteImage(source, href)
        images.push(file)
        return `<img src="${escape(address)}" alt="${escape(text)}">`
      },
    },
  })
  const parse = (text: string) => marked.parse(text, { async: false })

  const renderTabs = (text: string) => {
    const panels = [...text.matchAll(TAB)].map(
      ([, label = '', content = '']) =>
        `<section data-tab="${escape(label)}"><p><strong>${escape(label)}</strong></p>${parse(content)}</section>`,
    )
    return `<div class="tabs">${panels.join('')}</div>`
  }

  let html = ''
  let end = 0
  for (const found of markdown.matchAll(TABS)) {
    html += parse(markdown.slice(end, found.index)) + renderTabs(found[1] ?? '')
    end = found.index + found[0].length
  }
  html += parse(markdown.slice(end))

  return {
    title: headings[0]?.text ?? source,
    description: textOf(/<p>([^]*?)<\/p>/.exec(html)?.[1] ?? ''),
    html: html
      .replaceAll(/<!-- cards -->\s*<ul>/g, '<ul class="cards">')
      .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>'),
    headings,
    images,
  }
}
