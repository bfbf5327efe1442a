import { onTestFinished } from 'vitest'

interface Frame {
  type: string
  id?: string
  cursor?: string
  data?: Record<string, unknown>
}

/** Opens a socket with events, and collects its frames as they come. */
export function openSocket(url: string, hello: unknown) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v3/events/socket`)
  onTestFinished(() => socket.close())
  const frames: Frame[] = []
  const closed = Promise.withResolvers<[number, string]>()
  const text = typeof hello === 'string' ? hello : JSON.stringify(hello)
  socket.addEventListener('open', () => socket.send(text))
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data))))
  socket.addEventListener('close', ({ code, reason }) => closed.resolve([code, reason]))
  return { socket, frames, closed: closed.promise }
}
