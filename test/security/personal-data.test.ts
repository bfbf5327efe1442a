import { beforeAll, describe, expect, test } from 'vitest'
import { listPersonalData } from '../../src/features/players/personal-data/queries.ts'
import { erasePlayer } from '../../src/features/players/personal-data/rules.ts'
import { latestMigration } from '../../src/storage/migrations/list.ts'
import { tablesAt } from '../../src/storage/backup/tables.ts'
import type { Engine } from '../../src/storage/dialect.ts'
import { openFullDatabase } from '../backup/full-database.ts'
import { ENGINES, type Player, type Reply, type World } from '../support/world.ts'
import { type Catalogue, openCatalogue, type Table } from './catalogue.ts'
import { KEPT, NOT_EXPORTED, OTHER_TABLES } from './personal-columns.ts'

/** Columns and tables that a careless change could add. */
const plant = (user_id: number) => `
  alter table users add column planted_phone text;
  alter table messages add column planted_device text;
  create table planted_notes (user_id bigint references users (id) on delete cascade, note text);
  insert into planted_notes values (${user_id}, 'x');
  create table planted_diary (author bigint primary key, entry text);
  insert into planted_diary values (${user_id}, 'x')`

const PLANTED_GAPS = [
  'messages.planted_device is not exported',
  'messages.planted_device stays when the player is erased',
  'planted_diary.author is not exported',
  'planted_diary.author stays when the player is erased',
  'planted_diary.entry is not exported',
  'planted_diary.entry stays when the player is erased',
  'planted_notes.note is not exported',
  'planted_notes.user_id is not exported',
  'users.planted_phone is not exported',
]

/** Ids of users start after this number, so that the player's id is part of no other number in the database. */
const BEFORE = 987_654

const usersTable = () => {
  const table = tablesAt(latestMigration).find(({ name }) => name === 'users')
  if (!table) throw new Error('there is no table users')
  return table
}

async function succeed(reply: Promise<Reply>) {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return body
}

/** Rows about the player that others still use, and an answer that was stored under a former username. */
async function createMoreData(world: World, player: Player, friend: Player): Promise<void> {
  const invited = await world.player()
  const shared = await succeed(friend.post('/groups', { name: 'shared', can_auto_join: true }))
  const former = await succeed(friend.post('/groups', { name: 'former', can_auto_join: true }))
  for (const { id } of [shared, former])
    await succeed(player.post('/group_connections', { group_id: id, user_id: player.id }))
  await succeed(friend.post(`/groups/${shared.id}/admins`, { user_id: player.id }))
  await succeed(
    player.post('/group_connections', { group_id: shared.id, username: invited.username }),
  )
  const attributes = [{ key: 'motto', value: 'x' }]
  await succeed(player.post(`/groups/${shared.id}/add_attribute`, { attributes }))
  await succeed(
    friend.put(`/group_connections/remove_member/${player.id}`, { group_id: former.id }),
  )
  const account = { game_id: world.game.id, email: player.email, password: 'password' }
  await succeed(world.visitor.post('/sessions', account, { 'idempotency-key': 'signed-in' }))
  await succeed(
    player.put(`/users/${player.id}`, {
      username: 'renamed',
      email: 'new@example.com',
      current_password: 'password',
    }),
  )
  // The change has invalidated the link that was requested before.
  await succeed(world.visitor.get(`/games/${world.game.id}/forget_password?email=new@example.com`))
  await world.context.mail.idle()
}

async function listExported(catalogue: Catalogue, player: Player): Promise<Set<string>> {
  const shown = await succeed(player.get(player.at('export')))
  const exported = new Set<string>()
  for (const [kind, { sql }] of Object.entries(listPersonalData)) {
    if (!Array.isArray(shown[kind])) continue
    for (const column of await catalogue.origins(sql)) exported.add(column)
  }
  return exported
}

const mentions = (row: object, user_id: number) =>
  new RegExp(`\\b${user_id}\\b`).test(JSON.stringify(row))

/** The columns of the player's rows that have not changed. */
function listKept(before: Table, after: Table, user_id: number): string[] {
  const key = before.key.length > 0 ? before.key : before.columns
  const isSame = (column: string, one: Table['rows'][0], other: Table['rows'][0]) =>
    String(one[column]) === String(other[column])
  return before.columns.filter((column) =>
    before.rows
      .filter((row) => mentions(row, user_id))
      .some((row) =>
        after.rows.some((left) => [...key, column].every((name) => isSame(name, row, left))),
      ),
  )
}

async function findGaps(engine: Engine): Promise<string[]> {
  const full = await openFullDatabase(engine, ({ reserveIds }) => reserveIds(usersTable(), BEFORE))
  const { owner: player, friend } = full.sample
  await createMoreData(full.world, player, friend)
  const catalogue = await openCatalogue(engine, full.world.context.config.DATABASE_URL)
  await catalogue.run(plant(player.id))
  const exported = await listExported(catalogue, player)
  const before = await catalogue.tables()
  await erasePlayer(full.world.context, player.id)
  const after = new Map((await catalogue.tables()).map((table) => [table.name, table]))
  const referring = await catalogue.referringToUsers()
  await catalogue.close()
  await full.close()

  const other = new Set(Object.values(OTHER_TABLES).flat())
  const left_out = new Set(Object.values(NOT_EXPORTED).flat())
  const may_stay = new Set(Object.values(KEPT).flat())
  const gaps: string[] = []
  for (const table of before) {
    const { name, columns, rows } = table
    const is_mentioned = rows.some((row) => mentions(row, player.id))
    if (other.delete(name)) {
      if (is_mentioned || referring.includes(name)) gaps.push(`${name} is about players`)
      continue
    }
    if (!is_mentioned) gaps.push(`${name} has no row about the player, so nothing is tested`)
    const kept = listKept(table, after.get(name) ?? table, player.id)
    for (const column of columns.map((word) => `${name}.${word}`)) {
      const is_listed = left_out.delete(column)
      if (!exported.has(column) && !is_listed) gaps.push(`${column} is not exported`)
      if (exported.has(column) && is_listed)
        gaps.push(`${column} is exported, but listed as not exported`)
    }
    for (const column of kept.map((word) => `${name}.${word}`))
      if (!may_stay.delete(column)) gaps.push(`${column} stays when the player is erased`)
  }
  for (const listed of [...other, ...left_out, ...may_stay])
    gaps.push(`${listed} is listed without need`)
  return gaps.toSorted()
}

for (const engine of ENGINES) {
  describe(engine, () => {
    let gaps: string[] = []
    const isPlanted = (gap: string) => gap.includes('planted_')

    beforeAll(async () => {
      gaps = await findGaps(engine)
    })

    test(`every column about a player is exported and erased, or listed with a reason [${engine}]`, () => {
      expect(gaps.filter((gap) => !isPlanted(gap))).toEqual([])
    })

    test(`a column added to users, to a table that refers to users or in a new table is reported [${engine}]`, () => {
      expect(gaps.filter(isPlanted)).toEqual(PLANTED_GAPS)
    })
  })
}
