import { expect } from 'vitest'
import { limits } from '../../src/limits.ts'
import { answerConnection, createGroup, invite, refusal, requestToJoin } from '../support/groups.ts'
import { entryAt } from '../support/rounds.ts'
import { onEachEngine, type Player, type World } from '../support/world.ts'

const MAX = limits.groups_of_player.value

/** The player founds groups until `left` more are allowed. */
async function fillUp({ context, game }: World, player: Player, left: number): Promise<void> {
  await context.db.rawTransaction(async (run) => {
    await run(`insert into groups (game_id, name, group_type, max_group_size, can_auto_join, is_invite_only,
        searchable, admins_only_can_create_attributes, member_count, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MAX - left})
      select ${game.id}, 'g' || n, 'default', 9, 0, 0, 1, 0, 1, 0 from numbers`)
    await run(`insert into group_connections (group_id, user_id, inviter_id, kind, status, is_admin, joined_at, created_at)
      select id, ${player.id}, ${player.id}, 'founder', 'accepted', 1, 0, 0 from groups
       where game_id = ${game.id} and name like 'g%'`)
  })
}

onEachEngine(
  'a player is a member of a limited number of groups, also when many are created at once',
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const open = await createGroup(other, { name: 'open', can_auto_join: true })
    const closed = await createGroup(other, { name: 'closed' })
    const asked = await player.post('/group_connections', {
      group_id: closed.id,
      user_id: player.id,
    })
    await fillUp(world, player, 3)
    const created = await Promise.all(
      Array.from({ length: 12 }, (_, n) => player.post('/groups', { name: `new ${n}` })),
    )
    expect(created.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      ...Array(3).fill(201),
      ...Array(9).fill(422),
    ])
    const joining = { group_id: open.id, user_id: player.id }
    expect(refusal(await player.post('/group_connections', joining))).toEqual([
      422,
      'too_many_groups',
    ])
    const accepted = { status: 'accepted' }
    const accepting = () => other.put(`/group_connections/${asked.body.id}`, accepted)
    expect(refusal(await accepting())).toEqual([422, 'too_many_groups'])
    const own = created.find(({ status }) => status === 201)
    await player.delete(`/groups/${own?.body.id}`)
    expect((await accepting()).status).toBe(200)
  },
)

onEachEngine(
  "a group's pending invites and join requests have pages, and a single read shows the first hundred",
  async (world) => {
    const [admin, member] = [await world.player(), await world.player()]
    const group = await createGroup(admin, { name: 'wanted' })
    const COUNT = 250
    await world.context.db.rawTransaction(async (run) => {
      await run(`insert into users (game_id, username, username_key, last_login, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${COUNT})
        select ${world.game.id}, 'w' || n, 'w' || n, 0, 0 from numbers`)
      for (const [kind, inviter] of [
        ['join_request', 'id'],
        ['invite', admin.id],
      ]) {
        const is_invited = kind === 'invite' ? '>' : '<='
        await run(`insert into group_connections (group_id, user_id, inviter_id, kind, status, created_at)
          select ${group.id}, id, ${inviter}, '${kind}', 'pending', 0 from users
           where game_id = ${world.game.id} and username like 'w%'
             and id ${is_invited} (select min(id) + ${COUNT / 2 - 1} from users
                                    where game_id = ${world.game.id} and username like 'w%')
           order by id`)
      }
    })
    const usernames = (list: { user: { username: string } }[]) =>
      list.map(({ user }) => user.username)
    const expected = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => `w${from + n}`)
    const single = (await admin.get(`/groups/${group.id}`)).body
    expect(usernames(single.join_requests)).toEqual(expected(1, 100))
    expect(usernames(single.invites)).toEqual(expected(126, 225))
    for (const [kind, from, to] of [
      ['join_requests', 101, 125],
      ['invites', 226, 250],
    ] as const) {
      const path = `/groups/${group.id}/${kind}`
      const { body } = await admin.get(`${path}?page=2`)
      expect(Object.keys(body)).toEqual([kind])
      expect(usernames(body[kind])).toEqual(expected(from, to))
      expect((await admin.get(path)).body[kind][0]).toEqual(single[kind][0])
      expect((await admin.get(`${path}?per_page=7`)).body[kind]).toHaveLength(7)
      expect(refusal(await member.get(path))).toEqual([422, 'not_group_admin'])
      expect((await admin.get(`${path}?page=0`)).status).toBe(422)
    }
  },
)

onEachEngine("a player's own pending invites have pages, newest first", async (world) => {
  const [admin, player] = [await world.player(), await world.player()]
  for (const name of ['one', 'two', 'three']) {
    const group = await createGroup(admin, { name })
    await admin.post('/group_connections', { group_id: group.id, user_id: player.id })
  }
  const asked = await createGroup(admin, { name: 'asked' })
  await player.post('/group_connections', { group_id: asked.id, user_id: player.id })
  const names = async (query: string) =>
    (await player.get(`/user/group_invites${query}`)).body.invites.map(
      ({ group }: { group: { name: string } }) => group.name,
    )
  expect(await names('')).toEqual(['three', 'two', 'one'])
  expect(await names('?per_page=2&page=2')).toEqual(['one'])
  const [newest] = (await player.get('/user/group_invites')).body.invites
  expect([newest.user.id, newest.inviter.id, newest.status]).toEqual([
    player.id,
    admin.id,
    'pending',
  ])
})

/** Adds users who wait to join the group, or are invited to it. */
async function fillWaiting({ context, game }: World, group_id: number, count: number) {
  await context.db.rawTransaction(async (run) => {
    await run(`insert into users (game_id, username, username_key, last_login, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${2 * count})
      select ${game.id}, 'w' || n, 'w' || n, 0, 0 from numbers`)
    await run(`insert into group_connections (group_id, user_id, inviter_id, kind, status, created_at)
      select ${group_id}, id, id, case when id % 2 = 0 then 'invite' else 'join_request' end, 'pending', 0
        from users where game_id = ${game.id} and username like 'w%'`)
  })
}

onEachEngine(
  'a group has a limited number of pending invites and of join requests, also when many come at once',
  async (world) => {
    const [admin, ...players] = (await world.players(9)) as [Player, ...Player[]]
    const group = await createGroup(admin, { name: 'wanted' })
    await fillWaiting(world, group.id, limits.group_pending.value - 2)
    const asking = players.slice(0, 4)
    const asked = await Promise.all(asking.map((player) => requestToJoin(player, group.id)))
    const invited = await Promise.all(
      players.slice(4).map((player) => invite(admin, group.id, player)),
    )
    for (const replies of [asked, invited]) {
      const refused = replies.filter(({ status }) => status !== 200)
      expect(replies.length - refused.length).toBe(2)
      expect(refused.map(refusal)).toEqual(refused.map(() => [422, 'too_many_pending']))
    }
    const waiting = asked.findIndex(({ status }) => status === 200)
    const refused = asked.findIndex(({ status }) => status !== 200)
    const answered = await answerConnection(admin, entryAt(asked, waiting), 'declined')
    expect(answered.status).toBe(200)
    expect((await requestToJoin(entryAt(asking, refused), group.id)).status).toBe(200)
    expect(refusal(await requestToJoin(entryAt(asking, waiting), group.id))).toEqual([
      422,
      'too_many_pending',
    ])
    await admin.put(`/groups/${group.id}`, { can_auto_join: true })
    expect((await requestToJoin(entryAt(asking, waiting), group.id)).status).toBe(200)
  },
)

onEachEngine(
  'a player has a limited number of pending join requests, also when many are sent at once',
  async (world) => {
    const { context, game } = world
    const [admin, player] = (await world.players(2)) as [Player, Player]
    await fillUp(world, admin, 0)
    await context.db.rawTransaction(async (run) => {
      await run(`insert into group_connections (group_id, user_id, inviter_id, kind, status, created_at)
        select id, ${player.id}, ${player.id}, 'join_request', 'pending', 0 from groups
         where game_id = ${game.id} order by id limit ${limits.join_requests.value - 3}`)
    })
    const founder = await world.player()
    const groups = await Promise.all(Array.from({ length: 10 }, () => createGroup(founder)))
    const replies = await Promise.all(groups.map(({ id }) => requestToJoin(player, id)))
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(7)
    expect(refused.map(refusal)).toEqual(refused.map(() => [422, 'too_many_join_requests']))
    const open = groups[replies.findIndex(({ status }) => status !== 200)]
    expect((await invite(founder, open.id, player)).status).toBe(200)
    const sent = replies.find(({ status }) => status === 200)
    await player.delete(`/group_connections/cancel/${sent?.body.id}`)
    const again = await createGroup(founder)
    expect((await requestToJoin(player, again.id)).status).toBe(200)
  },
)

onEachEngine(
  'groups that a player is invited to are listed in pages with all others',
  async (world) => {
    const [admin, player, stranger] = (await world.players(3)) as [Player, Player, Player]
    const ids: number[] = []
    for (let n = 0; n < 12; n++) {
      const { id } = await createGroup(admin, { searchable: n % 3 === 0 })
      if (n % 3 === 1) await invite(admin, id, player)
      if (n % 3 !== 2) ids.push(id)
      else await requestToJoin(player, id)
    }
    const listed = async (viewer: Player, page: number) =>
      (await viewer.get(`/groups?per_page=3&page=${page}`)).body.groups.map(
        ({ id }: { id: number }) => id,
      )
    for (const page of [1, 2, 3, 4])
      expect(await listed(player, page)).toEqual(ids.slice(3 * (page - 1), 3 * page))
    expect(await listed(stranger, 1)).toEqual(ids.filter((_, n) => n % 2 === 0).slice(0, 3))
  },
)
