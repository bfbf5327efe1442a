import { type Fields, type Shape, typeOf } from './samples.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Every field at once by a value that does not fit. */
const each = (shape: Shape, pick: (type: string) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([name, field]) => [name, pick(typeOf(field))]),
  )

/** One wrong value at a time is found by the one check that should; the others are right. */
const oneOfThem = (fields: Fields, at: number, value: unknown): Fields => {
  const names = Object.keys(fields)
  const name = names[at % Math.max(1, names.length)]
  return name === undefined ? { field: value } : { ...fields, [name]: value }
}

interface Spoilt {
  /** As JSON text, since some of it no object can hold. */
  json: string
  /** As plain fields, for forms and queries. */
  fields: Fields
}

const both = (fields: Fields): Spoilt => ({ json: JSON.stringify(fields), fields })

type Spoil = (good: Fields, shape: Shape, at: number) => Spoilt

/** How input goes wrong. `at` moves from field to field. */
export const spoils: Record<string, Spoil> = {
  'wrong types': (_good, shape, at) =>
    both(
      each(shape, (type) =>
        type === 'string'
          ? [{ a: 1 }, [], null, true][at % 4]
          : ['abc', {}, [[]], null, '', ' ', '0x10', 'NaN'][at % 8],
      ),
    ),
  'huge numbers': (good, _shape, at) => {
    const numbers = [1e308, -(2 ** 63), 2 ** 53, '9'.repeat(400), '-1e309', -1, 0.5, '1e400']
    return both(oneOfThem(good, at, numbers[at % numbers.length]))
  },
  'deep JSON': (good, _shape, at) => {
    const marked = JSON.stringify(oneOfThem(good, at, 'DEEP'))
    return {
      json: marked.replaceAll('"DEEP"', nested(20_000)),
      fields: oneOfThem(good, at, nested(2000)),
    }
  },
  'huge text': (good, _shape, at) => both(oneOfThem(good, at, 'x'.repeat(70_000))),
  'huge body': (good) => both({ ...good, padding: 'x'.repeat(1_100_000) }),
  'odd Unicode': (good, _shape, at) => {
    const texts = [
      '\u{1f600}\u202e\ufeff',
      'e\u0301'.repeat(200),
      '\uffff',
      '\ufdfa'.repeat(60),
      'ß',
    ]
    const text = texts[at % texts.length] ?? ''
    const marked = JSON.stringify(oneOfThem(good, at, 'ODD'))
    return {
      json: marked.replaceAll('"ODD"', at % 2 ? '"a\\ud800b"' : JSON.stringify(text)),
      fields: oneOfThem(good, at, text),
    }
  },
  NUL: (good, _shape, at) => both(oneOfThem(good, at, 'a\0b')),
  __proto__: (good) => ({
    json: `{"__proto__":{"id":1,"admin":true},"constructor":{"prototype":{"id":1}},${JSON.stringify(good).slice(1)}`.replace(
      ',}',
      '}',
    ),
    fields: { ...good, ['__proto__[id]']: '1', constructor: 'x', toString: 'y', valueOf: 'z' },
  }),
  'arrays for objects': (good, _shape, at) => ({
    json: at % 2 ? JSON.stringify([good]) : JSON.stringify(oneOfThem(good, at, [[good]])),
    fields: Object.fromEntries(Object.entries(good).map(([name, value]) => [`${name}[]`, value])),
  }),
  'missing fields': (good, _shape, at) =>
    both(Object.fromEntries(Object.entries(good).filter((_, index) => index !== at % 3))),
  'extra fields': (good) =>
    both({ ...good, id: 1, game_id_: 1, is_admin: true, user: { id: 1 }, password_hash: 'x' }),
  'no JSON at all': (_good, _shape, at) => ({
    json: ['{', '[1,2', '"text"', 'null', '\u0000', '{"a":1}{"b":2}', '﻿{}'][at % 7] ?? '',
    fields: { '%zz': '%', '': '' },
  }),
}
