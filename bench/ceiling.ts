// The ceiling: a bare Node server that answers a fixed body. Its argument is the port to listen on.
import { createServer } from 'node:http'

const attributes = Array.from({ length: 5 }, (_, index) => ({
  id: 50_001 + index,
  key: `attribute-${index + 1}`,
  value: `value ${index + 1} of player-10001`,
}))
const body = JSON.stringify({ game_user_attributes: attributes })
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
}

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.argv[2]), '127.0.0.1')
