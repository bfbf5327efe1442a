import { watchIdle } from './idle-timeout.ts'
import { endingOf, type Ending, type Following } from './transport.ts'

/** Close codes of the server are 4000 and a status. */
const REFUSED = 4000

/** Undefined: something else than Playkeep has answered. */
function parseFrame(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** By WebSocket. The first frame says who is calling. */
export function followBySocket({
  addressOf,
  token,
  types,
  after,
  signal,
  onReady,
  onEvent,
}: Following): Promise<Ending> {
  return new Promise((resolve) => {
    const socket = new WebSocket(addressOf('/events/socket').replace(/^http/, 'ws'))
    let after_ms: number | undefined
    const end = (ending: Ending) => {
      idle.stop()
      signal.removeEventListener('abort', close)
      resolve(ending)
    }
    const close = () => {
      end({ reason: 'lost' })
      socket.close()
    }
    const idle = watchIdle(close)
    signal.addEventListener('abort', close, { once: true })
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ token, types, after, heartbeat: true })),
    )
    socket.addEventListener('message', ({ data }) => {
      idle.heard()
      const frame = parseFrame(data)
      if (!frame) return close()
      if (frame.type === 'ready' || frame.type === 'heartbeat') onReady(frame.cursor)
      else if (frame.type === 'reconnect') after_ms = frame.after_ms
      else onEvent(frame)
      return undefined
    })
    socket.addEventListener('close', ({ code, reason }) =>
      end(
        code >= REFUSED
          ? endingOf(code - REFUSED, reason)
          : { reason: 'lost', ...(after_ms === undefined ? {} : { after_ms }) },
      ),
    )
  })
}
