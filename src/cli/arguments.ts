import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The command line is wrong; the message says what is wrong with it. */
export class UsageProblem extends Error {}

/** `name` is the argument as the usage shows it, such as GAME_ID. */
export function readId(name: string, text: string | undefined): number {
  const id = Number(text)
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new UsageProblem(`${name} must be a whole number greater than 0.`)
}

/** An unknown option is shown as a usage problem, without a stack trace. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    // The lines after the first propose other ways to write the option.
    const [text = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new UsageProblem(text)
  }
}
