import { game } from './client.ts'
import { attempt, make, makeButton, onSubmit, showList, toast } from './page.ts'

function makeRow(username: string, ...others: Node[]): HTMLElement {
  const row = make('li', '', make('span', 'grow name', username), ...others)
  row.dataset['name'] = username
  return row
}

/** After a click, the lists are loaded again. */
const action = (text: string, class_name: string, work: () => Promise<unknown>) =>
  makeButton(text, class_name, async () => {
    await work()
    await loadFriends()
  })

export async function loadFriends(): Promise<void> {
  const lists = await game.friends.overview()
  const friends = lists.friends.map((friend) => {
    const dot = make(
      'span',
      friend.online ? 'dot online' : 'dot',
      friend.online ? 'online' : 'away',
    )
    const end = action('Remove', 'quiet', () => game.friends.remove(friend))
    return makeRow(friend.username, dot, end)
  })
  const incoming = lists.incoming_friend_requests.map(({ username, friendship_id }) =>
    makeRow(
      username,
      action('Accept', 'buy', () => game.friends.accept(friendship_id)),
      action('Decline', 'quiet', () => game.friends.decline(friendship_id)),
    ),
  )
  const outgoing = lists.outgoing_friend_requests.map(({ username, friendship_id }) =>
    makeRow(
      username,
      make('small', '', 'asked'),
      action('Cancel', 'quiet', () => game.friends.cancel(friendship_id)),
    ),
  )
  showList('friends', friends, 'No friends yet. Ask someone for their name.')
  showList('requests', [...incoming, ...outgoing])
}

export function startFriends(): void {
  onSubmit('add-friend', async (fields) => {
    const { username } = await game.friends.request(fields['username'] ?? '')
    toast(`${username} has been asked.`)
    await loadFriends()
  })
  const reload = () => void attempt(loadFriends)
  game.events.on('friend.online', reload)
  game.events.on('friend.offline', reload)
  game.events.on('friendship.ended', reload)
  game.events.on('friend_request.withdrawn', reload)
  game.events.on('friend_request.declined', reload)
  game.events.on('friend_request.received', ({ data }) => {
    toast(`${data.user.username} wants to be your friend.`)
    reload()
  })
  game.events.on('friend_request.accepted', ({ data }) => {
    toast(`${data.user.username} is your friend now.`)
    reload()
  })
}
