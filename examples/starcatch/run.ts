// `npm run example`: starts a Playkeep server and the game, until Ctrl-C.
import { fileURLToPath } from 'node:url'
import { startExample } from './server.ts'

const numberOf = (text: string | undefined, otherwise: number) => Number(text ?? otherwise)

try {
  const { GAME_PORT, PLAYKEEP_PORT, HOST = '127.0.0.1' } = process.env
  const example = await startExample({
    folder: fileURLToPath(new URL('./data', import.meta.url)),
    host: HOST,
    game_port: numberOf(GAME_PORT, 3100),
    playkeep_port: numberOf(PLAYKEEP_PORT, 3101),
  })
  console.log(`
  Starcatch is ready to play. Open it in two windows to play against yourself.

  ${example.url}

  Ctrl-C ends it.
`)
  const stop = () => void example.stop().then(() => process.exit(0))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  void example.ended.then(() => process.exit(1))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
