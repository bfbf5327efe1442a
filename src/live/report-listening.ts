import type { FastifyBaseLogger } from 'fastify'

/** One line when the connection is lost, and one when it is back. */
export const reportListening =
  (log: FastifyBaseLogger) =>
  (state: 'lost' | 'connected', cause?: unknown): void => {
    if (state === 'lost')
      log.warn(
        { err: cause },
        'the connection for LISTEN is lost: events of other processes arrive up to a second late',
      )
    else log.info('the connection for LISTEN is back')
  }
