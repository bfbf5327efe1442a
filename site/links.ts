import { posix } from 'node:path'
import { addressOf, allPages, slugOf } from './pages.ts'

const REPOSITORY = 'https://github.com/playkeep/playkeep'
/** What the examples call the server that shows this site. */
const OWN_SERVER = 'http://127.0.0.1:3000'

const addresses = new Map(allPages.map(({ source }) => [source, addressOf(slugOf(source))]))

/** A relative link of a Markdown file, as the site has it: to a page, or to the repository, which also forwards to folders. */
export function siteLink(source: string, href: string): string {
  if (href.startsWith(`${OWN_SERVER}/`)) return href.slice(OWN_SERVER.length)
  if (href.startsWith('#') || /^[a-z]+:/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.join(posix.dirname(source), decodeURIComponent(path)).replace(/\/$/, '')
  const suffix = anchor === undefined ? '' : `#${anchor}`
  if (target === 'docs/openapi.json') return '/openapi.json'
  const address = addresses.get(target)
  if (address !== undefined) return address + suffix
  return `${REPOSITORY}/blob/main/${target}${suffix}`
}

/** The file of a picture, from the root of the repository, and its address on the site. */
export function siteImage(source: string, href: string): { file: string; address: string } {
  const file = posix.join(posix.dirname(source), href)
  return { file, address: addressOf(`images/${posix.basename(file)}`) }
}
