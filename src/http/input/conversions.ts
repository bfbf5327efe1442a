/** Forms and some clients send everything as text: what a value means follows from the schema of its field. */

/** Each character can match in one way only, so that long input is not tried in many ways. */
const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i

/** Enough for any number that fits. */
const NUMBER_CHARACTERS = 1000

/** Text becomes a number only if it can mean nothing else. */
export const toNumber = (value: unknown) =>
  typeof value === 'string' && value.length <= NUMBER_CHARACTERS && NUMBER.test(value)
    ? Number(value)
    : value

/** Gives back a value that is no boolean as it is. */
export function toBoolean(value: unknown): unknown {
  if (value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value))) return true
  if (value === 0 || (typeof value === 'string' && /^(false|0)$/i.test(value))) return false
  return value
}

export const toText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

/** Gives back text that is no JSON as it is. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
