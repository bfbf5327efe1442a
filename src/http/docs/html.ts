import { refusals } from '../../errors.ts'
import type { Endpoint } from './openapi.ts'

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** `code` in sentences becomes code on the page. */
const prose = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

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
`

const page = (title: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main>${content}</main></body></html>`

export const homePage = (version: string) =>
  page(
    'Playkeep',
    `<h1>Playkeep</h1><p class="soft">Version ${escape(version)} is running here. It keeps accounts and data for games.</p>
<div class="cards"><a href="/docs"><strong>API reference</strong><br>Every address, what it takes and what it answers.</a>
<a href="/openapi.json"><strong>OpenAPI 3.1</strong><br>The same for machines.</a>
<a href="/ready"><strong>Ready?</strong><br>Whether the database answers.</a>
<a href="/metrics"><strong>Metrics</strong><br>Figures for Prometheus.</a></div>
<p>Games talk to <code>/api/v3</code>. No game yet, or its token lost? On the server's machine run <code>playkeep create-game "My game"</code> or <code>playkeep rotate-token 1</code>.</p>`,
  )

/** The page behind the link of the mail. It posts a plain form: no script. */
export const resetPage = (token: string, problem = '') =>
  page(
    'Choose a new password',
    `<h1>Choose a new password</h1>${problem && `<p><strong>${escape(problem)}</strong></p>`}
<form method="post" action="/reset_password"><input type="hidden" name="token" value="${escape(token)}">
<p><label>New password<br><input type="password" name="password" autocomplete="new-password" minlength="6" required autofocus></label></p>
<p><label>The same again<br><input type="password" name="password_confirmation" autocomplete="new-password" minlength="6" required></label></p>
<p><button>Change the password</button></p></form>`,
  )

export const messagePage = (message: string) => page('Playkeep', `<h1>${escape(message)}</h1>`)

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape & { description?: string }>
  required?: string[]
  items?: Shape
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxBytes?: number
}

function kind(shape: Shape): string {
  if (shape.enum) return shape.enum.join(' | ')
  if (shape.items) return `list of ${kind(shape.items)}`
  const name = [shape.type ?? 'any'].flat().join(' or ')
  if (shape.maxBytes !== undefined) return `${name}, at most ${shape.maxBytes} bytes`
  if (shape.maxLength !== undefined)
    return `${name}, ${shape.minLength ?? 0}–${shape.maxLength} characters`
  return name
}

function fieldRows(shape: Shape, prefix = ''): string {
  return Object.entries(shape.properties ?? {})
    .map(([name, field]) => {
      const need = shape.required?.includes(name) ? '' : ' <span class="soft">optional</span>'
      const row = `<tr><td><code>${prefix}${escape(name)}</code>${need}</td><td>${escape(kind(field))}</td><td>${prose(field.description ?? '')}</td></tr>`
      return (
        row +
        fieldRows(field.items ?? field, `${prefix}${escape(name)}${field.items ? '[].' : '.'}`)
      )
    })
    .join('')
}

const fieldTable = (title: string, shape: unknown) =>
  typeof shape === 'object' && shape
    ? `<table><tr><th>${title}</th><th></th><th></th></tr>${fieldRows(shape)}</table>`
    : ''

const WHO = {
  player: 'A signed-in player, by <code>authentication-token</code>.',
  system: 'The system service key.',
  anyone: 'Anyone.',
}

function endpointCard({ method, url, schema }: Endpoint): string {
  const refuses = (schema.refuses ?? []).map((code) => {
    const [status, sentence] = refusals[code]
    return `<tr><td>${schema.statuses?.[code] ?? status}</td><td><code>${code}</code></td><td>${prose(sentence)}</td></tr>`
  })
  const answers = Object.entries(schema.response ?? {})
  return `<details><summary><b>${method}</b><code>${escape(url)}</code><span>${prose(schema.summary ?? '')}</span></summary>
<p class="soft">${WHO[schema.caller ?? 'player']} ${prose(schema.description ?? '')}</p>${fieldTable('Takes', schema.body)}
${answers.map(([status, shape]) => fieldTable(`Answers ${status} with`, shape)).join('')}
${refuses.length > 0 ? `<table><tr><th>Refuses</th><th></th><th></th></tr>${refuses.join('')}</table>` : ''}</details>`
}

/** The API reference: the route table as one page. */
export function docsPage(endpoints: Endpoint[], version: string): string {
  const features = Map.groupBy(endpoints, ({ feature }) => feature)
  const anchors = [...features.keys()].map(
    (name) => `<a href="#${escape(name)}">${escape(name)}</a>`,
  )
  const sections = [...features].map(
    ([name, list]) =>
      `<h2 id="${escape(name)}">${escape(name)}</h2>${list.map(endpointCard).join('')}`,
  )
  return page(
    'Playkeep API',
    `<h1>Playkeep API</h1><p class="soft">Version ${escape(version)} · <a href="/openapi.json">OpenAPI 3.1</a></p>
<p>Send JSON, form fields or query parameters, and the player's token in the header <code>authentication-token</code>. A refusal is one sentence of plain text, with a stable word in the header <code>x-error-code</code>. Send an <code>Idempotency-Key</code> with a write and repeat it as often as you like: it is done once.</p>
<nav>${anchors.join('')}</nav>${sections.join('')}`,
  )
}
