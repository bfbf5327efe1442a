import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { updateStatistics } from '../../src/features/operations/statistics/rules.ts'
import type { Engine } from '../../src/storage/dialect.ts'
import { latestMigration } from '../../src/storage/migrations/list.ts'
import type { RestoreTransaction, Row } from '../../src/storage/backup/engine.ts'
import { openBackupEngine } from '../../src/storage/backup/open.ts'
import { COUNTED_AGAIN, tablesAt } from '../../src/storage/backup/tables.ts'
import { totpCode } from '../../src/services/totp.ts'
import { statement } from '../../src/storage/statement.ts'
import { type SampleGame, createSampleGame } from '../sweep/sample-game.ts'
import { joinStaff, PASSWORD } from '../support/staff.ts'
import { openWorld, type Reply, type World } from '../support/world.ts'

async function succeed(reply: Promise<Reply>) {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return body
}

/** A text that wrong quoting or encoding would change. */
const SPECIAL_CHARACTERS = 'a"b\\c\n\u2028\r\t😀 é\u0001 %_\' ; --'

async function fillStaffTables(world: World): Promise<void> {
  const { browser } = await joinStaff(world, { role: 'owner', game_ids: [world.game.id] })
  await succeed(world.system.post('//admin/api/staff_invitations', { role: 'viewer' }))
  const own = { current_password: PASSWORD }
  await succeed(browser.post('/tokens', { ...own, name: 'report', role: 'viewer' }))
  const { secret } = await succeed(browser.post('/me/second_factor', own))
  const code = totpCode(secret, Math.floor(world.context.now() / 30_000))
  await succeed(browser.put('/me/second_factor', { code }))
}

type OfPlayer = { game_id: number; user_id: number; text: string }

/** By a statement, because the audit log must not name the player whom tests erase. */
const insertSanction = statement<OfPlayer>(
  `insert into sanctions (game_id, user_id, kind, reason, until, created_by, created_at, ended_by, ended_at)
   values (:game_id, :user_id, 'ban', :text, 5, :text, 1, :text, 4)`,
  { inserts: 'sanctions' },
)

async function fillModerationTables(world: World, { owner, friend }: SampleGame): Promise<void> {
  const game_id = world.game.id
  await world.context.db.transaction((tx) =>
    tx.run(insertSanction, { game_id, user_id: owner.id, text: SPECIAL_CHARACTERS }),
  )
  const report = { reason: 'other', text: 'look' }
  await succeed(owner.post('/reports', { ...report, user_id: friend.id }))
  await succeed(friend.post('/reports', { ...report, user_id: owner.id }))
  const filter = { words: ['b\u00e4d*'], names: 'refuse', messages: 'mask' }
  await succeed(world.system.put(`//admin/api/games/${game_id}/word_filter`, filter))
}

/** A rule that holds a score of a round, and an entry of a leaderboard. */
async function fillScoreTables({ system, game }: World, { owner }: SampleGame): Promise<void> {
  const rule = { most_per_minute: 100, maximum: 0.5, outcome: 'review' }
  for (const kind of ['leaderboard', 'game_type'])
    await succeed(
      system.put(`//admin/api/games/${game.id}/score_rules`, { ...rule, kind, name: 'strict' }),
    )
  const entry = { leaderboard_name: 'strict', score: 0.7, metadata: SPECIAL_CHARACTERS }
  await succeed(owner.post(owner.at('add_leaderboard_entry'), entry))
  const round = { game_user_id: owner.id, game_type: 'strict', score: 0.7 }
  await succeed(owner.post('/game_rounds', round))
}

/** As the studio's own code would. */
const gameCodeRows = [
  statement<OfPlayer>(
    `insert into game_values (game_id, key, value, updated_at) values (:game_id, :text, '{"a":1}', 1)`,
    { inserts: 'game_values' },
  ),
  statement<OfPlayer>(
    `insert into player_values (user_id, key, value, updated_at) values (:user_id, :text, '7', 1)`,
    { inserts: 'player_values' },
  ),
  statement<OfPlayer>(
    `insert into game_tasks (code, kind, name, game_id, actor_id, payload, state, attempts, problem, created_at, due_at)
     values (:text, 'event', :text, :game_id, :user_id, '{"at":1,"data":{}}', 'waiting', 1, :text, 1, 9000000000000)`,
    { inserts: 'game_tasks' },
  ),
  statement<OfPlayer>(
    `insert into game_code_errors (code, hook, message, stack, request_id, at)
     values ('game', :text, :text, :text, 'id', 1)`,
    { inserts: 'game_code_errors' },
  ),
]

const boardRows = [
  statement<OfPlayer>(
    `insert into leaderboard_prizes (season_id, user_id, rank, credits, store_item_id, state, paid_at)
     select leaderboard_seasons.id, :user_id, 1, 5, store_items.id, 'paid', 1
       from leaderboard_seasons cross join store_items
      where leaderboard_seasons.game_id = :game_id and store_items.game_id = :game_id
        and :text <> '' limit 1`,
    { inserts: 'leaderboard_prizes' },
  ),
]

/** A leaderboard with seasons and prizes, and one of groups, with entries on both. */
async function fillBoardTables(world: World, { owner }: SampleGame, group_id: number) {
  const game_id = world.game.id
  const item = await world.item()
  const change = (name: string, settings: object) =>
    succeed(
      world.system.put(`//admin/api/games/${game_id}/leaderboards/${name}/settings`, settings),
    )
  const prizes = [{ from_rank: 1, to_rank: 2, credits: 5, store_item_id: item.id }]
  await change('weekly', { period: 'week', counts: 'sum', prizes })
  await change('teams', { one_for: 'each_group', order: 'lowest' })
  const enter = (entry: object) => succeed(owner.post(owner.at('add_leaderboard_entry'), entry))
  await enter({ leaderboard_name: 'weekly', score: 3 })
  await enter({ leaderboard_name: 'teams', score: 4, group_id })
  const of = { game_id, user_id: owner.id, text: SPECIAL_CHARACTERS }
  await world.context.db.transaction(async (tx) => {
    for (const insert of boardRows) await tx.run(insert, of)
  })
}

async function fillOtherTables({ context, game }: World, { owner }: SampleGame): Promise<void> {
  const of = { game_id: game.id, user_id: owner.id, text: SPECIAL_CHARACTERS }
  await context.db.transaction(async (tx) => {
    for (const insert of [...gameCodeRows, ...ratingRows, ...matchmakingRows])
      await tx.run(insert, of)
  })
}

/** A ticket that has ended, so that nobody changes it while it is compared. */
const matchmakingRows = [
  statement<OfPlayer>(
    `insert into matchmaking_types (game_id, game_type, teams, team_size, min_players, max_players, fill_seconds,
            distance, distance_per_second, anyone_from_distance, mix_regions_after, ready_seconds, close_after_seconds, attributes,
            recent_wait_ms, changed_at)
     values (:game_id, :text, 2, 1, 2, 2, 10, 100.5, 0.5, 1000, null, 0, 60, 'refused', 3, 1)`,
    { inserts: 'matchmaking_types' },
  ),
  statement<OfPlayer>(
    `insert into matchmaking_tickets (game_id, game_type, state, region, attributes, players, rating, created_at,
            waiting_since, polled_at, changed_at, ended_at)
     values (:game_id, :text, 'cancelled', :text, '{}', 1, 1000.5, 1, 1, 1, 9000000000000, 9000000000000)`,
    { inserts: 'matchmaking_tickets' },
  ),
  statement<OfPlayer>(
    `insert into matchmaking_players (ticket_id, user_id, is_leader, has_accepted, is_active, is_ready, missed_at)
     select max(id), :user_id, 1, 1, 0, 0, 1 from matchmaking_tickets`,
    { inserts: 'matchmaking_players' },
  ),
]

/** As if a rated round had finished. */
const ratingRows = [
  statement<OfPlayer>(
    `insert into rating_settings
       (game_id, game_type, is_enabled, mu, sigma, beta, tau, min_scores, rated_rounds, changed_at)
     values (:game_id, :text, 1, 25, 8.3, 4.1, 0.1, 2, 1, 1)`,
    { inserts: 'rating_settings' },
  ),
  statement<OfPlayer>(
    `insert into rated_rounds
       (multiplayer_game_round_id, game_id, game_type, number, mu, sigma, beta, tau, rated_at)
     select min(id), :game_id, :text, 1, 25, 8.3, 4.1, 0.1, 1
       from multiplayer_game_rounds where game_id = :game_id`,
    { inserts: 'rated_rounds' },
  ),
  statement<OfPlayer>(
    `insert into ratings (user_id, game_type, game_id, mu, sigma, rating, rounds, updated_at)
     values (:user_id, :text, :game_id, 24.7, 7.9, 1040, 1, 1)`,
    { inserts: 'ratings' },
  ),
  statement<OfPlayer>(
    `insert into rating_changes
       (multiplayer_game_round_id, position, user_id, game_type, score, place, mu_before, sigma_before, rating_before,
        mu_after, sigma_after, rating_after, changed_at)
     select multiplayer_game_round_id, 0, :user_id, :text, 4.5, 2, 25, 8.3, 1000, 24.7, 7.9, 1040, 1
       from rated_rounds where game_id = :game_id`,
    { inserts: 'rating_changes' },
  ),
]

/** Puts rows into every table, so that backups are tested with all of them; a new table needs rows here. */
async function fillAllTables(world: World): Promise<SampleGame> {
  const sample = await createSampleGame(world)
  const { owner, friend } = sample
  const game_id = world.game.id
  const third = await world.player()
  await succeed(
    world.system.send('PUT', `//admin/api/games/${game_id}`, {
      json: { variables: [{ key: 'odd', value: SPECIAL_CHARACTERS }] },
    }),
  )
  await succeed(
    world.system.send('POST', `//admin/api/games/${game_id}/service_keys`, {
      json: { name: 'server' },
    }),
  )
  const webhook = await succeed(
    world.system.post(`//admin/api/games/${game_id}/webhooks`, { url: 'https://8.8.8.8/hooks' }),
  )
  for (const action of ['pause', 'test'])
    await succeed(world.system.post(`//admin/api/webhooks/${webhook.id}/${action}`))
  await fillStaffTables(world)
  const notes = `//admin/api/games/${game_id}/players/${owner.id}/notes`
  await succeed(world.system.post(notes, { text: SPECIAL_CHARACTERS }))
  await fillModerationTables(world, sample)
  await fillScoreTables(world, sample)
  const once = { 'idempotency-key': 'only-once' }
  await succeed(
    owner.post(
      owner.at('add_game_user_attribute'),
      { key: SPECIAL_CHARACTERS, value: SPECIAL_CHARACTERS },
      once,
    ),
  )
  const [request] = (await succeed(owner.get('/incoming_friend_requests'))).incoming_friend_requests
  await succeed(owner.put(`/friendships/${request.friendship_id}`, { status: 'accepted' }))
  const group = await succeed(owner.post('/groups', { name: 'open', can_auto_join: true }))
  for (const one of [friend, third])
    await succeed(one.post('/group_connections', { group_id: group.id, user_id: one.id }))
  await succeed(owner.put(`/group_connections/remove_member/${third.id}`, { group_id: group.id }))
  await succeed(
    owner.post(owner.at('add_leaderboard_entry'), { leaderboard_name: 'x', score: 0.1 + 0.2 }),
  )
  await fillBoardTables(world, sample, group.id)
  await succeed(
    owner.post('/game_rounds', {
      game_user_id: owner.id,
      game_type: 'x',
      score: -1e-7,
      metadata: { SPECIAL_CHARACTERS },
    }),
  )
  await succeed(world.visitor.get(`/games/${game_id}/forget_password?email=${owner.email}`))
  await succeed(owner.post(owner.at('email_verification')))
  await world.context.mail.idle()
  const account = { game_id, email: owner.email, password: 'password' }
  await succeed(world.visitor.post('/sessions', account))
  await world.visitor.post('/sessions', { ...account, password: 'a wrong one' })
  const announcements = `//admin/api/games/${game_id}/announcements`
  await succeed(world.system.post(announcements, { text: SPECIAL_CHARACTERS }))
  await succeed(owner.put('/notifications/read'))
  await succeed(owner.put('/presence', { status: 'here' }))
  await succeed(
    world.system.post(announcements, {
      text: 'later',
      user_id: owner.id,
      at: '2999-01-01T00:00:00Z',
    }),
  )
  await world.server.flush()
  await world.server.jobs.runDueJobs()
  const budget = { signal: AbortSignal.timeout(60_000), until: Infinity }
  while (!(await updateStatistics(world.context, budget)));
  await world.context.db.transaction(async (tx) => {
    await tx.run(insertChore, {})
    await tx.run(insertSales, {})
  })
  await succeed(owner.get('/events?types=score.changed'))
  await vi.waitFor(
    async () => expect(await rowsOf(world, 'event_interests')).toHaveLength(1),
    60_000,
  )
  await fillOtherTables(world, sample)
  for (const { name } of tablesAt(latestMigration)) {
    if (COUNTED_AGAIN.has(name)) continue
    expect([name, (await rowsOf(world, name)).length > 0]).toEqual([name, true])
  }
  return sample
}

/** Only processes of the previous version still write this table. */
const insertChore = statement(`insert into chores (name, due_at) values ('backup', 1)`, {
  inserts: 'chores',
})

/** The job counts only what happened a while ago. */
const insertSales = statement(
  `insert into item_sales (store_item_id, day, sold, refunded, credits)
   select id, 20000, 3, 1, 10 from store_items`,
  { inserts: 'item_sales' },
)

export const rowsOf = (world: World, table: string): Promise<Row[]> =>
  world.context.db.all(statement<Record<string, never>, Row>(`select * from ${table}`), {})

/** A server whose database has rows in every table, and a folder for files. `prepare` runs on the database without players. */
export async function openFullDatabase(
  engine: Engine,
  prepare: (tx: RestoreTransaction) => Promise<void> = async () => {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-full-'))
  const settings = { RATE_LIMIT: 'on', MAIL_OUTBOX: join(folder, 'outbox') }
  const { world, close } = await openWorld(engine, settings)
  const connection = await openBackupEngine(world.context.config.DATABASE_URL)
  await connection.write(prepare)
  const sample = await fillAllTables(world)
  return {
    world,
    sample,
    folder,
    connection,
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}
