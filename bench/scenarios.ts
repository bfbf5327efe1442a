import type { Engine } from './engines.ts'
import type { Call, Visit } from './load.ts'
import { AMOUNT, BLOCK, emailOf, PASSWORD, rankedRoundOf, tokenOf, usernameOf } from './people.ts'

const API = '/api/v3'
const BUYERS = 2048
const ASKED_BY_EACH = 4

/** What a plan has to know of the database. */
export interface Facts {
  users: number
  game_id: number
  item_id: number
  /** Which load this is: what can be done only once is done by others in each. */
  turn: number
}

export interface Scenario {
  name: string
  route: string
  /** Without this table the feature is not there yet. */
  table: string
  /** Of the ceiling's requests per second. Absent: reported, not judged. */
  targets?: Record<Engine, number>
  plan(facts: Facts): Visit[]
  /** A list of the first answer, and how long it has to be. */
  list?: { field: string; entries: number }
  accepts?: boolean
  connections?: number
  limited_by: string
}

/** As many users as a block has, from all over the table, in no order that a cache would like. */
export function sample(users: number): number[] {
  const step = users / BLOCK
  return Array.from({ length: BLOCK }, (_, index) => ((index * 7919) % BLOCK) * step + 1)
}

const each = (plan: (user_id: number) => Call) => (facts: Facts) =>
  sample(facts.users).map((user_id) => [plan(user_id)])

const get = (path: (user_id: number) => string) =>
  each((user_id) => ({ method: 'GET', path: API + path(user_id), token: tokenOf(user_id) }))

const post = (path: (user_id: number) => string, body: (user_id: number) => object) =>
  each((user_id) => ({
    method: 'POST',
    path: API + path(user_id),
    token: tokenOf(user_id),
    body: body(user_id),
  }))

function purchaseAndRevoke({ users, item_id, turn }: Facts): Visit[] {
  const buyers = sample(users).slice(turn * BUYERS, (turn + 1) * BUYERS)
  return buyers.map((user_id) => {
    const path = `${API}/users/${user_id}/purchase_game_user_store_item`
    const token = tokenOf(user_id)
    return [
      { method: 'POST', path, token, body: { store_item_id: item_id } },
      { method: 'DELETE', path: `${path}?store_item_id=${item_id}`, token },
    ]
  })
}

/** Seeded friends are at most ten apart. */
function friendRequests({ users, turn }: Facts): Visit[] {
  const people = sample(users).sort((a, b) => a - b)
  return Array.from({ length: ASKED_BY_EACH }, (_, round) => {
    const apart = 50 + turn * ASKED_BY_EACH + round
    return people.map((user_id, index): Visit => {
      const receiver = people[(index + apart) % people.length] ?? 1
      const body = { username: usernameOf(receiver) }
      return [{ method: 'POST', path: `${API}/friendships`, token: tokenOf(user_id), body }]
    })
  }).flat()
}

const signIns = ({ users, game_id }: Facts): Visit[] =>
  sample(users).map((user_id) => {
    const body = { game_id, email: emailOf(user_id), password: PASSWORD }
    return [{ method: 'POST', path: `${API}/sessions`, body }]
  })

const start_time = '2026-01-02T03:04:05Z'

export const scenarios: Scenario[] = [
  {
    name: 'attributes',
    route: 'GET /users/{id}/game_user_attributes',
    table: 'user_attributes',
    targets: { sqlite: 0.5, postgres: 0.15 },
    plan: get((id) => `/users/${id}/game_user_attributes`),
    list: { field: 'game_user_attributes', entries: AMOUNT.attributes },
    limited_by:
      'HTTP, the five rows, and on PostgreSQL the session, which SQLite lets the server remember',
  },
  {
    name: 'profile',
    route: 'GET /users/{id}?with_full_data=false',
    table: 'users',
    targets: { sqlite: 0.45, postgres: 0.15 },
    plan: get((id) => `/users/${id}?with_full_data=false`),
    limited_by: 'HTTP, the user with the counters, and on PostgreSQL the session',
  },
  {
    name: 'full_profile',
    route: 'GET /users/{id}',
    table: 'friends',
    plan: get((id) => `/users/${id}`),
    list: { field: 'friends', entries: AMOUNT.friends },
    limited_by: 'All that a client loads of its player: a dozen statements and 9 KB of JSON',
  },
  {
    name: 'rounds',
    route: 'GET /game_rounds?user_id={id}&per_page=20',
    table: 'game_rounds',
    targets: { sqlite: 0.3, postgres: 0.15 },
    plan: get((id) => `/game_rounds?user_id=${id}&per_page=20`),
    list: { field: 'game_rounds', entries: AMOUNT.rounds },
    limited_by: 'Twenty rows and their JSON',
  },
  {
    name: 'rankings',
    route: 'GET /game_rounds/{id}',
    table: 'game_rounds',
    targets: { sqlite: 0.3, postgres: 0.15 },
    plan: get((id) => `/game_rounds/${rankedRoundOf(id)}`),
    list: { field: 'rankings', entries: AMOUNT.rankings },
    limited_by: 'Ten rounds and their users, ranked anew with each read',
  },
  {
    name: 'friends',
    route: 'GET /friends',
    table: 'friendships',
    targets: { sqlite: 0.3, postgres: 0.15 },
    plan: get(() => '/friends'),
    list: { field: 'friends', entries: AMOUNT.friends },
    limited_by: 'Twenty users, each found by an id of the list',
  },
  {
    name: 'groups',
    route: 'GET /groups?per_page=20',
    table: 'groups',
    plan: get(() => '/groups?per_page=20'),
    list: { field: 'groups', entries: 20 },
    limited_by: 'Twenty rows and their JSON',
  },
  {
    name: 'add_score',
    route: 'POST /users/{id}/add_score',
    table: 'users',
    targets: { sqlite: 0.35, postgres: 0.08 },
    plan: post(
      (id) => `/users/${id}/add_score`,
      () => ({ score: 1 }),
    ),
    limited_by: 'The write and its share of a commit on disk',
  },
  {
    name: 'create_round',
    route: 'POST /game_rounds',
    table: 'game_rounds',
    targets: { sqlite: 0.35, postgres: 0.08 },
    plan: post(
      () => '/game_rounds',
      (id) => ({ game_user_id: id, game_type: 'race', start_time, score: id % 1000 }),
    ),
    limited_by: 'A row in two indexes and its share of a commit on disk',
  },
  {
    name: 'purchase_and_revoke',
    route: 'POST and DELETE /users/{id}/purchase_game_user_store_item',
    table: 'purchases',
    targets: { sqlite: 0.22, postgres: 0.05 },
    plan: purchaseAndRevoke,
    limited_by: 'Four statements in one transaction, with purchase, credits and ledger',
  },
  {
    name: 'befriend',
    route: 'POST /friendships, then PUT /friendships/{id}',
    table: 'friendships',
    plan: friendRequests,
    accepts: true,
    limited_by: 'A look-up by name, a row in four indexes and its share of a commit on disk',
  },
  {
    name: 'sign_in',
    route: 'POST /sessions',
    table: 'users',
    plan: signIns,
    connections: 8,
    limited_by: 'argon2id, on purpose',
  },
]
