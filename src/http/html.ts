import type { FastifyReply } from 'fastify'

export const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Of every page. */
const BASE_STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5c667a; --line: #dfe3ea; --paper: #fbfbfd; --card: #fff; --accent: #4a56c9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --soft: #9aa4b8; --line: #2c3342; --paper: #12151c; --card: #191d27; --accent: #98a2ff; } }
* { box-sizing: border-box } body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper) } a { color: var(--accent) }
`

const STYLE = `
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 6rem } h1 { margin: 0; font-size: 2rem; letter-spacing: -.02em } h2 { margin: 2.5rem 0 .75rem }
p { max-width: 44rem } code { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: inherit; min-width: 16rem } button { background: var(--accent); color: var(--paper); border: 0; cursor: pointer }
.soft { color: var(--soft) } .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem; margin: 2rem 0 } .cards a { display: block; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); text-decoration: none; color: inherit } .cards strong { color: var(--accent) }
`

/** A page with a layout of its own. */
export const barePage = (title: string, style: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><link rel="icon" href="data:,"><style>${BASE_STYLE}${style}</style></head><body>${body}</body></html>`

export const page = (title: string, content: string) =>
  barePage(title, STYLE, `<main>${content}</main>`)

/** Pages load nothing from elsewhere, run no script and cannot be framed. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const sendPage = (reply: FastifyReply, html: string, policy = PAGE_POLICY) =>
  reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    .send(html)
