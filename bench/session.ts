import type { Random } from '../test/support/random.ts'
import type { Call } from './load.ts'
import { BOARD } from './players.ts'
import { API, type MakeCall, type PlanInput, scenarios } from './scenarios.ts'

/** A player as the load generator knows them. */
export interface MixPlayer {
  id: number
  token: string
  owns_item: boolean
}

export type World = Omit<PlanInput, 'turn'>

interface Action {
  name: string
  /** What the player does, in plain words. */
  what: string
  /** How often in a session. */
  count: number
  /** The scenario that costs as much, or about as much. */
  scenario: string
  make: (player: MixPlayer, random: Random, world: World) => Call
}

/** From one sign-in to the next. */
export const SESSION_SECONDS = 600
/** Evenly spread, from one request to the next. */
export const THINK_SECONDS = { least: 2, most: 5 } as const

function callOf(name: string): MakeCall {
  const call = scenarios.find((scenario) => scenario.name === name)?.call
  if (!call) throw new Error(`there is no scenario ${name} with one call`)
  return call
}

/** What a scenario of the benchmark does. */
function asIn(scenario: string, count: number, what: string): Action {
  const call = callOf(scenario)
  return { name: scenario, scenario, count, what, make: ({ id }, _, world) => call(id, world) }
}

/** Two players share a chat. */
const chatOf = ({ id }: MixPlayer) => Math.ceil(id / 2)

const post = (path: string, body: object): Call => ({ method: 'POST', path: API + path, body })

const newLevel = (random: Random) => ({
  key: 'attribute-1',
  value: `level ${random.below(100)}`,
})
const newEntry = (random: Random) => ({ leaderboard_name: BOARD, score: random.below(100_000) })

const ofUser =
  (name: string, body: (random: Random) => object): Action['make'] =>
  ({ id }, random) =>
    post(`/users/${id}/${name}`, body(random))

const readChat: Action['make'] = (player) => ({
  method: 'GET',
  path: `${API}/messages/page/1?chat_id=${chatOf(player)}`,
})

const writeMessage: Action['make'] = (player) =>
  post('/messages', { chat_id: chatOf(player), text: 'Well played!' })

const buyOrReturn: Action['make'] = ({ id, owns_item }, _, { item_id }) => {
  const path = `/users/${id}/purchase_game_user_store_item`
  return owns_item
    ? { method: 'DELETE', path: `${API}${path}?store_item_id=${item_id}` }
    : post(path, { store_item_id: item_id })
}

/** Something for which there is no scenario, but one that costs about as much. */
const like = (
  scenario: string,
  count: number,
  what: string,
  { name, make }: Pick<Action, 'name' | 'make'>,
): Action => ({ name, what, count, scenario, make })

/** What begins each session, in this order. */
export const OPENING: Action[] = [
  asIn('sign_in', 1, 'signs in with a password'),
  asIn('full_profile', 1, 'loads the full profile'),
]

/** What players do after that, in any order. */
export const ACTIONS: Action[] = [
  asIn('attributes', 24, 'reads the attributes'),
  like('add_score', 24, 'saves an attribute', {
    name: 'save_attribute',
    make: ofUser('add_game_user_attribute', newLevel),
  }),
  asIn('create_round', 20, 'stores a round'),
  asIn('add_score', 20, 'adds to the score'),
  asIn('rankings', 14, 'reads the rankings of a multiplayer round'),
  asIn('rank', 12, 'asks for the rank on a leaderboard'),
  asIn('friends', 12, 'reads the list of friends'),
  asIn('rounds', 10, 'reads the last rounds'),
  like('create_round', 10, 'adds a leaderboard entry', {
    name: 'add_entry',
    make: ofUser('add_leaderboard_entry', newEntry),
  }),
  asIn('profile', 6, 'reads the profile'),
  like('rounds', 6, 'reads a chat', { name: 'messages', make: readChat }),
  like('create_round', 5, 'writes a message', { name: 'send_message', make: writeMessage }),
  asIn('groups', 4, 'reads a list of groups'),
  like('purchase_and_revoke', 2, 'buys an item, or gives it back', {
    name: 'purchase',
    make: buyOrReturn,
  }),
]

/** Each as often as players do it. */
export const WEIGHTED = ACTIONS.flatMap((action) =>
  Array.from({ length: action.count }, () => action),
)

export const SESSION_REQUESTS = [...OPENING, ...ACTIONS].reduce((sum, { count }) => sum + count, 0)
