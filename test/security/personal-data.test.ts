import { beforeAll, describe, expect, test } from 'vitest'
import { listPersonalData } from '../../src/features/players/personal-data/queries.ts'
import { erasePlayer } from '../../src/features/players/personal-data/rules.ts'
import { latestMigration } from '../../src/storage/migrations/list.ts'
import { tablesAt } from '../../src/storage/backup/tables.ts'
import type { Engine } from '../../src/storage/dialect.ts'
import { openFullDatabase } from '../backup/full-database.ts'
import { ENGINES, type Player, type Reply, type World } from '../support/world.ts'
import { type Catalogue, openCatalogue, type Table } from './catalogue.ts'

/** Tables without data about players, by the reason. Every other table counts as data about players. */
const OTHER_TABLES: Record<string, string[]> = {
  'state of the server': ['chores', 'event_interests', 'event_log', 'jobs', 'migrations'],
  "the studio's own": [
    'games',
    'game_variables',
    'service_keys',
    'store_items',
    'webhooks',
    'word_filters',
  ],
  'about people who run games': [
    'staff',
    'staff_invitations',
    'staff_recovery_codes',
    'staff_sessions',
    'staff_tokens',
  ],
  'only refers to events': ['webhook_deliveries'],
  'sums of a game': [
    'statistics',
    'statistics_names',
    'statistics_progress',
    'statistics_totals',
    'traffic',
  ],
  'belongs to all members, who are listed in group_connections': ['groups', 'group_words'],
  'named by hashes alone, and deleted when the player is erased': [
    'failed_sign_ins',
    'mail_recipients',
  ],
}

/** Columns about a player that the export omits, by the reason. */
const NOT_EXPORTED: Record<string, string[]> = {
  'the hash of a secret or of a request': [
    'users.password_hash',
    'users.device_hash',
    'sessions.token_hash',
    'password_resets.token_hash',
    'email_verifications.token_hash',
    'known_addresses.address_hash',
    'answered_requests.request_hash',
    'answered_requests.fingerprint',
  ],
  'what staff did, which is about them': [
    'audit_log.id',
    'audit_log.at',
    'audit_log.actor_kind',
    'audit_log.actor_id',
    'audit_log.actor_name',
    'audit_log.address',
    'audit_log.request_id',
    'audit_log.game_id',
    'audit_log.action',
    'audit_log.target',
    'audit_log.target_id',
    'audit_log.old_values',
    'audit_log.new_values',
  ],
  'in the export that staff make, who decide what of it they hand out': [
    'staff_notes.id',
    'staff_notes.author_id',
    'staff_notes.author_name',
    'staff_notes.text',
    'staff_notes.created_at',
  ],
  "the player's own id, which the account shows": [
    'announcements.user_id',
    'answered_requests.user_id',
    'blocks.blocker_id',
    'chat_participants.user_id',
    'credit_ledger.user_id',
    'game_rounds.game_user_id',
    'email_verifications.user_id',
    'events.audience_id',
    'known_addresses.user_id',
    'group_attributes.creator_id',
    'group_removals.user_id',
    'inboxes.user_id',
    'leaderboard_bests.user_id',
    'leaderboard_entries.user_id',
    'leaderboard_usage.user_id',
    'message_reads.user_id',
    'messages.user_id',
    'player_days.user_id',
    'multiplayer_game_rounds.master_id',
    'notifications.user_id',
    'password_resets.user_id',
    'presence.user_id',
    'purchases.user_id',
    'reports.reporter_id',
    'sanctions.user_id',
    'sessions.user_id',
    'staff_notes.user_id',
    'user_activity.user_id',
    'user_attributes.user_id',
  ],
  "the player's game, which the account shows": [
    'announcements.game_id',
    'chats.game_id',
    'events.game_id',
    'leaderboard_bests.game_id',
    'leaderboard_entries.game_id',
    'notifications.game_id',
    'multiplayer_game_rounds.game_id',
    'reports.game_id',
    'sanctions.game_id',
  ],
  'follows from columns that are exported': [
    'users.username_key',
    'users.username_skeleton',
    'users.email_key',
    'email_verifications.email_key',
    'answered_requests.answer_id',
    'chat_participants.chat_id',
    'chat_participants.is_starter',
    'chats.is_abandoned',
    'friends.friendship_id',
    'friends.user_id',
    'friends.friend_id',
    'friendships.low_user_id',
    'friendships.high_user_id',
    'game_rounds.started_at',
    'leaderboard_bests.ascending_key',
    'leaderboard_bests.descending_key',
    'leaderboard_bests.entries',
    'leaderboard_bests.entry_bytes',
    'notifications.about_group_id',
    'notifications.subject_id',
    'presence.is_reported_online',
    'presence.next_report_at',
    'presence.others_until',
  ],
  'says that it was for the player': ['events.audience'],
  'keeps lists in order': [
    'events.transaction_id',
    'chats.last_message_id',
    'chat_participants.last_message_id',
  ],
  "the ids of a chat's other participants": ['chats.participants_key'],
  'empty in a chat between players': ['chats.group_id'],
  'empty where it is for one player': ['announcements.group_id', 'notifications.group_id'],
  'about another player, or the decision of staff about them': [
    'reports.user_id',
    'reports.snapshot',
    'reports.resolution',
  ],
  'who of the staff decided': ['reports.closed_by', 'sanctions.created_by', 'sanctions.ended_by'],
  'the process that wrote it': ['presence.writer'],
  'says that a score or balance, which is shown, is among the highest': [
    'top_players.user_id',
    'top_players.game_id',
    'top_players.kind',
  ],
  'a setting of the group': ['group_attributes.others_can_edit'],
}

/** Columns that stay as they are in rows that outlive an erased player, by the reason. */
const KEPT: Record<string, string[]> = {
  'who of the staff did what, without the values': [
    'audit_log.id',
    'audit_log.at',
    'audit_log.actor_kind',
    'audit_log.actor_id',
    'audit_log.actor_name',
    'audit_log.address',
    'audit_log.request_id',
    'audit_log.game_id',
    'audit_log.action',
    'audit_log.target',
    'audit_log.target_id',
  ],
  'empty in the entry about a new note': ['audit_log.old_values'],
  "the other participants' chat, in which only the text is personal": [
    'chats.id',
    'chats.game_id',
    'chats.group_id',
    'chats.last_message_id',
    'chats.is_abandoned',
    'chats.created_at',
    'messages.id',
    'messages.chat_id',
    'messages.created_at',
    'messages.hidden_at',
  ],
  "the other players' round": [
    'multiplayer_game_rounds.id',
    'multiplayer_game_rounds.game_id',
    'multiplayer_game_rounds.created_at',
  ],
  'shared by the group': [
    'group_attributes.id',
    'group_attributes.group_id',
    'group_attributes.key',
    'group_attributes.value',
    'group_attributes.others_can_edit',
    'group_attributes.created_at',
  ],
  'about the player who was invited': [
    'group_connections.id',
    'group_connections.group_id',
    'group_connections.user_id',
    'group_connections.kind',
    'group_connections.status',
    'group_connections.is_admin',
    'group_connections.joined_at',
    'group_connections.created_at',
  ],
}

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

    test(`every column about a player is exported and erased, or listed above with a reason [${engine}]`, () => {
      expect(gaps.filter((gap) => !isPlanted(gap))).toEqual([])
    })

    test(`a column added to users, to a table that refers to users or in a new table is reported [${engine}]`, () => {
      expect(gaps.filter(isPlanted)).toEqual(PLANTED_GAPS)
    })
  })
}
