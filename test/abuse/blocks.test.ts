import { expect, test } from 'vitest'
import { statement } from '../../src/storage/statement.ts'
import {
  onEachEngine,
  openWorld,
  type Player,
  type Reply,
  sendUntilServed,
} from '../support/world.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const block = (by: Player, blocked: Player) => by.post('/blocks', { user_id: blocked.id })

async function createGroup(admin: Player): Promise<number> {
  return (await admin.post('/groups', { name: 'Guild' })).body.id
}

const invite = (admin: Player, group_id: number, user: Player) =>
  admin.post('/group_connections', { group_id, user_id: user.id })

async function invitesOf(player: Player): Promise<number[]> {
  const { body } = await player.get(`/users/${player.id}`)
  return body.group_invites.map(({ inviter_id }: { inviter_id: number }) => inviter_id)
}

onEachEngine(
  'a block withdraws the pending invites between the two, in both directions',
  async (world) => {
    const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
    const [groups_of_ana, group_of_bob] = [await createGroup(ana), await createGroup(bob)]
    const received = await invite(bob, group_of_bob, ana)
    const sent = await invite(ana, groups_of_ana, bob)
    await invite(cleo, await createGroup(cleo), ana)

    expect((await block(ana, bob)).status).toBe(200)

    expect([await invitesOf(ana), await invitesOf(bob)]).toEqual([[cleo.id], []])
    const status = 'accepted'
    expect((await ana.put(`/group_connections/${received.body.id}`, { status })).status).toBe(422)
    expect((await bob.put(`/group_connections/${sent.body.id}`, { status })).status).toBe(422)
    expect((await bob.get(`/groups/${group_of_bob}`)).body.invites).toEqual([])
  },
)

onEachEngine(
  'an invite by a blocked player is answered as if the user did not exist; the one who blocked is asked to unblock',
  async (world) => {
    const [ana, bob] = [await world.player(), await world.player()]
    const [group_of_ana, group_of_bob] = [await createGroup(ana), await createGroup(bob)]
    await block(ana, bob)
    const unknown = await bob.post('/group_connections', {
      group_id: group_of_bob,
      user_id: 999_999_999,
    })
    const refused = await invite(bob, group_of_bob, ana)
    expect([refused.status, refused.text]).toEqual([unknown.status, unknown.text])
    expect(refusal(await invite(ana, group_of_ana, bob))).toEqual([422, 'user_blocked'])
    expect([await invitesOf(ana), await invitesOf(bob)]).toEqual([[], []])
  },
)

onEachEngine(
  'of a hundred invites and requests during a block, none is left after it',
  async (world) => {
    const ana = await world.player()
    const others = await world.players(10)
    const groups = await Promise.all(
      others.map((other) => Promise.all(Array.from({ length: 9 }, () => createGroup(other)))),
    )
    const replies = await Promise.all(
      others.flatMap((other, index) => {
        const invites = (groups[index] ?? []).map((group_id) => () => invite(other, group_id, ana))
        return [
          () => block(ana, other),
          () => other.post('/friendships', { username: ana.username }),
          ...invites,
        ].map(sendUntilServed)
      }),
    )
    expect(replies.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
    expect(await invitesOf(ana)).toEqual([])
    expect((await ana.get('/friendships')).body.incoming_friend_requests).toEqual([])
  },
)

const countDeadlocks = statement<Record<string, never>, { count: number }>(`
  select deadlocks as count from pg_stat_database where datname = current_database()`)

// With a database of its own, whose deadlocks can only be those of this test.
test('players who block, invite, chat with and play against each other at the same time do not deadlock [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const players = await world.players(6)
  const rounds = await Promise.all(
    players.map((player) =>
      player.post('/game_rounds', { game_user_id: player.id, game_type: 'x', multiplayer: true }),
    ),
  )
  const groups = await Promise.all(players.map(createGroup))
  const pairs = players.flatMap((one, index) =>
    players.filter((other) => other !== one).map((other) => ({ one, other, index })),
  )
  const replies = await Promise.all(
    pairs.flatMap(({ one, other, index }) => [
      one.post('/game_rounds', {
        game_user_id: other.id,
        game_type: 'x',
        multiplayer_game_round_id: rounds[index]?.body.multiplayer_game_round_id,
      }),
      invite(one, groups[index] ?? 0, other),
      one.post('/chats', { usernames: [other.username], text: 'hello' }),
      one.post('/friendships', { username: other.username }),
      block(one, other),
      one.delete(`/blocks/${other.id}`),
    ]),
  )
  expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  expect(await world.context.db.first(countDeadlocks, {})).toEqual({ count: 0 })
  await close()
})
