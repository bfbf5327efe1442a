// Runs Playkeep as an operator would: by its commands.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PLAYKEEP = fileURLToPath(new URL('../../src/main.js', import.meta.url))

/** Their looks are in src/skins.ts, by name. */
const SKINS = [
  { name: 'Ember', cost: 10, description: 'A warm lantern, and sparks behind it.' },
  { name: 'Aurora', cost: 60, description: 'Northern lights in the sail.' },
  { name: 'Midas', cost: 150, description: 'All that glitters.' },
]

export interface PreparedGame {
  game_id: number
  /** Public: every player's browser gets it. */
  game_token: string
}

const environment = (folder: string) => ({
  ...process.env,
  DATABASE_URL: `sqlite:${join(folder, 'starcatch.db')}`,
  LOG_LEVEL: 'warn',
  WORKERS: '1',
})

async function runCommand(folder: string, ...args: string[]): Promise<string> {
  const options = { cwd: folder, env: environment(folder) }
  const { stdout } = await promisify(execFile)(process.execPath, [PLAYKEEP, ...args], options)
  return stdout
}

/** A game and its store, created at the first start. */
export async function prepareGame(folder: string): Promise<PreparedGame> {
  const file = join(folder, 'game.json')
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'))
  await mkdir(folder, { recursive: true })
  await runCommand(folder, 'migrate')
  const created = await runCommand(folder, 'create-game', 'Starcatch')
  const [, id] = /game_id +(\d+)/.exec(created) ?? []
  const [, game_token] = /game_token +(\S+)/.exec(created) ?? []
  if (!id || !game_token) throw new Error(`The game was not created: ${created}`)
  for (const { name, cost, description } of SKINS) {
    const about = ['--name', name, '--cost', String(cost), '--description', description]
    await runCommand(folder, 'store', 'add', id, ...about, '--category', 'skin')
  }
  const game = { game_id: Number(id), game_token }
  await writeFile(file, JSON.stringify(game))
  return game
}

/** With these, matches change ratings, and there is a ranking of each week with prizes. */
const SETTINGS: Record<string, object> = {
  'rated_game_types/match': {},
  'leaderboards/weekly/settings': {
    period: 'week',
    prizes: [{ from_rank: 1, to_rank: 3, credits: 50 }],
  },
}

export interface RunningPlaykeep {
  port: number
  /** Sets what players cannot. */
  setUp(game_id: number): Promise<void>
  /** Resolves if it ends by itself. */
  ended: Promise<void>
  stop(): Promise<void>
}

export async function startPlaykeep({
  folder,
  host,
  port,
}: {
  folder: string
  host: string
  port: number
}): Promise<RunningPlaykeep> {
  const token = randomBytes(24).toString('hex')
  const SYSTEM_KEY = `starcatch:${token}`
  const server = spawn(process.execPath, [PLAYKEEP, 'serve'], {
    cwd: folder,
    env: { ...environment(folder), HOST: host, PORT: String(port), SYSTEM_KEY },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const exited = once(server, 'exit')
  let is_stopping = false
  const kill = () => void server.kill()
  process.once('exit', kill)
  const used_port = await new Promise<number>((resolve, reject) => {
    const said: string[] = []
    createInterface(server.stderr).on('line', (line) => {
      said.push(line)
      const [, number] = /API +http:\S+:(\d+)\//.exec(line) ?? []
      if (number) resolve(Number(number))
    })
    const in_use = `Port ${port} is in use. Choose another one: PLAYKEEP_PORT=${port + 100} npm run example`
    const reason = () => {
      const sentence = said.join('\n')
      return new Error(sentence.includes('EADDRINUSE') ? in_use : sentence)
    }
    void exited.then(() => reject(reason()))
  })
  return {
    port: used_port,
    async setUp(game_id) {
      for (const [path, settings] of Object.entries(SETTINGS)) {
        const address = `http://127.0.0.1:${used_port}/admin/api/games/${game_id}/${path}`
        const answer = await fetch(address, {
          method: 'PUT',
          headers: {
            'service-key-name': 'starcatch',
            'service-key-token': token,
            'content-type': 'application/json',
          },
          body: JSON.stringify(settings),
        })
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      }
    },
    ended: new Promise((resolve) => {
      void exited.then(() => is_stopping || resolve())
    }),
    async stop() {
      is_stopping = true
      process.off('exit', kill)
      server.kill()
      await exited
    },
  }
}
