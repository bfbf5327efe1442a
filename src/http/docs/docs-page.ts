import { refusals } from '../../errors.ts'
import { escape, page, prose } from '../html.ts'
import { errorRow, guide } from './guide.ts'
import type { Endpoint } from './endpoint.ts'
import { describeSection } from './sections.ts'

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
  if (shape.enum) return shape.enum.map(String).join(' | ')
  if (shape.items) return `list of ${kind(shape.items).replace(/^(object|string|integer)/, '$1s')}`
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
    ? `<table><tr><th>${title}</th><th>Type</th><th>Meaning</th></tr>${fieldRows(shape)}</table>`
    : ''

const WHO = {
  player: 'Needs the token of a signed-in player (header <code>authentication-token</code>).',
  system: 'Needs the system key.',
  anyone: 'Needs no token.',
}

function endpointCard({ method, url, schema }: Endpoint): string {
  const refuses = (schema.refuses ?? []).map((code) =>
    errorRow(code, schema.statuses?.[code] ?? refusals[code][0]),
  )
  const answers = Object.entries(schema.response ?? {})
  return `<details><summary><b>${method}</b><code>${escape(url)}</code><span>${prose(schema.summary ?? '')}</span></summary>
<p class="soft">${WHO[schema.caller ?? 'player']} ${prose(schema.description ?? '')}</p>${fieldTable('Fields to send', schema.body)}
${answers.map(([status, shape]) => fieldTable(`Fields of the answer (${status})`, shape)).join('')}
${refuses.length > 0 ? `<table><tr><th>Error</th><th>Code</th><th>Text</th></tr>${refuses.join('')}</table>` : ''}</details>`
}

/** The API reference: the route table as one page. */
export function docsPage(endpoints: Endpoint[], version: string): string {
  const features = Map.groupBy(endpoints, ({ feature }) => feature)
  const anchors = ['errors', 'fields', 'limits', ...features.keys()].map(
    (name) => `<a href="#${escape(name)}">${escape(name)}</a>`,
  )
  const sections = [...features].map(
    ([name, list]) =>
      `<h2 id="${escape(name)}">${escape(name)}</h2><p class="soft">${prose(describeSection(name) ?? '')}</p>${list.map(endpointCard).join('')}`,
  )
  return page(
    'Playkeep API',
    `<h1>Playkeep API</h1><p class="soft">Version ${escape(version)} · <a href="/openapi.json">OpenAPI 3.1</a></p>
<nav>${anchors.join('')}</nav>${guide()}${sections.join('')}`,
  )
}
