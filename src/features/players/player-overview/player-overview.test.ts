import { expect } from 'vitest'
import { countStatements } from '../../../../test/support/statement-counts.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'

const signIn = (world: World, player: Player) =>
  world.visitor.post('/sessions', {
    game_id: world.game.id,
    email: player.email,
    password: 'password',
  })

async function befriend(one: Player, other: Player): Promise<void> {
  const { body } = await one.post('/friendships', { username: other.username })
  await other.put(`/friendships/${body.friendship_id}`, { status: 'accepted' })
}

/** A player with one of everything that a client loads. */
async function createOneOfEach(world: World) {
  const [player, friend, fan] = [
    await world.player({ credits: 9 }),
    await world.player(),
    await world.player(),
  ]
  const item = await world.item({ cost: 4 })
  await player.post(player.at('purchase_game_user_store_item'), { store_item_id: item.id })
  await player.post(player.at('add_game_user_attribute'), { key: 'class', value: 'mage' })
  await befriend(player, friend)
  await fan.post('/friendships', { username: player.username })
  await player.post('/friendships', { username: (await world.player()).username })
  const own = await player.post('/groups', { name: 'Own' })
  const inviting = await friend.post('/groups', { name: 'Inviting' })
  const asked = await fan.post('/groups', { name: 'Asked' })
  await friend.post('/group_connections', { group_id: inviting.body.id, user_id: player.id })
  await player.post('/group_connections', { group_id: asked.body.id, user_id: player.id })
  const round = await player.post('/game_rounds', {
    game_user_id: player.id,
    game_type: 'duel',
    multiplayer: true,
    score: 5,
  })
  await friend.post('/game_rounds', {
    game_user_id: friend.id,
    game_type: 'duel',
    multiplayer_game_round_id: round.body.multiplayer_game_round_id,
    score: 7,
  })
  await fan.post('/game_rounds', {
    game_user_id: fan.id,
    game_type: 'duel',
    multiplayer_game_round_id: round.body.multiplayer_game_round_id,
  })
  await player.post('/game_rounds', { game_user_id: player.id, game_type: 'solo' })
  await friend.post('/chats', { usernames: [player.username], text: 'hello' })
  await player.post('/chats', { group_id: own.body.id, text: 'group' })
  return { player, friend, fan, item, own: own.body, inviting: inviting.body, asked: asked.body }
}

onEachEngine('a sign-in answers everything that a client shows of its player', async (world) => {
  const { player, friend, fan, item, own, inviting, asked } = await createOneOfEach(world)
  const { status, body } = await signIn(world, player)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: player.id,
    credits: 5,
    number_of_logins: 1,
    is_new_user: false,
    authentication_token: expect.any(String),
    friends: [{ id: friend.id }],
    incoming_friend_requests: [
      { id: fan.id, friendship_id: expect.any(Number), requested_at: expect.any(String) },
    ],
    outgoing_friend_requests: [{ friendship_id: expect.any(Number) }],
    groups: [{ id: own.id, name: 'Own', member_count: 1 }],
    group_invites: [
      { user: { id: player.id }, inviter: { id: friend.id }, group: { id: inviting.id } },
    ],
    group_join_requests: [{ user: { id: player.id }, group: { id: asked.id } }],
    game_rounds: [
      { game_type: 'solo' },
      {
        game_type: 'duel',
        score: 5,
        place: 2,
        multiplayer_game_round_id: expect.any(Number),
        rankings: [
          { place: 1, score: 7, user: { id: friend.id } },
          { place: 2, score: 5, user: { id: player.id } },
          { user: { id: fan.id } },
        ],
      },
    ],
    direct_chats: [
      { participants: expect.any(Array), messages: [{ text: 'hello', user_id: friend.id }] },
    ],
    group_chats: [{ creator_id: own.id, creator_type: 'Group', messages: [{ text: 'group' }] }],
    game_user_attributes: [{ key: 'class', value: 'mage' }],
    game_user_store_items: [{ id: item.id }],
  })
  expect(body.game_rounds[0]).not.toHaveProperty('rankings')
  const { body: own_profile } = await player.get(`/users/${player.id}`)
  expect(Object.keys(own_profile).sort()).toEqual(Object.keys(body).sort())
  expect(own_profile.authentication_token).toBe(player.token)
})

onEachEngine(
  'other players see friends, groups, rounds, attributes and items, but nothing private',
  async (world) => {
    const { player, friend } = await createOneOfEach(world)
    const { body } = await friend.get(`/users/${player.id}`)
    expect(body).toMatchObject({
      id: player.id,
      friends: [{ id: friend.id }],
      groups: [{ name: 'Own' }],
      game_rounds: [{}, { rankings: [{}, {}, {}] }],
      game_user_attributes: [{}],
      game_user_store_items: [{}],
    })
    for (const secret of [
      'authentication_token',
      'direct_chats',
      'group_chats',
      'incoming_friend_requests',
      'outgoing_friend_requests',
      'group_invites',
      'group_join_requests',
      'events_total',
    ]) {
      expect(body).not.toHaveProperty(secret)
    }
    const short = await player.get(`/users/${player.id}?with_full_data=false`)
    expect(short.body).not.toHaveProperty('friends')
  },
)

onEachEngine(
  'a sign-in with 100 friends, 20 groups, 100 rounds and 50 chats runs as many statements as one with few of each',
  async (world) => {
    const rich = await world.player()
    const others = await world.players(100)
    await Promise.all(others.map((other) => befriend(rich, other)))
    const groups = await Promise.all(
      Array.from({ length: 20 }, (_, index) => rich.post('/groups', { name: `g${index}` })),
    )
    for (const { body } of groups.slice(0, 5))
      await rich.post('/chats', { group_id: body.id, text: 'hi' })
    // One after the other: a hundred at once may wait for each other for longer than the server allows.
    for (let index = 0; index < 100; index++) {
      const round = { game_type: 'x', multiplayer: index % 2 === 0, score: index }
      await rich.post('/game_rounds', { game_user_id: rich.id, ...round })
    }
    await Promise.all(
      others
        .slice(0, 50)
        .map((other) => other.post('/chats', { usernames: [rich.username], text: 'hi' })),
    )
    const poor = await world.player()
    const one = await world.player()
    await befriend(poor, one)
    await poor.post('/groups', { name: 'one' })
    await poor.post('/game_rounds', { game_user_id: poor.id, game_type: 'x', multiplayer: true })
    await one.post('/chats', { usernames: [poor.username], text: 'hi' })
    await world.server.context.mail.idle()

    const costOf = (player: Player) => countStatements(world, () => signIn(world, player))
    expect(await costOf(rich)).toBe(await costOf(poor))

    const { body } = await signIn(world, rich)
    expect([
      body.friends.length,
      body.groups.length,
      body.game_rounds.length,
      body.direct_chats.length,
      body.group_chats.length,
    ]).toEqual([100, 20, 100, 25, 5])
  },
)
