import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Matches only from the start of a word: trying every letter would take quadratic time for a long word. */
const EMAIL_ADDRESS = /(?<![^\s@"'(),:;<>=])[^\s@"'(),:;<>=]+@[^\s@"'(),:;<>=]+/g

/** Bodies, queries and headers are never logged, but the message of an error may quote an email address. */
const redact = (text: string) => text.replace(EMAIL_ADDRESS, '[mail]')

/** One JSON line per request and event, without tokens, passwords or email addresses. */
export function createLog(config: Config, destination: DestinationStream): Logger {
  return pino(
    {
      level: config.LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: (error: Error) => ({
          type: error.name,
          message: redact(error.message),
          stack: redact(error.stack ?? ''),
        }),
      },
    },
    destination,
  )
}
