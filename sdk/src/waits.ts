import { PlaykeepError } from './errors.ts'

/** As seldom as this after many failures. */
const LONGEST_MS = 20_000

/** Longer after each failure, and different for each client, so that not all come back at once. */
export const backoff = (failures: number, first_ms = 300) =>
  Math.min(first_ms * 2 ** (failures - 1), LONGEST_MS) * (0.5 + Math.random() / 2)

export const aborted = (signal: AbortSignal) =>
  new PlaykeepError('The request was cancelled.', { code: 'aborted', cause: signal.reason })

/** Rejects as soon as the signal is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal))
    const onAbort = () => {
      clearTimeout(timer)
      if (signal) reject(aborted(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Random, and also on pages that were not loaded by https. */
export const randomText = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
