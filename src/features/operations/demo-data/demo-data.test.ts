import { expect, test } from 'vitest'
import { DAY_MS } from '../../../durations.ts'
import { codeOf, playkeep } from '../../../../test/support/servers.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { emptyDatabase, onEachEngine, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { verifyLedger } from '../../economy/credits/rules.ts'
import { refuseBadUsername } from '../../players/usernames/rules.ts'

const PASSWORD = 'playkeep-demo'

const fill = (world: World) => world.system.post(`//admin/api/games/${world.game.id}/demo_data`)

const count = async (world: World, sql: string) => {
  const counted = statement<{ game_id: number }, { count: number }>(sql)
  return Number((await world.context.db.first(counted, { game_id: world.game.id }))?.count)
}

const OF_GAME = '(select id from users where game_id = :game_id)'

/** Each counts rows that contradict others. */
const CONTRADICTIONS = [
  `select count(*) as count from groups where game_id = :game_id and member_count <> (
     select count(*) from group_connections
      where group_id = groups.id and status = 'accepted')`,
  `select count(*) as count from groups where game_id = :game_id and attribute_count <> (
     select count(*) from group_attributes where group_id = groups.id)`,
  `select count(*) as count from groups
    where game_id = :game_id and member_count > max_group_size`,
  `select count(*) as count from leaderboard_bests as best where game_id = :game_id and (
     descending_key <> (select min(-score) from leaderboard_entries as entry
       where entry.user_id = best.user_id and entry.leaderboard_name = best.leaderboard_name)
     or entries <> (select count(*) from leaderboard_entries as entry
       where entry.user_id = best.user_id and entry.leaderboard_name = best.leaderboard_name)
     or -descending_key <> (select score from leaderboard_entries where id = descending_entry_id))`,
  `select count(*) as count from chats where game_id = :game_id and last_message_id <> (
     select max(id) from messages where chat_id = chats.id)`,
  `select count(*) as count from friendships
    where sender_id in ${OF_GAME} and (case status when 'accepted' then 2 else 0 end) <> (
     select count(*) from friends where friendship_id = friendships.id)`,
  `select count(*) as count from blocks join friendships
      on low_user_id in (blocker_id, blocked_id) and high_user_id in (blocker_id, blocked_id)
    where blocker_id in ${OF_GAME}`,
  `select count(*) as count from game_rounds join users on users.id = game_user_id
    where game_id = :game_id and started_at < users.created_at`,
  `select count(*) as count from messages
    join chats on chats.id = chat_id
    left join group_connections as member
      on member.group_id = chats.group_id and member.user_id = messages.user_id
    where chats.game_id = :game_id and chats.group_id is not null
      and (member.joined_at is null or member.joined_at > messages.created_at)`,
]

const listNames = statement<{ game_id: number }, { username: string; email: string | null }>(
  `select username, email from users where game_id = :game_id`,
)

onEachEngine(
  'a game without players is filled with a month that contradicts itself nowhere, and no other game changes',
  async (world) => {
    const other = await world.otherGame()
    const bystander = await other.player({ credits: 7 })
    const filled = await fill(world)
    expect(filled.status).toBe(201)
    expect(filled.body).toMatchObject({ players: 500, groups: 16, players_password: PASSWORD })

    for (const sql of CONTRADICTIONS) expect([sql, await count(world, sql)]).toEqual([sql, 0])
    const { wrong } = await verifyLedger(world.context)
    expect(wrong.filter(({ game_id }) => game_id === world.game.id)).toEqual([])
    const rounds = `from game_rounds where game_user_id in ${OF_GAME}`
    expect(await count(world, `select count(*) as count ${rounds}`)).toBe(filled.body.game_rounds)
    const first = world.context.now() - 30 * DAY_MS
    expect(await count(world, `select count(*) as count ${rounds} and started_at < ${first}`)).toBe(
      0,
    )
    expect(
      await count(world, `select count(distinct started_at / ${DAY_MS}) as count ${rounds}`),
    ).toBeGreaterThan(28)
    for (const { username, email } of await world.context.db.all(listNames, {
      game_id: world.game.id,
    }))
      if (email !== null) refuseBadUsername(username)

    const player = { game_id: world.game.id, game_token: world.game.token }
    const signed_in = await world.visitor.post('/sessions', {
      ...player,
      email: filled.body.username,
      password: PASSWORD,
    })
    expect(signed_in.status).toBe(200)

    expect(await count(other, 'select count(*) as count from users where game_id = :game_id')).toBe(
      1,
    )
    expect(await bystander.profile()).toMatchObject({ credits: 7 })
  },
)

onEachEngine(
  'demo data is refused for a game with players, also a second time, and for staff who may not',
  async (world) => {
    const viewer = await joinStaff(world, { role: 'support' })
    const path = `/games/${world.game.id}/demo_data`
    expect((await viewer.browser.post(path)).headers.get('x-error-code')).toBe('role_too_low')

    const admin = await joinStaff(world, { role: 'admin' })
    const both = await Promise.all([admin.browser.post(path), admin.browser.post(path)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 422]))
    const audit = await admin.browser.get(`/games/${world.game.id}/audit_log`)
    expect(audit.body.entries).toMatchObject([
      { action: 'admin.demoData.fill', new_values: { players: 500 } },
    ])

    const other = await world.otherGame()
    const player = await other.player()
    const refused = await fill(other)
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([422, 'game_has_players'])
    expect(refused.text).toContain(`Game ${other.game.id} has 1 player, `)
    expect((await player.get(`/users/${player.id}`)).status).toBe(200)
  },
)

test('playkeep seed-demo creates a game with data, and the checks find nothing wrong [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const run = async (...args: string[]) => {
    const program = playkeep(args, { DATABASE_URL, LOG_LEVEL: 'warn' })
    return { code: await codeOf(program), stdout: program.stdout, stderr: program.stderr }
  }
  await run('migrate')
  const seeded = await run('seed-demo', '--name', 'Look around')
  expect([seeded.code, seeded.stdout]).toEqual([
    0,
    expect.stringMatching(/game_token [^]*500 players[^]*playkeep-demo/),
  ])
  expect(await run('seed-demo', '--game', '1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Game 1 has 500 players'),
  })
  expect((await run('verify')).stdout).toContain('500 users checked, 0 differ')
  expect((await run('doctor')).stdout).toContain('Problems: 0')
  await remove()
})
