import { onTestFinished } from 'vitest'
import { WebSocket as Socket } from 'ws'

interface Frame {
  type: string
  id?: string
  cursor?: string
  data?: Record<string, unknown>
}

/** Opens a socket with events, and collects its frames as they come. */
export function openSocket(url: string, hello: unknown) {
  const socket = new WebSocket(socketUrl(url))
  onTestFinished(() => socket.close())
  const frames: Frame[] = []
  const closed = Promise.withResolvers<[number, string]>()
  const text = typeof hello === 'string' ? hello : JSON.stringify(hello)
  socket.addEventListener('open', () => socket.send(text))
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data))))
  socket.addEventListener('close', ({ code, reason }) => closed.resolve([code, reason]))
  return { socket, frames, closed: closed.promise }
}

const socketUrl = (url: string) => `${url.replace('http', 'ws')}/api/v3/events/socket`

/** Opens a socket that says nothing yet, with headers of its own. */
export function openSilently(url: string, headers: Record<string, string>) {
  const socket = new Socket(socketUrl(url), { headers })
  onTestFinished(() => socket.terminate())
  const closed = new Promise<[number, string]>((resolve) =>
    socket.once('close', (code, reason) => resolve([code, reason.toString()])),
  )
  // The status of a refusal.
  const opened = new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, { statusCode }) => {
      socket.terminate()
      resolve(statusCode ?? 0)
    })
  })
  socket.on('error', () => {})
  return { socket, opened, closed }
}
