import type { Engine } from './engines.ts'
import type { Call, CallSequence } from './load.ts'
import {
  BLOCK,
  BOARD,
  emailOf,
  PASSWORD,
  PER_PLAYER,
  rankedRoundOf,
  tokenOf,
  usernameOf,
} from './players.ts'

export const API = '/api/v3'
const BUYERS = 2048
const REQUESTS_PER_PLAYER = 4

/** What a plan needs to know about the database. */
export interface PlanInput {
  users: number
  game_id: number
  item_id: number
  /** The number of this load. Each one uses other players for what a player can do only once. */
  turn: number
}

export type MakeCall = (user_id: number, input: Omit<PlanInput, 'turn'>) => Call

export interface Scenario {
  name: string
  route: string
  /** Without this table the feature does not exist yet. */
  table: string
  /** The share of the ceiling's requests per second to reach. Absent: there is no target. */
  targets?: Record<Engine, number>
  plan(input: PlanInput): CallSequence[]
  /** The call of one player, if the plan has nothing else. */
  call?: MakeCall
  /** The list in the first answer, and how many entries it must have. */
  list?: { field: string; entries: number }
  accepts?: boolean
  connections?: number
  /** It needs the large leaderboard, which is loaded when all other scenarios were measured. */
  needs_board?: true
  limited_by: string
}

/** As many players as a block has, from the whole table, in an order that does not favour caches. */
export function samplePlayers(users: number): number[] {
  const step = users / BLOCK
  return Array.from({ length: BLOCK }, (_, index) => ((index * 7919) % BLOCK) * step + 1)
}

/** A scenario in which one call is all that a player does. */
const forEachPlayer = (call: MakeCall): Pick<Scenario, 'call' | 'plan'> => ({
  call,
  plan: (input) => samplePlayers(input.users).map((user_id) => [call(user_id, input)]),
})

const get = (path: (...of: Parameters<MakeCall>) => string) =>
  forEachPlayer((user_id, input) => ({
    method: 'GET',
    path: API + path(user_id, input),
    token: tokenOf(user_id),
  }))

const post = (path: (user_id: number) => string, body: (user_id: number) => object) =>
  forEachPlayer((user_id) => ({
    method: 'POST',
    path: API + path(user_id),
    token: tokenOf(user_id),
    body: body(user_id),
  }))

function purchaseAndRevoke({ users, item_id, turn }: PlanInput): CallSequence[] {
  const buyers = samplePlayers(users).slice(turn * BUYERS, (turn + 1) * BUYERS)
  return buyers.map((user_id) => {
    const path = `${API}/users/${user_id}/purchase_game_user_store_item`
    const token = tokenOf(user_id)
    return [
      { method: 'POST', path, token, body: { store_item_id: item_id } },
      { method: 'DELETE', path: `${path}?store_item_id=${item_id}`, token },
    ]
  })
}

/** Seeded friends have ids at most ten apart, so players further apart are no friends yet. */
function friendRequests({ users, turn }: PlanInput): CallSequence[] {
  const players = samplePlayers(users).sort((a, b) => a - b)
  return Array.from({ length: REQUESTS_PER_PLAYER }, (_, round) => {
    const apart = 50 + turn * REQUESTS_PER_PLAYER + round
    return players.map((user_id, index): CallSequence => {
      const receiver = players[(index + apart) % players.length] ?? 1
      const body = { username: usernameOf(receiver) }
      return [{ method: 'POST', path: `${API}/friendships`, token: tokenOf(user_id), body }]
    })
  }).flat()
}

const signIn: MakeCall = (user_id, { game_id }) => {
  const body = { game_id, email: emailOf(user_id), password: PASSWORD }
  return { method: 'POST', path: `${API}/sessions`, body }
}

const start_time = '2026-01-02T03:04:05Z'

/** Of a server that has just started, on both engines. */
export const START_TARGETS = { ready_ms: 600, idle_mb: 90 } as const

export const scenarios: Scenario[] = [
  {
    name: 'attributes',
    route: 'GET /users/{id}/game_user_attributes',
    table: 'user_attributes',
    targets: { sqlite: 0.7, postgres: 0.35 },
    ...get((id) => `/users/${id}/game_user_attributes`),
    list: { field: 'game_user_attributes', entries: PER_PLAYER.attributes },
    limited_by:
      'HTTP, five rows, and on PostgreSQL the look-up of the session, which the server caches on SQLite',
  },
  {
    name: 'profile',
    route: 'GET /users/{id}?with_full_data=false',
    table: 'users',
    targets: { sqlite: 0.7, postgres: 0.35 },
    ...get((id) => `/users/${id}?with_full_data=false`),
    limited_by: 'HTTP, the user with their counters, and on PostgreSQL the look-up of the session',
  },
  {
    name: 'full_profile',
    route: 'GET /users/{id}',
    table: 'friends',
    targets: { sqlite: 0.2, postgres: 0.12 },
    ...get((id) => `/users/${id}`),
    list: { field: 'friends', entries: PER_PLAYER.friends },
    limited_by:
      'Everything that a client loads about its player: a dozen statements and 9 KB of JSON',
  },
  {
    name: 'rounds',
    route: 'GET /game_rounds?user_id={id}&per_page=20',
    table: 'game_rounds',
    targets: { sqlite: 0.45, postgres: 0.25 },
    ...get((id) => `/game_rounds?user_id=${id}&per_page=20`),
    list: { field: 'game_rounds', entries: PER_PLAYER.rounds },
    limited_by: 'Twenty rows and their JSON',
  },
  {
    name: 'rankings',
    route: 'GET /game_rounds/{id}',
    table: 'game_rounds',
    targets: { sqlite: 0.45, postgres: 0.25 },
    ...get((id) => `/game_rounds/${rankedRoundOf(id)}`),
    list: { field: 'rankings', entries: PER_PLAYER.rankings },
    limited_by: 'Ten rounds and their users, ranked again on every read',
  },
  {
    name: 'friends',
    route: 'GET /friends',
    table: 'friendships',
    targets: { sqlite: 0.55, postgres: 0.3 },
    ...get(() => '/friends'),
    list: { field: 'friends', entries: PER_PLAYER.friends },
    limited_by: 'Twenty users, each found by an id in the list',
  },
  {
    name: 'rank',
    route: 'GET /games/{id}/leaderboards/{name}/rank',
    table: 'leaderboard_bests',
    targets: { sqlite: 0.5, postgres: 0.25 },
    ...get((_, { game_id }) => `/games/${game_id}/leaderboards/${BOARD}/rank`),
    needs_board: true,
    limited_by: 'Sums of counted ranges, and the entries of one range, in a board of a million',
  },
  {
    name: 'groups',
    route: 'GET /groups?per_page=20',
    table: 'groups',
    targets: { sqlite: 0.45, postgres: 0.25 },
    ...get(() => '/groups?per_page=20'),
    list: { field: 'groups', entries: 20 },
    limited_by: 'Twenty rows and their JSON',
  },
  {
    name: 'add_score',
    route: 'POST /users/{id}/add_score',
    table: 'users',
    targets: { sqlite: 0.55, postgres: 0.2 },
    ...post(
      (id) => `/users/${id}/add_score`,
      () => ({ score: 1 }),
    ),
    limited_by: 'The write and its share of a commit to disk',
  },
  {
    name: 'create_round',
    route: 'POST /game_rounds',
    table: 'game_rounds',
    targets: { sqlite: 0.55, postgres: 0.2 },
    ...post(
      () => '/game_rounds',
      (id) => ({ game_user_id: id, game_type: 'race', start_time, score: id % 1000 }),
    ),
    limited_by: 'A row in two indexes and its share of a commit to disk',
  },
  {
    name: 'purchase_and_revoke',
    route: 'POST and DELETE /users/{id}/purchase_game_user_store_item',
    table: 'purchases',
    targets: { sqlite: 0.45, postgres: 0.12 },
    plan: purchaseAndRevoke,
    limited_by: 'Four statements in one transaction: purchase, credits and ledger',
  },
  {
    name: 'befriend',
    route: 'POST /friendships, then PUT /friendships/{id}',
    table: 'friendships',
    targets: { sqlite: 0.45, postgres: 0.14 },
    plan: friendRequests,
    accepts: true,
    limited_by:
      'A look-up by name, and three rows (friendship, event, notification) in more than ten indexes',
  },
  {
    name: 'sign_in',
    route: 'POST /sessions',
    table: 'users',
    ...forEachPlayer(signIn),
    connections: 8,
    limited_by: 'argon2id, which is slow on purpose',
  },
]
