import { textOf } from './html.ts'
import type { RenderedPage } from './markdown.ts'

/** Address, title of the page, heading, text: a list, because the names of fields would be half of the file. */
export type SearchEntry = [address: string, title: string, heading: string, text: string]

/** One entry per heading, with the text below it. */
export function searchEntries(
  address: string,
  { title, html, headings }: RenderedPage,
): SearchEntry[] {
  const parts = html.split(/(?=<h[1-6] id=")/)
  return parts.flatMap((part): SearchEntry[] => {
    const anchor = /^<h\d id="([^"]+)"/.exec(part)?.[1]
    const heading = headings.find((one) => one.anchor === anchor)
    if (!heading) return []
    const text = textOf(part.slice(part.indexOf('</h')))
    return [
      [heading.depth === 1 ? address : `${address}#${heading.anchor}`, title, heading.text, text],
    ]
  })
}
