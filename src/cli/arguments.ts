import { parseArgs, type ParseArgsConfig } from 'node:util'

/** A command said what is wrong with the way it was called. */
export class UsageProblem extends Error {}

/** The number of a game, an item or whatever the name says. */
export function readId(name: string, text: string | undefined): number {
  const id = Number(text)
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new UsageProblem(`${name} must be a whole number above 0.`)
}

/** Words and options of a command line; a wrong one is a usage problem, not a stack. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error))
  }
}
