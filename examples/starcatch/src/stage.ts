import { drawBoat, drawFalling, drawSea, drawSky, WATER } from './draw.ts'
import { byId, setText } from './page.ts'
import { type Landing, Round, sail } from './round.ts'
import { PAPER, skinOf } from './skins.ts'
import { FALL_MS } from './sky.ts'
import { playBump, playCatch } from './sound.ts'
import { Sparks } from './sparks.ts'
import { steering } from './steering.ts'

/** After a pause, such as in a hidden window, the round goes on where it was. */
const LONGEST_STEP_MS = 50

const element = byId('sky', HTMLCanvasElement)
const canvas = element.getContext('2d')
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const sparks = new Sparks()
const size = { width: 0, height: 0 }

let skin = skinOf(PAPER)
let boat_x = 0.5
let lean = 0
let shake_ms = 0
let round: Round | undefined
let onOver: (round: Round) => void = () => {}
let last_ms = 0

export const wear = (name: string) => {
  skin = skinOf(name)
}

/** How the round that is played stands. */
export const currentRound = () => round

/** Resolves when the round is over. */
export function play(seed: number, seconds: number): Promise<Round> {
  round = new Round(seed, seconds)
  round.boat_x = boat_x
  return new Promise((resolve) => {
    onOver = resolve
  })
}

function fit(): void {
  const { width, height } = element.getBoundingClientRect()
  const ratio = Math.min(devicePixelRatio, 2)
  Object.assign(size, { width, height })
  element.width = width * ratio
  element.height = height * ratio
  canvas?.setTransform(ratio, 0, 0, ratio, 0, 0)
}

function show(landing: Landing): void {
  if (!landing.is_caught) return
  const [x, y] = [landing.x * size.width, size.height * WATER - boatReach()]
  const color =
    landing.kind === 'rock' ? '#ff7a8a' : landing.kind === 'gold' ? '#ffd166' : '#dfe6ff'
  if (!calm.matches) sparks.burst(x, y, color)
  sparks.write(`${landing.points > 0 ? '+' : ''}${landing.points}`, x, y - 20, color)
  if (landing.kind === 'rock') {
    playBump()
    shake_ms = calm.matches ? 0 : 280
  } else playCatch(round?.streak ?? 1)
}

function advance(delta_ms: number): void {
  if (!round) {
    boat_x = sail(boat_x, steering, delta_ms)
    return
  }
  for (const landing of round.step(delta_ms, steering)) show(landing)
  boat_x = round.boat_x
  setText('score', round.score)
  setText('time', Math.max(0, (round.length_ms - round.elapsed_ms) / 1000).toFixed(1))
  setText('streak', round.factor > 1 ? `×${round.factor}` : '')
  if (!round.is_over) return
  const finished = round
  round = undefined
  onOver(finished)
}

const boatReach = () => Math.max(30, Math.min(70, size.width * 0.085))

function draw(time_ms: number, delta_ms: number): void {
  if (!canvas) return
  const { width, height } = size
  const still_ms = calm.matches ? 0 : time_ms
  canvas.save()
  shake_ms = Math.max(0, shake_ms - delta_ms)
  if (shake_ms > 0) canvas.translate(Math.sin(time_ms / 18) * 5, Math.cos(time_ms / 23) * 4)
  drawSky(canvas, size, still_ms)
  const water_y = height * WATER
  for (const { at_ms, x, kind } of round?.sky ?? []) {
    const left_ms = at_ms - (round?.elapsed_ms ?? 0)
    if (left_ms < 0 || left_ms > FALL_MS) continue
    const y = water_y * (1 - left_ms / FALL_MS) - boatReach() * 0.5
    drawFalling(canvas, {
      kind,
      x: x * width,
      y,
      size: Math.max(11, boatReach() * 0.26),
      turn: still_ms / 700 + x * 9,
    })
  }
  const bob = Math.sin(still_ms / 620) * 3
  const boat = { x: boat_x * width, y: water_y + bob, reach: boatReach(), lean, skin }
  drawBoat(canvas, boat)
  drawSea(canvas, size, still_ms)
  sparks.draw(canvas, delta_ms)
  canvas.restore()
}

function frame(time_ms: number): void {
  const delta_ms = Math.min(LONGEST_STEP_MS, time_ms - last_ms)
  last_ms = time_ms
  const before = boat_x
  advance(delta_ms)
  const wanted = calm.matches ? 0 : Math.max(-0.3, Math.min(0.3, (boat_x - before) * 14))
  lean += (wanted - lean) * 0.2
  draw(time_ms, delta_ms)
  requestAnimationFrame(frame)
}

export function startStage(): void {
  new ResizeObserver(fit).observe(element)
  fit()
  requestAnimationFrame(frame)
}
