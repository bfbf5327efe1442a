import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Engine } from '../../src/storage/dialect.ts'
import { latestMigration } from '../../src/storage/migrations/list.ts'
import {
  type RestoreTransaction,
  openBackupConnection,
  type Row,
} from '../../src/storage/backup/connection.ts'
import { tablesAt } from '../../src/storage/backup/tables.ts'
import { statement } from '../../src/storage/statement.ts'
import { type Estate, furnish } from '../sweep/estate.ts'
import { openWorld, type Reply, type World } from '../support/world.ts'

async function must(reply: Promise<Reply>) {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return body
}

/** Texts that a careless copy would spoil. */
const ODD = 'a"b\\c\n\u2028\r\t😀 é\u0001 %_\' ; --'

/** Something in every table; whoever adds one adds to it here, so that the copies are tried with it. */
async function furnishFully(world: World): Promise<Estate> {
  const estate = await furnish(world)
  const { owner, friend } = estate
  const game_id = world.game.id
  const third = await world.player()
  await must(
    world.system.send('PUT', `//admin/api/games/${game_id}`, {
      json: { variables: [{ key: 'odd', value: ODD }] },
    }),
  )
  await must(
    world.system.send('POST', `//admin/api/games/${game_id}/service_keys`, {
      json: { name: 'server' },
    }),
  )
  const once = { 'idempotency-key': 'only-once' }
  await must(owner.post(owner.at('add_game_user_attribute'), { key: ODD, value: ODD }, once))
  const [asked] = (await must(owner.get('/incoming_friend_requests'))).incoming_friend_requests
  await must(owner.put(`/friendships/${asked.friendship_id}`, { status: 'accepted' }))
  const group = await must(owner.post('/groups', { name: 'open', can_auto_join: true }))
  for (const one of [friend, third])
    await must(one.post('/group_connections', { group_id: group.id, user_id: one.id }))
  await must(owner.put(`/group_connections/remove_member/${third.id}`, { group_id: group.id }))
  await must(
    owner.post(owner.at('add_leaderboard_entry'), { leaderboard_name: 'x', score: 0.1 + 0.2 }),
  )
  await must(
    owner.post('/game_rounds', {
      game_user_id: owner.id,
      game_type: 'x',
      score: -1e-7,
      metadata: { ODD },
    }),
  )
  await must(world.visitor.get(`/games/${game_id}/forget_password?email=${owner.email}`))
  await world.context.mail.idle()
  await world.visitor.post('/sessions', { game_id, email: owner.email, password: 'not-his' })
  await world.server.flush()
  await world.server.jobs.look()
  await world.context.db.transaction((tx) => tx.run(insertChore, {}))
  for (const { name } of tablesAt(latestMigration)) {
    expect([name, (await rowsOf(world, name)).length > 0]).toEqual([name, true])
  }
  return estate
}

/** Only processes of the previous version still write this table. */
const insertChore = statement(`insert into chores (name, due_at) values ('backup', 1)`, {
  inserts: 'chores',
})

export const rowsOf = (world: World, table: string): Promise<Row[]> =>
  world.context.db.all(statement<Record<string, never>, Row>(`select * from ${table}`), {})

/** A server with a game that has something in every table, and a folder for files. `prepare` runs before the players come. */
export async function openFullHouse(
  engine: Engine,
  prepare: (tx: RestoreTransaction) => Promise<void> = async () => {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-full-'))
  const settings = { RATE_LIMIT: 'on', MAIL_OUTBOX: join(folder, 'outbox') }
  const { world, close } = await openWorld(engine, settings)
  const connection = await openBackupConnection(world.context.config.DATABASE_URL)
  await connection.write(prepare)
  const estate = await furnishFully(world)
  return {
    world,
    estate,
    folder,
    connection,
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}
