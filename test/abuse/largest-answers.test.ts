import { expect, test } from 'vitest'
import { series } from '../../bench/seed.ts'
import { limits } from '../../src/limits.ts'
import { openDatabase } from '../../src/storage/open.ts'
import {
  Client,
  emptyDatabase,
  ENGINES,
  onEachEngine,
  SYSTEM_KEY,
  unique,
} from '../support/world.ts'
import { serveWatched } from '../support/watched-server.ts'

const MEMBERS = limits.group_members.value
const GROUPS = limits.page_entries.value
/** Of each group in a list. Together they are many times what a list shows. */
const MEMBERS_OF_EACH = 500
const ROUNDS = limits.page_entries.value
/** As many values as fit, because these take the longest to read and to write. */
const METADATA = `{"a":[${'1,'.repeat(32_000)}1]}`
/** Of an answer. A hundred rounds with the most metadata have six and a half million characters. */
const MAX_LENGTH = 8_000_000
const [SYSTEM_NAME = '', SYSTEM_TOKEN = ''] = SYSTEM_KEY.split(':')

type Run = (sql: string) => Promise<unknown>

/** The most that players may store: `first` is the id of the one who reads, and is an admin of every group. */
async function fill(run: Run, game_id: number, first: number): Promise<void> {
  await run(`
    insert into users (game_id, username, username_key, username_skeleton, email, email_key, password_hash, credits, score,
                       last_login, number_of_logins, created_at)
    select ${game_id}, 'member-' || n, 'member-' || n, 'member-' || n, 'member-' || n || '@example.com',
           'member-' || n || '@example.com', '', 0, 0, 0, 0, 0
      from ${series('u', 1, MEMBERS - 1)}`)
  await run(`
    insert into groups (game_id, name, group_type, max_group_size, can_auto_join, is_invite_only,
                        searchable, admins_only_can_create_attributes, member_count, created_at)
    select ${game_id}, 'group ' || n, 'default', ${MEMBERS}, 1, 0, 1, 0,
           case n when 1 then ${MEMBERS} else ${MEMBERS_OF_EACH} end, 0
      from ${series('g', 1, GROUPS)}`)
  // The players who were created after the reader have the next ids.
  const addMembers = (groups: string, members: number) =>
    run(`
      insert into group_connections (group_id, user_id, inviter_id, kind, status, is_admin, joined_at, created_at)
      select groups.id, users.id, users.id, 'join_request', 'accepted', 1, users.id, 0
        from groups cross join (select id from users where game_id = ${game_id} and id >= ${first}
                                 order by id limit ${members}) as users
       where groups.game_id = ${game_id} and ${groups}`)
  await addMembers("name = 'group 1'", MEMBERS)
  await addMembers("name <> 'group 1'", MEMBERS_OF_EACH)
  await run(`
    insert into group_connections (group_id, user_id, inviter_id, kind, status, created_at)
    select groups.id, users.id, users.id, 'join_request', 'pending', 0
      from groups cross join (select id from users where game_id = ${game_id} order by id desc
                               limit ${limits.group_pending_shown.value}) as users
     where groups.game_id = ${game_id} and name <> 'group 1'`)
  await run(`
    insert into group_attributes (group_id, key, value, creator_id, others_can_edit, created_at)
    select groups.id, 'key ' || n, '${'"\\'.repeat(2000)}', ${first}, 0, 0
      from groups cross join ${series('a', 1, 1000)} where name = 'group 1' and game_id = ${game_id}`)
  await run(`
    insert into multiplayer_game_rounds (game_id, master_id, created_at) values (${game_id}, ${first}, 0)`)
  await run(`
    insert into game_rounds (game_user_id, multiplayer_game_round_id, game_type, start_time, started_at, score,
                             metadata, created_at, updated_at)
    select ${first}, multiplayer_game_rounds.id, 'race', '2026-01-01T00:00:00Z', 0, n, '${METADATA}', 0, 0
      from multiplayer_game_rounds cross join ${series('r', 1, ROUNDS)}
     where multiplayer_game_rounds.game_id = ${game_id}`)
  await run(`
    insert into leaderboard_entries (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
    select ${game_id}, ${first}, 'race', n, '${'"\\'.repeat(limits.leaderboard_extra_bytes.value / 2)}', 0
      from ${series('e', 1, 100)}`)
}

for (const engine of ENGINES) {
  test(`the largest answers are bounded, and do not block the event loop [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const server = await serveWatched({
      DATABASE_URL: database.url,
      SYSTEM_KEY,
      TRUST_PROXY: '1',
      RATE_LIMITS: 'player_answered_bytes=0',
    })
    const system = new Client(server.url, {
      'service-key-name': SYSTEM_NAME,
      'service-key-token': SYSTEM_TOKEN,
    })
    const game = (await system.post('/test_suite/create_game')).body
    const createPlayer = async () => {
      const username = unique('reader')
      const fields = { game_id: game.id, username, email: `${username}@example.com` }
      return (await system.post('/test_suite/create_user', fields)).body
    }
    // Each is asked for by somebody of whom nothing is known, so that nothing is made in slices.
    let addresses = 0
    const createReader = async () => {
      const { authentication_token } = await createPlayer()
      return new Client(server.url, {
        'authentication-token': authentication_token,
        'x-forwarded-for': `10.0.0.${++addresses}`,
      })
    }
    const readers = await Promise.all(Array.from({ length: 12 }, createReader))
    const owner = await createPlayer()
    const db = await openDatabase({ url: database.url, pool_size: 2 })
    await db.rawTransaction((run) => fill(run, game.id, owner.id))
    await db.close()

    const own = { 'authentication-token': owner.authentication_token }
    const { groups } = (await system.get('/groups?per_page=2', own)).body
    const [{ id }] = groups
    const { game_rounds } = (await system.get(`/game_rounds?user_id=${owner.id}&per_page=1`, own))
      .body
    const paths = [
      `/groups/${id}`,
      '/groups?with_full_data=true',
      `/game_rounds?user_id=${owner.id}`,
      `/game_rounds/${game_rounds[0].id}`,
      `/users/${owner.id}`,
      `/games/${game.id}/leaderboard_entries?leaderboard_name=race&limit=100`,
    ]
    for (const path of paths) {
      const { status, text } = (await readers.pop()?.get(path)) ?? { status: 0, text: '' }
      expect([path, status, text.length < MAX_LENGTH]).toEqual([path, 200, true])
    }
    // Who owns all this.
    const asOwner = new Client(server.url, { ...own, 'x-forwarded-for': '10.0.1.1' })
    const changed = await asOwner.put(`/groups/${id}`, { group_type: 'other' })
    expect([changed.status, changed.body?.members?.length]).toEqual([200, MEMBERS])
    const { body } = await asOwner.get(`/groups/${id}/attributes`)
    expect(body.attributes).toHaveLength(1000)
    const credentials = { game_id: game.id, email: owner.username, password: 'password' }
    expect((await readers.pop()?.post('/sessions', credentials))?.status).toBe(200)
    const listed = await asOwner.get('/groups?with_full_data=true')
    expect(listed.body.groups).toHaveLength(GROUPS)
    for (const group of listed.body.groups) {
      expect(group.members).toHaveLength(limits.group_members_listed.value)
      expect(group.member_count).toBeGreaterThanOrEqual(MEMBERS_OF_EACH)
    }
    expect(listed.body.groups[1].join_requests).toHaveLength(limits.group_pending_listed.value)
    expect(server.blocks()).toEqual([])
    expect(await server.program.kill('SIGTERM')).toBe(0)
    await database.remove()
  })
}

onEachEngine(
  'a profile shows the latest rounds whose metadata is not too long together',
  async (world) => {
    const [player, other] = await world.players(2)
    if (!player || !other) throw new Error('the players were not created')
    const metadata = { text: 'x'.repeat(60_000) }
    const round = { game_user_id: player.id, game_type: 'race', metadata }
    for (let count = 0; count < 6; count++)
      expect((await player.post('/game_rounds', round)).status).toBe(201)
    for (const reader of [player, other]) {
      expect((await reader.get(player.at(''))).body.game_rounds).toHaveLength(4)
      const { body } = await reader.get(`/game_rounds?user_id=${player.id}`)
      expect(body.game_rounds).toHaveLength(6)
      expect(body.game_rounds[5].metadata).toEqual(metadata)
    }
  },
)
