import { type Fields, type Shape, typeOf } from './samples.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Every field with a value of a wrong type. */
const replaceAll = (shape: Shape, pick: (type: string) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([name, field]) => [name, pick(typeOf(field))]),
  )

/** One field with a wrong value, so that no other field's check refuses the input first. */
const replaceOne = (fields: Fields, at: number, value: unknown): Fields => {
  const names = Object.keys(fields)
  const name = names[at % Math.max(1, names.length)]
  return name === undefined ? { field: value } : { ...fields, [name]: value }
}

interface InvalidInput {
  /** JSON as text, because some of it cannot be made from an object. */
  json: string
  /** Fields for forms and queries. */
  fields: Fields
}

const asJsonAndFields = (fields: Fields): InvalidInput => ({ json: JSON.stringify(fields), fields })

type MakeInvalid = (good: Fields, shape: Shape, at: number) => InvalidInput

/** Ways to make valid input invalid. `at` selects the field and the wrong value. */
export const invalidInputs: Record<string, MakeInvalid> = {
  'wrong types': (_good, shape, at) =>
    asJsonAndFields(
      replaceAll(shape, (type) =>
        type === 'string'
          ? [{ a: 1 }, [], null, true][at % 4]
          : ['abc', {}, [[]], null, '', ' ', '0x10', 'NaN'][at % 8],
      ),
    ),
  'huge numbers': (good, _shape, at) => {
    const numbers = [1e308, -(2 ** 63), 2 ** 53, '9'.repeat(400), '-1e309', -1, 0.5, '1e400']
    return asJsonAndFields(replaceOne(good, at, numbers[at % numbers.length]))
  },
  'deep JSON': (good, _shape, at) => {
    const marked = JSON.stringify(replaceOne(good, at, 'DEEP'))
    return {
      json: marked.replaceAll('"DEEP"', nested(20_000)),
      fields: replaceOne(good, at, nested(2000)),
    }
  },
  'huge text': (good, _shape, at) => asJsonAndFields(replaceOne(good, at, 'x'.repeat(70_000))),
  'huge body': (good) => asJsonAndFields({ ...good, padding: 'x'.repeat(1_100_000) }),
  'unusual Unicode': (good, _shape, at) => {
    const texts = [
      '\u{1f600}\u202e\ufeff',
      'e\u0301'.repeat(200),
      '\uffff',
      '\ufdfa'.repeat(60),
      'ß',
    ]
    const text = texts[at % texts.length] ?? ''
    const marked = JSON.stringify(replaceOne(good, at, 'ODD'))
    return {
      json: marked.replaceAll('"ODD"', at % 2 ? '"a\\ud800b"' : JSON.stringify(text)),
      fields: replaceOne(good, at, text),
    }
  },
  NUL: (good, _shape, at) => asJsonAndFields(replaceOne(good, at, 'a\0b')),
  __proto__: (good) => ({
    json: `{"__proto__":{"id":1,"admin":true},"constructor":{"prototype":{"id":1}},${JSON.stringify(good).slice(1)}`.replace(
      ',}',
      '}',
    ),
    fields: { ...good, ['__proto__[id]']: '1', constructor: 'x', toString: 'y', valueOf: 'z' },
  }),
  'arrays for objects': (good, _shape, at) => ({
    json: at % 2 ? JSON.stringify([good]) : JSON.stringify(replaceOne(good, at, [[good]])),
    fields: Object.fromEntries(Object.entries(good).map(([name, value]) => [`${name}[]`, value])),
  }),
  'missing fields': (good, _shape, at) =>
    asJsonAndFields(
      Object.fromEntries(Object.entries(good).filter((_, index) => index !== at % 3)),
    ),
  'extra fields': (good) =>
    asJsonAndFields({
      ...good,
      id: 1,
      game_id_: 1,
      is_admin: true,
      user: { id: 1 },
      password_hash: 'x',
    }),
  'not JSON': (_good, _shape, at) => ({
    json: ['{', '[1,2', '"text"', 'null', '\u0000', '{"a":1}{"b":2}', '﻿{}'][at % 7] ?? '',
    fields: { '%zz': '%', '': '' },
  }),
}
