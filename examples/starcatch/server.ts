// Prepares a game on a Playkeep server of its own, and serves the page.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { prepareGame, startPlaykeep } from './playkeep.ts'

export interface ExampleSettings {
  /** For the database. */
  folder: string
  host: string
  /** 0: any free port. */
  game_port: number
  playkeep_port: number
}

export interface Example {
  url: string
  /** Resolves if the Playkeep server ends by itself. */
  ended: Promise<void>
  stop(): Promise<void>
}

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** From the sources at every request: change a line, reload the page. */
async function bundle(): Promise<string> {
  const build = await rolldown({
    input: pathOf('./src/main.ts'),
    resolve: { conditionNames: ['playkeep-source', 'import', 'default'] },
  })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  return output[0].code
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(
      `Port ${port} is in use. Choose another one: GAME_PORT=${port + 100} npm run example`,
      { cause: error },
    )
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

export async function startExample(settings: ExampleSettings): Promise<Example> {
  const { folder, host, game_port, playkeep_port } = settings
  const pages: Record<string, { type: string; content: () => Promise<string | Buffer> }> = {
    '/': { type: 'text/html', content: () => readFile(pathOf('./index.html')) },
    '/style.css': { type: 'text/css', content: () => readFile(pathOf('./style.css')) },
    '/icon.svg': { type: 'image/svg+xml', content: () => readFile(pathOf('./icon.svg')) },
    '/game.js': { type: 'text/javascript', content: bundle },
  }
  const answer = async (path: string, response: ServerResponse) => {
    const page = pages[path]
    if (!page) return response.writeHead(404).end()
    const content = await page.content()
    response.writeHead(200, { 'content-type': page.type, 'cache-control': 'no-cache' })
    return response.end(content)
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    answer(pathname, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  const port = await listen(server, game_port, host)
  try {
    const game = await prepareGame(folder)
    const playkeep = await startPlaykeep({ folder, host, port: playkeep_port })
    await playkeep.setUp(game.game_id)
    const about = JSON.stringify({ ...game, port: playkeep.port })
    pages['/game.json'] = { type: 'application/json', content: async () => about }
    return {
      url: `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}/`,
      ended: playkeep.ended,
      async stop() {
        server.close()
        server.closeAllConnections()
        await playkeep.stop()
      },
    }
  } catch (error) {
    server.close()
    throw error
  }
}
