import type { FastifyReply } from 'fastify'

export const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Escaped text in which `code` between backticks is shown as code. */
export const prose = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5c667a; --line: #dfe3ea; --paper: #fbfbfd; --card: #fff; --accent: #4a56c9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --soft: #9aa4b8; --line: #2c3342; --paper: #12151c; --card: #191d27; --accent: #98a2ff; } }
* { box-sizing: border-box } body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 6rem } h1 { margin: 0; font-size: 2rem; letter-spacing: -.02em } h2 { margin: 2.5rem 0 .75rem }
a { color: var(--accent) } p { max-width: 44rem } code, pre { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace } pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper) }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: 1.25rem 0 } details { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); margin: .4rem 0 } details > *:not(summary) { margin-left: 1rem; margin-right: 1rem }
summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; padding: .55rem 1rem; cursor: pointer } summary b { width: 4.2rem; color: var(--accent); font: 600 .8em ui-monospace, monospace } summary span { color: var(--soft) }
table { border-collapse: collapse; width: calc(100% - 2rem); margin-bottom: 1rem } td, th { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line) } th { border: 0; color: var(--soft); font-weight: 500; font-size: .85em }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: inherit; min-width: 16rem } button { background: var(--accent); color: var(--paper); border: 0; cursor: pointer }
.soft { color: var(--soft) } .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem; margin: 2rem 0 } .cards a { display: block; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); text-decoration: none; color: inherit } .cards strong { color: var(--accent) }
@media (max-width: 40rem) { summary code, td code { overflow-wrap: anywhere } th + th { display: none } tr { display: block; padding: .4rem 0; border-top: 1px solid var(--line) } tr:first-child { border: 0 } td, th { display: inline-block; padding: 0 .75rem 0 0; border: 0 } td:last-child { display: block } }
`

export const page = (title: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main>${content}</main></body></html>`

/** Pages load nothing from elsewhere, run no script and cannot be framed. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

export const sendPage = (reply: FastifyReply, html: string | Buffer) =>
  reply.headers(PAGE_HEADERS).send(html)
