import type { IncomingMessage } from 'node:http'

/** The entry of `X-Forwarded-For` that the outermost trusted proxy has added; without one, the other end of the connection. */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = headers['x-forwarded-for']
  if (proxies === 0 || typeof forwarded !== 'string') return socket.remoteAddress ?? ''
  let end = forwarded.length
  let begin = forwarded.lastIndexOf(',')
  for (let hop = 1; hop < proxies && begin >= 0; hop++) {
    end = begin
    begin = forwarded.lastIndexOf(',', end - 1)
  }
  return forwarded.slice(begin + 1, end).trim()
}
