import { game } from './client.ts'
import { byId, setText, toast } from './page.ts'

/** A small sign: whether events arrive, and how much waits to be sent. */
async function show(): Promise<void> {
  const { state } = game.events
  const is_online = state === 'open' && navigator.onLine
  const waiting = game.player ? await game.outbox.size() : 0
  const sign = byId('network', HTMLElement)
  sign.dataset['state'] = is_online ? 'online' : 'offline'
  const text = is_online
    ? 'Online'
    : state === 'closed' && navigator.onLine
      ? 'Connecting'
      : 'Offline'
  setText('network-text', waiting > 0 ? `${text}, ${waiting} to send` : text)
}

export function startNetwork(): void {
  game.events.onState(() => void show())
  game.events.onError((error) => toast(error.message, 'bad'))
  game.outbox.onRefused(({ error }) => toast(error.message, 'bad'))
  window.addEventListener('online', () => void show())
  window.addEventListener('offline', () => void show())
  game.outbox.onSize(() => void show())
}
