import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Begins where a word begins: tried at each of its letters, a long word would take the square of its length. */
const MAIL = /(?<![^\s@"'(),:;<>=])[^\s@"'(),:;<>=]+@[^\s@"'(),:;<>=]+/g

/** Bodies, queries and headers are never logged; an error's text may still quote a mail address. */
const clean = (text: string) => text.replace(MAIL, '[mail]')

/** One JSON line per request and event, with what an operator may know and nothing that a player must keep. */
export function createLog(config: Config, destination: DestinationStream): Logger {
  return pino(
    {
      level: config.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: (error: Error) => ({
          type: error.name,
          message: clean(error.message),
          stack: clean(error.stack ?? ''),
        }),
      },
    },
    destination,
  )
}
