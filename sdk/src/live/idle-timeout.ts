/** The server gives a sign of life every 25 seconds. After this time without one, the connection is lost. */
const MAX_IDLE_MS = 60_000

/** The first sign of life comes at once. A proxy that collects what it gets would delay it forever. */
const FIRST_SIGN_MS = 10_000

/** Calls back when nothing has been heard for too long. */
export function watchIdle(onIdle: () => void) {
  let timer = setTimeout(onIdle, FIRST_SIGN_MS)
  return {
    heard() {
      clearTimeout(timer)
      timer = setTimeout(onIdle, MAX_IDLE_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Aborted with the other one, and when nothing has been heard for too long. */
export function abortWhenIdle(other: AbortSignal) {
  const ending = new AbortController()
  const end = () => ending.abort()
  const idle = watchIdle(end)
  other.addEventListener('abort', end, { once: true })
  return {
    signal: ending.signal,
    heard: () => idle.heard(),
    stop: () => {
      idle.stop()
      other.removeEventListener('abort', end)
    },
  }
}
