import { queryOf } from '../connection.ts'
import { readRefusal } from '../errors.ts'
import { abortWhenIdle } from './idle-timeout.ts'
import { endingOf, type Ending, type Following } from './transport.ts'

/** An event is far shorter. */
const MAX_BLOCK = 1_000_000

interface Block {
  id?: string
  event?: string
  data?: string
  retry?: string
}

function readBlock(text: string): Block {
  const lines = text
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  return Object.fromEntries(lines)
}

/** By server-sent events. Not with `EventSource`, which can send the token only in the address, and hides refusals. */
export async function followByStream(following: Following): Promise<Ending> {
  const { addressOf, headers, types, after, fetch: send } = following
  const url = addressOf('/events/stream') + queryOf({ types, after })
  const { signal, heard, stop } = abortWhenIdle(following.signal)
  try {
    const response = await send(url, { headers: headers(), signal })
    if (!response.ok) {
      const { status, code, retryAfterMs } = await readRefusal(response)
      return endingOf(status, code, retryAfterMs)
    }
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    // React Native has no streams: the next transport is tried.
    return reader ? await readBlocks(reader, { ...following, heard }) : { reason: 'lost' }
  } finally {
    stop()
  }
}

async function readBlocks(
  reader: ReadableStreamDefaultReader<string>,
  { onReady, onEvent, heard }: Following & { heard: () => void },
): Promise<Ending> {
  let text = ''
  let after_ms: number | undefined
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return { reason: 'lost', ...(after_ms === undefined ? {} : { after_ms }) }
    heard()
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    if (text.length > MAX_BLOCK) return { reason: 'lost' }
    for (const { id, event, data, retry } of blocks.map(readBlock)) {
      if (event === 'not_signed_in') return { reason: 'not_signed_in' }
      if (event === 'banned') return { reason: 'refused', code: 'banned', status: 403 }
      if (retry !== undefined) after_ms = Number(retry)
      if (data !== undefined) onEvent(JSON.parse(data))
      else if (id !== undefined) onReady(id)
    }
  }
}
