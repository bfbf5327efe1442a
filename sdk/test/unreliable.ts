import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server whose connections can be broken, as on a train. */
export async function openUnreliable(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let cuts = 0
  let is_away = false
  let is_silent = false
  /** The first lines of what was sent. */
  const requests: string[] = []
  const server = createServer((client) => {
    if (is_away) return client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.on('data', (bytes: Buffer) => {
      const [line = ''] = bytes.toString('latin1').split('\r\n')
      if (line.endsWith(' HTTP/1.1')) requests.push(line)
      if (!is_silent) upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      // The server has done it, but the client is not told.
      if (cuts > 0) {
        cuts--
        client.destroy()
      } else if (!is_silent) client.write(bytes)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    return undefined
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests,
    /** The next answers do not arrive. */
    cutAnswers(count: number) {
      cuts = count
    },
    breakAll,
    /** No connection is possible until `comeBack`. */
    goAway() {
      is_away = true
      breakAll()
    },
    comeBack() {
      is_away = false
    },
    /** Connections stay open, but nothing passes any more. */
    fallSilent() {
      is_silent = true
    },
    close() {
      breakAll()
      server.close()
    },
  }
}
