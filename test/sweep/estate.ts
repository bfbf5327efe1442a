import { type Statement, statement } from '../../src/storage/statement.ts'
import type { Player, World } from '../support/world.ts'

/** A game with something of everything, and the ids that an intruder would try. */
export interface Estate {
  owner: Player
  friend: Player
  /** Stands in every name and text, so that a leak is seen. */
  mark: string
  /** Is the key of an attribute, the name of a leaderboard and the like: whoever guesses it hits something. */
  word: string
  ids: number[]
}

async function must(
  reply: Promise<{ status: number; text: string; body: { id?: number; friendship_id?: number } }>,
) {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return body
}

export async function furnish(world: World): Promise<Estate> {
  const mark = `Marked${world.game.id}Secret`
  const name = (word: string) => `${mark}-${word}`
  const word = 'accepted'
  const owner = await world.player({ username: name('owner'), credits: 1000 })
  const friend = await world.player({ username: name('friend') })
  const third = await world.player({ username: name('third') })
  const item = await world.item({ name: name('item'), cost: 5 })
  await must(owner.post(owner.at('purchase_game_user_store_item'), { store_item_id: item.id }))
  await must(
    owner.post(owner.at('add_game_user_attribute'), { key: name('key'), value: name('value') }),
  )
  await must(owner.post(owner.at('add_game_user_attribute'), { key: word, value: name('value') }))
  await must(
    owner.post(owner.at('add_leaderboard_entry'), { leaderboard_name: name('board'), score: 7 }),
  )
  await must(owner.post(owner.at('add_leaderboard_entry'), { leaderboard_name: word, score: 7 }))
  const group = await must(owner.post('/groups', { name: name('group'), can_auto_join: false }))
  const request = await must(
    friend.post('/group_connections', { group_id: group.id, user_id: friend.id }),
  )
  await must(
    owner.post(`/groups/${group.id}/add_attribute`, {
      attributes: [
        { key: name('key'), value: name('value') },
        { key: word, value: name('value') },
      ],
    }),
  )
  const asked = await must(friend.post('/friendships', { username: owner.username }))
  const round = await must(
    owner.post('/game_rounds', {
      game_user_id: owner.id,
      game_type: name('type'),
      score: 3,
      multiplayer: true,
    }),
  )
  const chat = await must(
    owner.post('/chats', { usernames: [friend.username], text: name('text') }),
  )
  const message = await must(owner.post('/messages', { chat_id: chat.id, text: name('text') }))
  await must(owner.post('/blocks', { username: third.username }))
  const found = [
    owner.id,
    friend.id,
    third.id,
    item.id,
    group.id,
    request.id,
    asked.friendship_id,
    round.id,
    chat.id,
    message.id,
    world.game.id,
  ]
  return { owner, friend, mark, word, ids: [...new Set(found.filter((id) => id !== undefined))] }
}

/** What comes and goes by itself: counters, sessions, kept answers, last uses. */
const VOLATILE = new Set([
  'user_activity',
  'sessions',
  'answered_requests',
  'failed_sign_ins',
  'migrations',
  'service_keys',
  'password_resets',
])

const listTables = {
  sqlite: statement<Record<string, never>, { name: string }>(
    `select name from sqlite_master where type = 'table'`,
  ),
  postgres: statement<Record<string, never>, { name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  ),
}

/** Every table of the database. */
export async function tableNames({ context, engine }: World): Promise<string[]> {
  const rows = await context.db.all(listTables[engine], {})
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
}

const listings = new Map<string, Statement<Record<string, never>, object>>()

export function listing(table: string): Statement<Record<string, never>, object> {
  const known =
    listings.get(table) ?? statement<Record<string, never>, object>(`select * from ${table}`)
  listings.set(table, known)
  return known
}

/** Every row of the database as text. */
export async function snapshot(world: World): Promise<Set<string>> {
  const tables = (await tableNames(world)).filter((name) => !VOLATILE.has(name))
  const lists = await Promise.all(
    tables.map(async (table) => {
      const rows = await world.context.db.all(listing(table), {})
      return rows.map((row) => `${table} ${JSON.stringify(row)}`)
    }),
  )
  return new Set(lists.flat())
}

export const missingFrom = (before: Set<string>, after: Set<string>) => [
  ...before.difference(after),
]
