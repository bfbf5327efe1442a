import { Refusal } from '../errors.ts'

/** Where a page of a list ended, as a text that clients send back without reading it. */
export const writeCursor = (place: unknown) =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Refused unless it is a place of this list. */
export function readCursor<P>(text: string, isPlace: (value: unknown) => value is P): P {
  const place = parse(text)
  if (isPlace(place)) return place
  const sentence = 'after must be the `next` of an earlier page of the same list.'
  throw new Refusal('invalid_input', { sentence })
}
