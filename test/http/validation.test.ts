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
    { type: 'object', additionalProperties: false },
    { type: ['string', 'null'], const: 'x' },
    { type: 'string', enum: ['a'], maxLength: 1 },
    { anyOf: [{ type: 'string' }] },
    { type: 'string', format: 'uri' },
  ]) {
    expect(within(schema)).toThrow('no validator implements')
  }
})
