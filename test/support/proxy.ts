import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy between a server and its database. After `freeze` nothing passes any more, as when a machine hangs. After
 * `replace` new connections pass, as when the machine's name points to another one; the old ones stay silent.
 */
export async function openProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let is_frozen = false
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      if (is_frozen) socket.pause()
    }
    client.on('data', (bytes) => upstream.write(bytes)).on('close', () => upstream.destroy())
    upstream.on('data', (bytes) => client.write(bytes)).on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the proxy does not listen')
  return {
    port: address.port,
    freeze() {
      is_frozen = true
      for (const socket of sockets) socket.pause()
    },
    replace() {
      is_frozen = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
