// The thread of `watchdog.ts`.
import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import type { Watched } from './watchdog.ts'

const LOOK_EVERY_MS = 500
/** Looks without a beat in between. A process that was paused as a whole has not been looked at meanwhile. */
const MAX_MISSED = 10
/** As long as a disk may stand still, or a regular expression search: then it cannot be seen where the process is. */
const MAX_FIND_MS = 25_000
const SHOWN_LINES = 8

const { shared, folder }: Watched = workerData
const numbers = new Int32Array(shared)
let hooks: string[] = []
parentPort?.on('message', (names: string[]) => (hooks = names))

function end(where: string): void {
  const hook = hooks[numbers[1] ?? -1] ?? 'none'
  writeSync(
    2,
    `Game code has kept this process busy without an end, so the process is stopped, and another one takes its place.\nThe code that began last: ${hook}\n${where}`,
  )
  process.kill(process.pid, 'SIGKILL')
}

interface Frame {
  functionName: string
  location: { scriptId: string; lineNumber: number }
}

/** Interrupts the main thread for a moment, to see where it is. If it is not in game code, it goes on. */
function findLine(): void {
  const timer = setTimeout(end, MAX_FIND_MS, '')
  const urls = new Map<string, string>()
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params }) => {
    clearTimeout(timer)
    const frames: Frame[] = params.callFrames
    const lines = frames.map(({ functionName, location }) => {
      const url = urls.get(location.scriptId) ?? ''
      return `    at ${functionName || 'a function'} (${url}:${location.lineNumber + 1})\n`
    })
    if (lines.some((line) => line.includes(folder))) end(lines.slice(0, SHOWN_LINES).join(''))
    session.post('Debugger.resume')
    session.post('Debugger.disable', () => session.disconnect())
    look()
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

function look(): void {
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
}

look()
