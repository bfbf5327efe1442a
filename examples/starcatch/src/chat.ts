import type { Chat } from '@playkeep/client'
import { game, isMe } from './client.ts'
import { currentMatchLink, joinMatch } from './match.ts'
import { attempt, byId, make, makeButton, onClick, onSubmit } from './page.ts'

let group_id: number | undefined
let chat: Chat | undefined

async function findChat(): Promise<Chat | undefined> {
  for await (const one of game.chats.list()) if (one.group_id === group_id) return one
  return undefined
}

function append(user_id: number, username: string, text: string): void {
  const line = make('li', isMe(user_id) ? 'message me' : 'message', make('b', '', username))
  line.append(make('span', '', text))
  const [, match_id] = /[?&]match=(\d+)/.exec(text) ?? []
  if (match_id && !isMe(user_id))
    line.append(makeButton('Join the match', 'buy', () => joinMatch(Number(match_id))))
  const list = byId('messages', HTMLElement)
  list.append(line)
  list.scrollTop = list.scrollHeight
}

export async function loadChat(of_group: number | undefined): Promise<void> {
  group_id = of_group
  chat = group_id ? await findChat() : undefined
  byId('messages', HTMLElement).replaceChildren()
  const names = new Map(chat?.participants.map(({ id, username }) => [id, username]))
  for (const { user_id, text } of chat?.messages.toReversed() ?? [])
    append(user_id, names.get(user_id) ?? 'Someone', text)
}

/** The first message creates the chat of a group. */
async function write(text: string): Promise<void> {
  if (group_id) await game.chats.write({ group_id, text })
}

export function startChat(): void {
  onSubmit('write', (fields) => write(fields['text'] ?? ''))
  onClick(byId('tell-guild', HTMLElement), () => write(`Play with me: ${currentMatchLink()}`))
  // Our own messages come this way, too.
  game.events.on('message.posted', ({ data }) => {
    if (data.chat_id === chat?.id) append(data.user.id, data.user.username, data.text)
    else void attempt(() => loadChat(group_id))
  })
}
