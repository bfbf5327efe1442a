import type { Endpoint } from '../../src/http/docs/endpoint.ts'

/** The parts of a schema from which a valid value can be made. */
export interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  enum?: unknown[]
  anyOf?: Shape[]
  format?: string
}

export type Fields = Record<string, unknown>

export const shapeOf = ({ schema }: Endpoint): Shape => schema.body ?? {}

export const typeOf = ({ type, anyOf = [] }: Shape): string =>
  [type ?? anyOf.map((shape) => shape.type ?? '')].flat(2).find((name) => name !== 'null') ?? ''

interface Filling {
  /** Used for every number. */
  id: number
  /** Used for every text. */
  word: string
}

function valueOf(shape: Shape, filling: Filling): unknown {
  if (shape.enum) return shape.enum[0]
  switch (typeOf(shape)) {
    case 'integer':
    case 'number':
      return filling.id
    case 'boolean':
      return true
    case 'array':
      return [valueOf(shape.items ?? {}, filling)]
    case 'object':
      return sampleOf(shape, filling)
    default:
      return shape.format === 'date-time' ? '2024-07-23T15:20:09Z' : filling.word
  }
}

/** Input with a value of the right type in every field. */
export const sampleOf = ({ properties = {} }: Shape, filling: Filling): Fields =>
  Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [
      name,
      // Nothing will happen while it waits.
      name === 'wait' ? 0 : valueOf(shape, filling),
    ]),
  )
