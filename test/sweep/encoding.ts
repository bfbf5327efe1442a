import type { Fields } from './samples.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const pairs = (fields: Fields): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, text(value)])

const WRAPPERS = ['game_round', 'group', 'group_connection', 'friendship', 'message']

function multipart(fields: Fields): string {
  const parts = pairs(fields).map(
    ([name, value]) =>
      `--edge\r\ncontent-disposition: form-data; name="${encodeURIComponent(name)}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--edge--\r\n`
}

interface Encoded {
  type?: string
  body?: string
  query?: string
}

type Encode = (input: { json: string; fields: Fields }, at: number) => Encoded

/** Every way in which clients send their input, with any method: also JSON with GET and DELETE. */
export const encodings: Record<string, Encode> = {
  'flat JSON': ({ json }) => ({ type: 'application/json', body: json }),
  'wrapped JSON': ({ json }, at) => ({
    type: 'application/json',
    body: `{"${WRAPPERS[at % WRAPPERS.length]}":${json}}`,
  }),
  urlencoded: ({ fields }) => ({
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(pairs(fields)).toString(),
  }),
  multipart: ({ fields }) => ({
    type: 'multipart/form-data; boundary=edge',
    body: multipart(fields),
  }),
  query: ({ fields }) => ({
    query: new URLSearchParams(pairs(fields)).toString().slice(0, 12_000).replace(/%.?$/, ''),
  }),
  'JSON with another content type': ({ json }, at) => ({
    type:
      ['text/plain', 'application/octet-stream', 'x', 'application/json; charset=utf-16'][at % 4] ??
      '',
    body: json,
  }),
}
