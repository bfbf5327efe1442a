import { Agent, request } from 'node:http'
import type { Engine } from '../../../src/storage/dialect.ts'
import type { RunningServer } from '../../../src/start.ts'
import { serveWatched } from '../../support/watched-server.ts'
import type { Block } from '../../support/watchdog.ts'
import { createGame, emptyDatabase, openWorld, SYSTEM_KEY, World } from '../../support/world.ts'
import { type Answer, checkAnswer, nameOf } from '../../sweep/requests.ts'
import { createSampleGame } from '../../sweep/sample-game.ts'
import { type Fixture, type Input, makeInput, planInputs } from './inputs.ts'

const CONNECTIONS = 24
/** With so many problems, the rest of the inputs is not sent. */
const MAX_PROBLEMS = 20
const BLOCKS_CHECKED_EVERY = 500
const SHOWN_CHARACTERS = 300
const MAX_BODY_BYTES = 1_048_576

export interface FuzzReport {
  /** What is wrong, as sentences. */
  problems: string[]
  blocks: Block[]
  /** How many answers had each status. */
  statuses: Record<number, number>
  /** The routes that answered with success, as a share of all. */
  succeeded: number
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

interface FullAnswer extends Answer {
  retry_after: string | undefined
}

/** A request for events that is still waiting then was accepted, and is given up. */
const PATIENCE_MS = 200

const send = (url: string, { endpoint, path, headers, body }: Input): Promise<FullAnswer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method: endpoint.method, agent, headers: { ...headers, ...length } }
    const accept = (type: string) => {
      resolve({ status: 200, type, code: '', text: '{}', retry_after: undefined })
      sent.destroy()
    }
    const sent = request(url + path, options, (response) => {
      let text = ''
      const kind = response.headers['content-type'] ?? ''
      // A stream has no end.
      if (kind.startsWith('text/event-stream')) return accept(kind)
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (text.length < SHOWN_CHARACTERS) text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response
        const code = String(received['x-error-code'] ?? '')
        const retry_after = received['retry-after']
        resolve({ status, type: received['content-type'] ?? '', code, text, retry_after })
      })
    })
    if (endpoint.schema.waits) {
      const timer = setTimeout(accept, PATIENCE_MS, 'application/json')
      sent.once('close', () => clearTimeout(timer))
    }
    sent.on('error', reject)
    sent.end(body)
  })

/** A busy server may refuse with 503 and say when to try again; no other 5xx is allowed. */
const isBusy = ({ status, code, retry_after }: FullAnswer) =>
  status === 503 && code !== '' && retry_after !== undefined

const describe = ({ endpoint, path, headers, body = '' }: Input) =>
  `${nameOf(endpoint)}: ${path.slice(0, SHOWN_CHARACTERS)} ${headers['content-type'] ?? ''} ${JSON.stringify(body.slice(0, SHOWN_CHARACTERS))}`

/** At most a third of the inputs have a costly value. With few inputs, the seed determines which ones. */
function chooseLarge<T>(all: T[], seed: number, inputs: number): T[] {
  const step = Math.ceil((3 * all.length) / inputs)
  return all.filter((_, index) => index % step === seed % step)
}

/** The routes come from a server that is not needed any further. */
async function planForAllRoutes() {
  const { world, close } = await openWorld('sqlite')
  const { endpoints } = world.server
  await close()
  return planInputs(endpoints)
}

async function createFixture(
  engine: Engine,
  url: string,
  { seed, inputs }: { seed: number; inputs: number },
): Promise<Fixture> {
  const server = { url } as RunningServer
  const test_server = { server, log: [], close: async () => {} }
  const world = new World(engine, test_server, await createGame(server))
  const other_game = await createGame(server)
  const players = []
  for (let count = 0; count < 20; count++) players.push(await world.player({ credits: 1000 }))
  const disposable = []
  for (let count = 0; count < 60; count++) disposable.push(await world.player())
  const sample = await createSampleGame(world)
  const { endpoints, large_inputs } = await planForAllRoutes()
  return {
    world,
    sample,
    players: [...players, sample.owner, sample.friend],
    disposable,
    other_game_id: other_game.id,
    endpoints,
    large_inputs: chooseLarge(large_inputs, seed, inputs),
  }
}

class Fuzz {
  readonly problems: string[] = []
  readonly statuses: Record<number, number> = {}
  readonly #succeeded = new Set<string>()
  readonly #fixture: Fixture
  readonly #seed: number

  constructor(fixture: Fixture, seed: number) {
    this.#fixture = fixture
    this.#seed = seed
  }

  async tryInput(number: number): Promise<void> {
    const input = makeInput(this.#fixture, this.#seed, number)
    const report = (problem: string) =>
      this.problems.push(`input ${number}: ${problem}\n    ${describe(input)}`)
    try {
      const answer = await send(this.#fixture.world.server.url, input)
      this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1
      if (answer.status < 300) this.#succeeded.add(nameOf(input.endpoint))
      if (!isBusy(answer)) checkAnswer(input.endpoint, answer).forEach(report)
    } catch (error) {
      // The answer to a body that is too large may come, and the connection be closed, while it is still being sent.
      if ((input.body?.length ?? 0) <= MAX_BODY_BYTES) report(String(error))
    }
  }

  get succeeded(): number {
    return this.#succeeded.size / new Set(this.#fixture.endpoints.map(nameOf)).size
  }
}

/** Sends random inputs to all routes of a server in a process of its own. The seed determines all of them. */
export async function fuzz(engine: Engine, seed: number, inputs: number): Promise<FuzzReport> {
  const database = await emptyDatabase(engine)
  const env = { DATABASE_URL: database.url, SYSTEM_KEY, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }
  const { program, url, blocks } = await serveWatched(env)
  try {
    const run = new Fuzz(await createFixture(engine, url, { seed, inputs }), seed)
    let next = 0
    let blocked = 0
    const sendAll = async () => {
      while (next < inputs && run.problems.length + blocked < MAX_PROBLEMS) {
        if (next % BLOCKS_CHECKED_EVERY === 0) blocked = blocks().length
        await run.tryInput(next++)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, sendAll))
    const { problems, statuses, succeeded } = run
    const code = await program.kill('SIGTERM')
    if (code !== 0) problems.push(`the server ended with ${code}: ${program.stderr.slice(-2000)}`)
    return { problems, blocks: blocks(), statuses, succeeded }
  } finally {
    agent.destroy()
    await program.kill('SIGKILL')
    await database.remove()
  }
}
