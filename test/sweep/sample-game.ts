import type { Player, World } from '../support/world.ts'

/** A game with something of everything, and all its ids, which a player without rights could try. */
export interface SampleGame {
  owner: Player
  friend: Player
  /** Part of every name and text of the game, so that an answer that shows one is recognised. */
  marker: string
  /** The key of an attribute, the name of a leaderboard and the like, so that requests with this text find something. */
  word: string
  ids: number[]
}

async function succeed(
  reply: Promise<{ status: number; text: string; body: { id?: number; friendship_id?: number } }>,
) {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return body
}

export async function createSampleGame(world: World): Promise<SampleGame> {
  const marker = `Marked${world.game.id}Secret`
  const name = (word: string) => `${marker}-${word}`
  const word = 'accepted'
  const owner = await world.player({ username: name('owner'), credits: 1000 })
  const friend = await world.player({ username: name('friend') })
  const third = await world.player({ username: name('third') })
  const item = await world.item({ name: name('item'), cost: 5 })
  await succeed(owner.post(owner.at('purchase_game_user_store_item'), { store_item_id: item.id }))
  await succeed(
    owner.post(owner.at('add_game_user_attribute'), { key: name('key'), value: name('value') }),
  )
  await succeed(
    owner.post(owner.at('add_game_user_attribute'), { key: word, value: name('value') }),
  )
  await succeed(
    owner.post(owner.at('add_leaderboard_entry'), { leaderboard_name: name('board'), score: 7 }),
  )
  await succeed(owner.post(owner.at('add_leaderboard_entry'), { leaderboard_name: word, score: 7 }))
  const group = await succeed(owner.post('/groups', { name: name('group'), can_auto_join: false }))
  const request = await succeed(
    friend.post('/group_connections', { group_id: group.id, user_id: friend.id }),
  )
  await succeed(
    owner.post(`/groups/${group.id}/add_attribute`, {
      attributes: [
        { key: name('key'), value: name('value') },
        { key: word, value: name('value') },
      ],
    }),
  )
  const friend_request = await succeed(friend.post('/friendships', { username: owner.username }))
  const round = await succeed(
    owner.post('/game_rounds', {
      game_user_id: owner.id,
      game_type: name('type'),
      score: 3,
      multiplayer: true,
    }),
  )
  const lobby = await succeed(
    owner.post('/multiplayer_game_rounds', {
      game_type: name('type'),
      who_may_join: 'code',
      invited_user_ids: [friend.id],
      closes_at: '2999-01-01T00:00:00Z',
    }),
  )
  const chat = await succeed(
    owner.post('/chats', { usernames: [friend.username], text: name('text') }),
  )
  const message = await succeed(owner.post('/messages', { chat_id: chat.id, text: name('text') }))
  await succeed(owner.post('/blocks', { username: third.username }))
  const ids = [
    owner.id,
    friend.id,
    third.id,
    item.id,
    group.id,
    request.id,
    friend_request.friendship_id,
    round.id,
    lobby.id,
    chat.id,
    message.id,
    world.game.id,
  ]
  return { owner, friend, marker, word, ids: [...new Set(ids.filter((id) => id !== undefined))] }
}
