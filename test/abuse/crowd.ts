import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { World } from '../support/world.ts'

/** Connections of one address, one for each request. Each sends it many times at once, without waiting for answers. */
export function openCrowdOf(world: World, requests: string[]) {
  const { hostname, port } = new URL(world.server.url)
  const sockets = requests.map(() => connect(Number(port), hostname))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  const texts = sockets.map(() => '')
  const count = (status: string) => texts.join('').split(`HTTP/1.1 ${status}`).length - 1
  let onAnswer = () => {}
  for (const [index, socket] of sockets.entries())
    socket.on('data', (chunk) => {
      texts[index] += chunk.toString()
      onAnswer()
    })
  return {
    /** Resolves with the first answer. */
    send(times: number): Promise<void> {
      const first = new Promise<void>((resolve) => (onAnswer = resolve))
      for (const [index, socket] of sockets.entries())
        socket.write((requests[index] ?? '').repeat(times))
      return first
    },
    answered: () => count(''),
    count,
  }
}

export const openCrowd = (world: World, request: string) =>
  openCrowdOf(world, Array<string>(20).fill(request))
