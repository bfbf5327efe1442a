import { useEffect, useRef, useState } from 'react'
import { apiUrl } from '../../api/client.ts'
import { queryClient } from '../../api/session.ts'
import { eventTypes } from './event-types.ts'

export interface GameEvent {
  id: string
  type: string
  at: string
  actor_id: number | null
  data: Record<string, unknown>
}

export type Connection = 'connecting' | 'connected' | 'interrupted'

/** Older ones are no longer shown. */
export const MAX_EVENTS = 300
const RETRY_MS = 5000

interface Wanted {
  gameId: number
  types: string | undefined
  player: number | undefined
}

const isEvent = (value: unknown): value is GameEvent =>
  typeof value === 'object' && value !== null && 'id' in value && 'data' in value

/**
 * Follows what happens in a game. The browser itself resumes after a lost connection; only where the server has refused it,
 * for example because the session has ended, it is tried again here.
 */
function follow(
  { gameId, types, player }: Wanted,
  {
    onEvent,
    onConnection,
  }: { onEvent: (event: GameEvent) => void; onConnection: (state: Connection) => void },
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(timer)
    source?.close()
  }
  const open = () => {
    const opened = new EventSource(
      apiUrl('admin.events.stream', {
        id: gameId,
        ...(types ? { types } : {}),
        ...(player ? { user_id: player } : {}),
      }),
    )
    source = opened
    opened.addEventListener('open', () => onConnection('connected'))
    const retry = () => {
      close()
      onConnection('interrupted')
      // If nobody is signed in any more, this leads to the page to sign in.
      void queryClient.invalidateQueries()
      timer = setTimeout(open, RETRY_MS)
    }
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED) retry()
      else onConnection('connecting')
    })
    opened.addEventListener('not_signed_in', retry)
    for (const type of eventTypes.keys())
      opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
        const event: unknown = JSON.parse(data)
        if (isEvent(event)) onEvent(event)
      })
  }
  open()
  return close
}

/** The last events of a game, the newest first. While it is paused, new ones wait. */
export function useEvents({ gameId, types, player }: Wanted, is_paused: boolean) {
  const [connection, setConnection] = useState<Connection>('connecting')
  const [events, setEvents] = useState<GameEvent[]>([])
  const [missed, setMissed] = useState(0)
  const waiting = useRef<GameEvent[]>([])
  const paused = useRef(is_paused)

  useEffect(() => {
    waiting.current = []
    setEvents([])
    setMissed(0)
    setConnection('connecting')
    return follow(
      { gameId, types, player },
      {
        onConnection: setConnection,
        onEvent(event) {
          if (paused.current) {
            waiting.current = [event, ...waiting.current].slice(0, MAX_EVENTS)
            setMissed((count) => count + 1)
          } else {
            setEvents((shown) => [event, ...shown].slice(0, MAX_EVENTS))
          }
        },
      },
    )
  }, [gameId, types, player])

  useEffect(() => {
    paused.current = is_paused
    if (is_paused) return
    const waited = waiting.current
    waiting.current = []
    setMissed(0)
    if (waited.length > 0) setEvents((shown) => [...waited, ...shown].slice(0, MAX_EVENTS))
  }, [is_paused])

  return { connection, events, missed }
}
