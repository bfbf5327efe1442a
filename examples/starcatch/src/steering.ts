import { byId } from './page.ts'
import type { Steering } from './round.ts'

const LEFT = new Set(['ArrowLeft', 'a', 'A'])
const RIGHT = new Set(['ArrowRight', 'd', 'D'])

/** Keyboard, mouse and touch. */
export const steering: Steering = { direction: 0, target: undefined }

const pressed = new Set<string>()

function onKey(event: KeyboardEvent): void {
  if (!LEFT.has(event.key) && !RIGHT.has(event.key)) return
  if (event.target instanceof HTMLInputElement) return
  if (event.type === 'keydown') pressed.add(event.key)
  else pressed.delete(event.key)
  const isAny = (keys: Set<string>) => !keys.isDisjointFrom(pressed)
  steering.direction = Number(isAny(RIGHT)) - Number(isAny(LEFT))
  steering.target = undefined
  event.preventDefault()
}

export function startSteering(): void {
  const stage = byId('stage', HTMLElement)
  document.addEventListener('keydown', onKey)
  document.addEventListener('keyup', onKey)
  // A key that is released elsewhere is not seen here.
  window.addEventListener('blur', () => {
    pressed.clear()
    steering.direction = 0
  })
  const follow = ({ clientX }: PointerEvent) => {
    const { left, width } = stage.getBoundingClientRect()
    steering.target = Math.min(1, Math.max(0, (clientX - left) / width))
  }
  stage.addEventListener('pointerdown', follow)
  stage.addEventListener('pointermove', follow)
}
