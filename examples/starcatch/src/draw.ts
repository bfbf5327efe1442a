import type { Skin } from './skins.ts'
import type { Kind } from './sky.ts'

export interface Size {
  width: number
  height: number
}

type Canvas = CanvasRenderingContext2D

/** Where the sea begins, from the top. */
export const WATER = 0.84

const COLORS: Record<Kind, string> = { star: '#dfe6ff', gold: '#ffd166', rock: '#ff7a8a' }

/** Always the same, without a seed: parts of the golden ratio are spread evenly. */
const FAR_STARS = Array.from({ length: 90 }, (_, index) => ({
  x: (index * 0.618_034) % 1,
  y: ((index * 0.754_877) % 1) * WATER,
  size: 0.6 + ((index * 0.569_84) % 1) * 1.3,
}))

export function drawSky(canvas: Canvas, { width, height }: Size, time_ms: number): void {
  const sky = canvas.createLinearGradient(0, 0, 0, height * WATER)
  sky.addColorStop(0, '#090d26')
  sky.addColorStop(0.55, '#1b2260')
  sky.addColorStop(0.85, '#4a3a86')
  sky.addColorStop(1, '#a05a8f')
  canvas.fillStyle = sky
  canvas.fillRect(0, 0, width, height)
  canvas.fillStyle = '#ffffff'
  for (const [index, star] of FAR_STARS.entries()) {
    canvas.globalAlpha = 0.35 + 0.3 * Math.sin(time_ms / 900 + index)
    canvas.fillRect(star.x * width, star.y * height, star.size, star.size)
  }
  canvas.globalAlpha = 1
  drawMoon(canvas, width * 0.8, height * 0.17, Math.min(width, height) * 0.075)
  drawHills(canvas, { width, height })
}

function drawMoon(canvas: Canvas, x: number, y: number, radius: number): void {
  glow(canvas, { x, y, radius: radius * 3.4, color: '#ffe9b8', strength: 0.35 })
  canvas.fillStyle = '#fff3d6'
  canvas.beginPath()
  canvas.arc(x, y, radius, 0, Math.PI * 2)
  canvas.fill()
  canvas.fillStyle = 'rgb(214 190 150 / 0.35)'
  for (const [dx, dy, size] of [
    [-0.35, -0.2, 0.2],
    [0.3, 0.25, 0.26],
    [0.1, -0.45, 0.12],
  ] as const) {
    canvas.beginPath()
    canvas.arc(x + dx * radius, y + dy * radius, size * radius, 0, Math.PI * 2)
    canvas.fill()
  }
}

function drawHills(canvas: Canvas, { width, height }: Size): void {
  const horizon = height * WATER
  for (const [color, tall, wide, shift] of [
    ['#2c2560', 0.12, 3.1, 0.4],
    ['#1c1a4a', 0.075, 5.3, 2.1],
  ] as const) {
    canvas.fillStyle = color
    canvas.beginPath()
    canvas.moveTo(0, horizon)
    for (let x = 0; x <= width + 8; x += 8) {
      const at = (x / width) * wide + shift
      canvas.lineTo(
        x,
        horizon - height * tall * (0.45 + 0.35 * Math.sin(at * 2) + 0.2 * Math.sin(at * 5)),
      )
    }
    canvas.lineTo(width + 8, horizon)
    canvas.fill()
  }
}

/** In front of the boat's keel, so it is drawn after the boat. */
export function drawSea(canvas: Canvas, { width, height }: Size, time_ms: number): void {
  const horizon = height * WATER
  for (const [index, color] of ['#23306f', '#1a2458', '#111940'].entries()) {
    const top = horizon - 4 + index * height * 0.045
    canvas.fillStyle = color
    canvas.globalAlpha = index === 0 ? 0.82 : 1
    canvas.beginPath()
    canvas.moveTo(0, height)
    for (let x = 0; x <= width + 8; x += 8)
      canvas.lineTo(
        x,
        top + Math.sin(x / (46 + index * 17) + time_ms / (900 - index * 140)) * (3 + index),
      )
    canvas.lineTo(width, height)
    canvas.fill()
  }
  canvas.globalAlpha = 1
}

export interface Boat {
  x: number
  y: number
  /** Half of its width. */
  reach: number
  /** In radians: it leans into its way. */
  lean: number
  skin: Skin
}

export function drawBoat(canvas: Canvas, { x, y, reach, lean, skin }: Boat): void {
  glow(canvas, { x, y: y - reach * 0.4, radius: reach * 2.3, color: skin.glow, strength: 0.4 })
  canvas.save()
  canvas.translate(x, y)
  canvas.rotate(lean)
  canvas.scale(reach, reach)
  canvas.fillStyle = skin.sail
  canvas.beginPath()
  canvas.moveTo(0.02, -1.35)
  canvas.quadraticCurveTo(0.75, -0.7, 0.62, -0.28)
  canvas.lineTo(0.02, -0.28)
  canvas.fill()
  canvas.globalAlpha = 0.75
  canvas.beginPath()
  canvas.moveTo(-0.06, -1.1)
  canvas.quadraticCurveTo(-0.5, -0.6, -0.55, -0.28)
  canvas.lineTo(-0.06, -0.28)
  canvas.fill()
  canvas.globalAlpha = 1
  canvas.fillStyle = skin.hull
  canvas.beginPath()
  canvas.moveTo(-1, -0.2)
  canvas.lineTo(1, -0.2)
  canvas.quadraticCurveTo(0.75, 0.38, 0.35, 0.38)
  canvas.lineTo(-0.35, 0.38)
  canvas.quadraticCurveTo(-0.75, 0.38, -1, -0.2)
  canvas.fill()
  canvas.restore()
}

export interface Body {
  kind: Kind
  x: number
  y: number
  size: number
  turn: number
}

export function drawFalling(canvas: Canvas, { kind, x, y, size, turn }: Body): void {
  const color = COLORS[kind]
  const tail = canvas.createLinearGradient(x, y - size * 5, x, y)
  tail.addColorStop(0, `${color}00`)
  tail.addColorStop(1, `${color}88`)
  canvas.fillStyle = tail
  canvas.beginPath()
  canvas.moveTo(x, y - size * 5)
  canvas.lineTo(x + size * 0.55, y)
  canvas.lineTo(x - size * 0.55, y)
  canvas.fill()
  glow(canvas, { x, y, radius: size * 2.4, color, strength: 0.5 })
  canvas.fillStyle = kind === 'rock' ? '#6d2f4d' : color
  canvas.strokeStyle = color
  canvas.lineWidth = 2
  canvas.beginPath()
  const corners = kind === 'rock' ? [1, 0.78, 1, 0.9, 0.75, 1, 0.85] : fiveRays()
  for (const [index, length] of corners.entries()) {
    const angle = turn + (index / corners.length) * Math.PI * 2
    canvas.lineTo(x + Math.cos(angle) * size * length, y + Math.sin(angle) * size * length)
  }
  canvas.closePath()
  canvas.fill()
  if (kind === 'rock') canvas.stroke()
}

const fiveRays = () => Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 1.1 : 0.5))

function glow(
  canvas: Canvas,
  {
    x,
    y,
    radius,
    color,
    strength,
  }: { x: number; y: number; radius: number; color: string; strength: number },
): void {
  const light = canvas.createRadialGradient(x, y, 0, x, y, radius)
  light.addColorStop(0, color)
  light.addColorStop(1, `${color}00`)
  canvas.globalAlpha = strength
  canvas.fillStyle = light
  canvas.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  canvas.globalAlpha = 1
}
