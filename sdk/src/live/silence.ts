/** The server gives a sign of life every 25 seconds. After this time without one, the connection is lost. */
const MAX_SILENCE_MS = 60_000

/** Calls back when nothing has been heard for too long. */
export function watchSilence(onSilence: () => void) {
  let timer = setTimeout(onSilence, MAX_SILENCE_MS)
  return {
    heard() {
      clearTimeout(timer)
      timer = setTimeout(onSilence, MAX_SILENCE_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Aborted with the other one, and when nothing has been heard for too long. */
export function quietSignal(other: AbortSignal) {
  const ending = new AbortController()
  const end = () => ending.abort()
  const silence = watchSilence(end)
  other.addEventListener('abort', end, { once: true })
  return {
    signal: ending.signal,
    heard: () => silence.heard(),
    stop: () => {
      silence.stop()
      other.removeEventListener('abort', end)
    },
  }
}
