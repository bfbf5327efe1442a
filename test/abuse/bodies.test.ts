import { type Socket, connect } from 'node:net'
import { expect } from 'vitest'
import { limits } from '../../src/limits.ts'
import { onEachEngine, type Player, type World } from '../support/world.ts'

const MOST_BYTES = limits.body_bytes.value
/** More requests than the budget has room for, if each kept the share of the largest body. */
const TRIES = limits.bodies_bytes.value / MOST_BYTES + 2

type Attack = (socket: Socket, player: Player) => void

const head = (player: Player, line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: x', `authentication-token: ${player.token}`, ...headers].join('\r\n')}\r\n\r\n`

const length = (bytes: number) => `content-length: ${bytes}`
const CHUNKED = 'transfer-encoding: chunked'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** Every way in which a request with a large body can end without being read to its end. */
const attacks: Record<string, Attack> = {
  'too long by its content-length': (socket, player) =>
    socket.write(head(player, 'POST /api/v3/messages', length(MOST_BYTES + 1))),
  'too long in chunks': (socket, player) => {
    socket.write(head(player, 'POST /api/v3/messages', CHUNKED))
    socket.write(chunk('x'.repeat(MOST_BYTES + 1)))
  },
  'aborted in the middle': (socket, player) => {
    socket.write(head(player, 'POST /api/v3/messages', length(MOST_BYTES)))
    socket.write('x'.repeat(1000), () => socket.destroy())
  },
  'chunks that are aborted in the middle': (socket, player) => {
    socket.write(head(player, 'POST /api/v3/messages', CHUNKED))
    socket.write(chunk('x'.repeat(1000)), () => socket.destroy())
  },
  'answered before its body has come': (socket, player) =>
    socket.write(head(player, 'OPTIONS /api/v3/messages', length(MOST_BYTES))),
  'to an address that cannot be read': (socket, player) =>
    socket.write(head(player, 'POST /api/v3/%zz', length(MOST_BYTES))),
  'to an unknown address': (socket, player) =>
    socket.write(head(player, 'POST /api/v3/nothing', length(MOST_BYTES + 1))),
  'a chunk that is no chunk': (socket, player) =>
    socket.write(`${head(player, 'POST /api/v3/messages', CHUNKED)}xyz\r\n`),
  'behind another one on its connection': (socket, player) => {
    const complete = head(player, 'POST /api/v3/messages', length(2))
    const begun = head(player, 'POST /api/v3/messages', length(MOST_BYTES))
    socket.write(`${complete}{}${begun}x`, () => socket.destroy())
  },
}

/** Resolves when the server has answered, or the connection has closed. */
async function attack({ server }: World, player: Player, run: Attack): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const over = new Promise<void>((resolve) => {
    socket.on('error', () => {}).once('close', () => resolve())
    socket.once('data', () => resolve())
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  run(socket, player)
  await over
  socket.destroy()
}

onEachEngine(
  'a large body gives back its share of the memory, however its request ends',
  async (world) => {
    const player = await world.player()
    const large = { key: 'k', value: 'x'.repeat(60_000) }
    const send = async () => (await player.post(player.at('add_game_user_attribute'), large)).status
    for (const [kind, run] of Object.entries(attacks)) {
      for (let done = 0; done < TRIES; done += 26)
        await Promise.all(Array.from({ length: 26 }, () => attack(world, player, run)))
      await expect.poll(send, { timeout: 20_000, interval: 50, message: kind }).toBe(200)
    }
  },
)
