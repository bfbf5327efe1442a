import { setTimeout as sleep } from 'node:timers/promises'
import { Board } from './shared-state.ts'
import { Connection } from './connection.ts'
import type { Cast, History, Member } from './history.ts'
import { type Figures, Hand } from './client.ts'

export const SYSTEM_KEY = 'torture:only-for-the-torture-0123456789'
const [SYSTEM_NAME = '', SYSTEM_TOKEN = ''] = SYSTEM_KEY.split(':')

const PLAYERS = 24
const HANDS = 2
const COSTS = [100, 250, 400, 600, 900, 1500]
/** Maximum sizes of the groups, including the founder. */
const SIZES = [2, 3, 4, 6, 9]

/** Creates a game with players, a store and groups before the first fault. */
export async function gatherCast(url: string): Promise<Cast> {
  const connection = new Connection()
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const sent = { method: 'POST', url: `${url}/api/v3${path}`, body, headers }
    const { status, text } = await connection.send(sent)
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
    return text
  }
  const system = { 'service-key-name': SYSTEM_NAME, 'service-key-token': SYSTEM_TOKEN }
  const idOf = (text: string): number => {
    const { id }: { id: number } = JSON.parse(text)
    return id
  }
  const game_id = idOf(await post('/test_suite/create_game', {}, system))
  const makeUser = async (username: string): Promise<Member> => {
    const user = { game_id, username, email: `${username}@example.com` }
    const text = await post('/test_suite/create_user', user, system)
    const { id, authentication_token: token } = JSON.parse(text)
    return { id, username, token }
  }
  const founder = await makeUser('founder')
  const cast: Cast = { game_id, founder, players: [], items: [], groups: [] }
  for (let at = 0; at < PLAYERS; at++) cast.players.push(await makeUser(`player-${at}`))
  for (const cost of COSTS) {
    const item = { game_id, name: `item of ${cost}`, cost }
    cast.items.push({ id: idOf(await post('/test_suite/create_store_item', item, system)), cost })
  }
  for (const max_group_size of SIZES) {
    const group = { name: `group of ${max_group_size}`, max_group_size, can_auto_join: true }
    const token = { 'authentication-token': founder.token }
    cast.groups.push({ id: idOf(await post('/groups', group, token)), max_group_size })
  }
  connection.close()
  return cast
}

export interface Playing {
  history: History
  figures: Figures
  /** Resolves when that many acts have ended; rejects if a player cannot continue. */
  reach(acts: number): Promise<void>
  /** Resolves when every started act is answered. */
  stop(): Promise<void>
}

/** Starts all players, who continue until they are stopped. */
export function startPlaying(url: string, cast: Cast, seed: number): Playing {
  const history: History = { cast, acts: [] }
  const figures = { requests: 0, retries: 0, hang_ups: 0, ignored_answers: 0, replayed: 0 }
  const stage = { url, history, board: new Board(), figures }
  const until = new AbortController()
  const hands = cast.players.flatMap((_, player) =>
    Array.from({ length: HANDS }, (__, hand) => new Hand(stage, seed, { player, hand })),
  )
  const all = Promise.all(hands.map((hand) => hand.play(until.signal)))
  all.catch(() => until.abort())
  return {
    history,
    figures,
    async reach(acts) {
      while (history.acts.length < acts) {
        if (until.signal.aborted) await all
        await sleep(20)
      }
    },
    async stop() {
      until.abort()
      await all
    },
  }
}
