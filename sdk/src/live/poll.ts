import { queryOf } from '../connection.ts'
import { readRefusal } from '../errors.ts'
import { wait as pause } from '../waits.ts'
import { abortWhenIdle } from './idle-timeout.ts'
import { endingOf, type Ending, type Following } from './transport.ts'

/** How long the server waits for an event, in seconds. */
const WAIT = 25
const EARLY_MS = 1000

/** By requests that wait: works everywhere. */
export async function followByPoll(following: Following): Promise<Ending> {
  const { addressOf, headers, types, fetch: send, onReady, onEvent } = following
  let { after } = following
  // The first answer comes at once: it says that the connection works.
  let wait = 0
  const { signal, heard, stop } = abortWhenIdle(following.signal)
  try {
    for (;;) {
      const url = addressOf('/events') + queryOf({ types, after, wait })
      const asked_at = Date.now()
      const response = await send(url, { headers: headers(), signal })
      if (!response.ok) {
        const { status, code, retryAfterMs } = await readRefusal(response)
        return endingOf(status, code, retryAfterMs)
      }
      const { events, cursor } = await response.json()
      heard()
      for (const event of events) onEvent(event)
      onReady(cursor)
      after = cursor
      // Something in between does not wait.
      if (wait > 0 && events.length === 0 && Date.now() - asked_at < EARLY_MS)
        await pause(EARLY_MS, signal)
      wait = WAIT
    }
  } finally {
    stop()
  }
}
