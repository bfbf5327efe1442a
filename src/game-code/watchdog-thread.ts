// The thread of `watchdog.ts`.
import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import type { Watched } from './watchdog.ts'

const LOOK_EVERY_MS = 500
/** Looks without a beat in between. A process that was paused as a whole has not been looked at meanwhile. */
const MAX_MISSED = 10
/** How long it takes at most to find the line. */
const FIND_MS = 2000
const SHOWN_LINES = 8

const { shared, hooks }: Watched = workerData
const numbers = new Int32Array(shared)

function end(where: string): void {
  const hook = hooks[numbers[1] ?? -1] ?? 'none'
  const seconds = (LOOK_EVERY_MS * MAX_MISSED) / 1000
  writeSync(
    2,
    `Game code has kept this process busy for ${seconds} s without an end, so the process is stopped, and another one takes its place.\nThe code that began last: ${hook}\n${where}`,
  )
  process.kill(process.pid, 'SIGKILL')
}

interface Frame {
  functionName: string
  location: { scriptId: string; lineNumber: number }
}

/** Interrupts the main thread for a moment, to see where it is. */
function findLine(): void {
  setTimeout(end, FIND_MS, '')
  const urls = new Map<string, string>()
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params }) => {
    const frames: Frame[] = params.callFrames
    const lines = frames.slice(0, SHOWN_LINES).map(({ functionName, location }) => {
      const url = urls.get(location.scriptId) ?? ''
      return `    at ${functionName || 'a function'} (${url}:${location.lineNumber + 1})\n`
    })
    end(lines.join(''))
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

let beats = -1
let missed = 0
const timer = setInterval(() => {
  const now = Atomics.load(numbers, 0)
  missed = now === beats ? missed + 1 : 0
  beats = now
  if (missed < MAX_MISSED) return
  clearInterval(timer)
  findLine()
}, LOOK_EVERY_MS)
