import { queryOf } from '../connection.ts'
import { readRefusal } from '../errors.ts'
import { quietSignal } from './silence.ts'
import { endingOf, type Ending, type Following } from './transport.ts'

/** How long the server waits for an event, in seconds. */
const WAIT = 25

/** By requests that wait: works everywhere. */
export async function followByPoll(following: Following): Promise<Ending> {
  const { addressOf, headers, types, fetch: send, onReady, onEvent } = following
  let { after } = following
  const { signal, heard, stop } = quietSignal(following.signal)
  try {
    for (;;) {
      const wait = after === undefined ? 0 : WAIT
      const url = addressOf('/events') + queryOf({ types, after, wait })
      const response = await send(url, { headers: headers(), signal })
      if (!response.ok) {
        const { status, code } = await readRefusal(response)
        return endingOf(status, code)
      }
      const { events, cursor } = await response.json()
      heard()
      for (const event of events) onEvent(event)
      onReady(cursor)
      after = cursor
    }
  } finally {
    stop()
  }
}
