import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadCounters, PlayerClient } from './client.ts'
import { Connection } from './connection.ts'
import type { Fixture, History, PlayerAccount } from './history.ts'
import { SharedState } from './shared-state.ts'

export const SYSTEM_KEY = 'torture:only-for-torture-tests-0123456789'
const [SYSTEM_NAME = '', SYSTEM_TOKEN = ''] = SYSTEM_KEY.split(':')
export const SYSTEM_HEADERS = {
  'service-key-name': SYSTEM_NAME,
  'service-key-token': SYSTEM_TOKEN,
}

const PLAYERS = 24
const CLIENTS_PER_PLAYER = 2
const ITEM_COSTS = [100, 250, 400, 600, 900, 1500]
/** Including the founder. */
const MAX_GROUP_SIZES = [2, 3, 4, 6, 9]

/** Creates a game with players, store items and groups, while no faults are injected. */
export async function createFixture(url: string): Promise<Fixture> {
  const connection = new Connection()
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const request = { method: 'POST', url: `${url}/api/v3${path}`, body, headers }
    const { status, text } = await connection.send(request)
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`)
    return text
  }
  const system = SYSTEM_HEADERS
  const idOf = (text: string): number => {
    const { id }: { id: number } = JSON.parse(text)
    return id
  }
  const game_id = idOf(await post('/test_suite/create_game', {}, system))
  const createPlayer = async (username: string): Promise<PlayerAccount> => {
    const user = { game_id, username, email: `${username}@example.com` }
    const text = await post('/test_suite/create_user', user, system)
    const { id, authentication_token: token } = JSON.parse(text)
    return { id, username, token }
  }
  const founder = await createPlayer('founder')
  const fixture: Fixture = { game_id, founder, players: [], items: [], groups: [] }
  for (let index = 0; index < PLAYERS; index++) {
    fixture.players.push(await createPlayer(`player-${index}`))
  }
  for (const cost of ITEM_COSTS) {
    const item = { game_id, name: `item of ${cost}`, cost }
    const id = idOf(await post('/test_suite/create_store_item', item, system))
    fixture.items.push({ id, cost })
  }
  for (const max_group_size of MAX_GROUP_SIZES) {
    const group = { name: `group of ${max_group_size}`, max_group_size, can_auto_join: true }
    const token = { 'authentication-token': founder.token }
    fixture.groups.push({ id: idOf(await post('/groups', group, token)), max_group_size })
  }
  connection.close()
  return fixture
}

export interface Load {
  history: History
  counters: LoadCounters
  /** Resolves when the history has that many results; rejects if a client fails. */
  waitForResults(count: number): Promise<void>
  /** Resolves when every action that was started has a result. */
  stop(): Promise<void>
}

/** Starts the clients of all players, which run until they are stopped. */
export function startLoad(url: string, fixture: Fixture, seed: number): Load {
  const history: History = { fixture, results: [] }
  const counters = {
    requests: 0,
    retries: 0,
    disconnects: 0,
    discarded_answers: 0,
    replayed_answers: 0,
  }
  const context = { url, history, state: new SharedState(), counters }
  const stopping = new AbortController()
  const clients = fixture.players.flatMap((_, player) =>
    Array.from(
      { length: CLIENTS_PER_PLAYER },
      (__, client) => new PlayerClient(context, seed, { player, client }),
    ),
  )
  const all = Promise.all(clients.map((client) => client.run(stopping.signal)))
  all.catch(() => stopping.abort())
  return {
    history,
    counters,
    async waitForResults(count) {
      while (history.results.length < count) {
        if (stopping.signal.aborted) await all
        await sleep(20)
      }
    },
    async stop() {
      stopping.abort()
      await all
    },
  }
}
