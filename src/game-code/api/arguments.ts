import { inspect } from 'node:util'
import type { Player } from '../game.ts'
import { WrongArgument } from '../wrong-argument.ts'

/** Code that is not TypeScript may pass anything. Says which argument is wrong, so that the stack leads to the call. */
function fail(name: string, expected: string, value: unknown): never {
  const shown = inspect(value, { depth: 1 }).slice(0, 100)
  throw new WrongArgument(`${name} must be ${expected}, and is ${shown}.`)
}

export const readWhole = (name: string, value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value)
    ? value
    : fail(name, 'a whole number', value)

export const readNumber = (name: string, value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fail(name, 'a number', value)

export function readId(name: string, value: unknown): number {
  const id: unknown =
    typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0
    ? id
    : fail(name, 'an object with an id', value)
}

export const readPlayer = (player: Player): number => readId('player', player)

export const readText = (name: string, value: unknown, max: number): string =>
  typeof value === 'string' && value.length <= max && value.isWellFormed() && !value.includes('\0')
    ? value
    : fail(name, `text of at most ${max} characters`, value)

/** As JSON text. */
export function readJson(name: string, value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? fail(name, 'something that JSON can say', value) : text
}
