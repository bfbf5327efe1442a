import { expect, test } from 'vitest'
import { compileValidator } from '../../src/http/input/validation.ts'
import { T } from '../../src/http/typed-schema.ts'

const within = (schema: object) => () =>
  compileValidator(T.Object({ list: T.Array(T.Unsafe<unknown>(schema), { maxItems: 9 }) }))

test('a schema keyword that the validator does not implement is refused at compile time', () => {
  expect(within({ type: 'integer', minimum: 1, maximum: 9, description: 'x' })).not.toThrow()
  for (const schema of [
    { type: 'integer', multipleOf: 5 },
    { type: 'string', minimum: 5 },
    { type: 'array', items: { type: 'string' }, minItems: 1 },
    { type: 'object', properties: {}, minProperties: 1 },
    { type: ['string', 'null'], const: 'x' },
    { type: 'string', enum: ['a'], maxLength: 1 },
    { anyOf: [{ type: 'string' }] },
    { type: 'string', format: 'uri' },
  ]) {
    expect(within(schema)).toThrow('no validator implements')
  }
})

test('where additionalProperties is false, unknown fields and null are refused, also in inner objects', () => {
  const inner = T.Object({ a: T.Optional(T.Integer()) })
  const parse = compileValidator(
    T.Object(
      { one: T.Optional(T.Boolean()), inner, list: T.Array(inner, { maxItems: 9 }) },
      { additionalProperties: false },
    ),
  )
  const fields = { inner: { a: 1 }, list: [{ a: 1 }] }
  // Old clients send the token with everything.
  expect(parse({ ...fields, authentication_token: 'x' })).toEqual(fields)
  for (const [wrong, sentence] of [
    [
      { ...fields, One: true },
      '"One" is not a field of this request: its fields are one, inner, list.',
    ],
    [{ ...fields, one: null }, 'one must not be null: send a value or leave it out.'],
    [{ ...fields, inner: { b: 1 } }, '"b" is not a field of inner: its fields are a.'],
    [
      { ...fields, list: [{ a: null }] },
      'list[0].a must not be null: send a value or leave it out.',
    ],
  ] as const)
    expect(() => parse(wrong)).toThrow(sentence)
})
