import { searchWords } from '../names.ts'
import type { DemoChat } from './chats.ts'
import { idAt, type Rows } from './player-rows.ts'
import type { DemoBlock, DemoFriendship, DemoGroup } from './social.ts'

export const groupRows = (groups: DemoGroup[], game_id: number): Rows =>
  groups.map(({ connections, attributes, ...group }) => ({
    game_id,
    ...group,
    searchable: 1,
    admins_only_can_create_attributes: 0,
    member_count: connections.filter(({ status }) => status === 'accepted').length,
    attribute_count: attributes.length,
  }))

export const wordRows = (groups: DemoGroup[], ids: number[], game_id: number): Rows =>
  groups.flatMap(({ name }, group) =>
    searchWords(name).map((word) => ({ group_id: idAt(ids, group), game_id, word })),
  )

export const connectionRows = (groups: DemoGroup[], ids: number[], users: number[]): Rows =>
  groups.flatMap(({ connections }, group) =>
    connections.map(({ user, inviter, kind, status, is_admin, at }) => ({
      group_id: idAt(ids, group),
      user_id: idAt(users, user),
      inviter_id: idAt(users, inviter),
      kind,
      status,
      is_admin,
      joined_at: status === 'accepted' ? at : null,
      created_at: at,
    })),
  )

export const groupAttributeRows = (groups: DemoGroup[], ids: number[], users: number[]): Rows =>
  groups.flatMap(({ attributes, created_at }, group) =>
    attributes.map(({ key, value, creator }) => ({
      group_id: idAt(ids, group),
      key,
      value,
      creator_id: idAt(users, creator),
      others_can_edit: 0,
      created_at,
    })),
  )

export const friendshipRows = (friendships: DemoFriendship[], users: number[]): Rows =>
  friendships.map(({ sender, receiver, status, requested_at }) => ({
    sender_id: idAt(users, sender),
    receiver_id: idAt(users, receiver),
    status,
    requested_at,
  }))

/** Both friends have one. */
export const friendRows = (friendships: DemoFriendship[], ids: number[], users: number[]): Rows =>
  friendships.flatMap(({ sender, receiver, status, since }, place) => {
    if (status === 'pending') return []
    const [one, other] = [idAt(users, sender), idAt(users, receiver)]
    const friendship_id = idAt(ids, place)
    return [
      { friendship_id, user_id: one, friend_id: other, since },
      { friendship_id, user_id: other, friend_id: one, since },
    ]
  })

export const blockRows = (blocks: DemoBlock[], users: number[]): Rows =>
  blocks.map(({ blocker, blocked, at }) => ({
    blocker_id: idAt(users, blocker),
    blocked_id: idAt(users, blocked),
    blocked_at: at,
  }))

interface Ids {
  game_id: number
  users: number[]
  groups: number[]
}

export const chatRows = (chats: DemoChat[], { game_id, users, groups }: Ids): Rows =>
  chats.map(({ group, participants, created_at, messages }) => {
    const group_id = group === null ? null : idAt(groups, group)
    const ids = participants.map((user) => idAt(users, user))
    return {
      game_id,
      creator_id: group_id ?? idAt(users, messages[0]?.author ?? 0),
      group_id,
      participants_key: group_id === null ? ids.toSorted((a, b) => a - b).join(',') : null,
      created_at,
    }
  })

export interface DemoMessage {
  chat: number
  author: number
  text: string
  at: number
  readers: number[]
}

/** Of all chats, in the order of time. */
export const messagesInOrder = (chats: DemoChat[]): DemoMessage[] =>
  chats
    .flatMap(({ messages, participants }, chat) =>
      messages.map(({ is_read, ...message }) => ({
        ...message,
        chat,
        readers: is_read ? participants.filter((user) => user !== message.author) : [],
      })),
    )
    .toSorted((one, other) => one.at - other.at)

export const messageRows = (messages: DemoMessage[], chats: number[], users: number[]): Rows =>
  messages.map(({ chat, author, text, at }) => ({
    chat_id: idAt(chats, chat),
    user_id: idAt(users, author),
    text,
    created_at: at,
  }))

export const readRows = (messages: DemoMessage[], ids: number[], users: number[]): Rows =>
  messages.flatMap(({ readers }, place) =>
    readers.map((reader) => ({ message_id: idAt(ids, place), user_id: idAt(users, reader) })),
  )

/** By chat. */
export function lastMessages(messages: DemoMessage[], ids: number[]): Map<number, number> {
  return new Map(messages.map(({ chat }, place) => [chat, idAt(ids, place)]))
}

export const participantRows = (
  chats: DemoChat[],
  { ids, users, last }: { ids: number[]; users: number[]; last: Map<number, number> },
): Rows =>
  chats.flatMap(({ participants, messages }, chat) =>
    participants.map((user) => ({
      chat_id: idAt(ids, chat),
      user_id: idAt(users, user),
      last_message_id: last.get(chat) ?? 0,
      is_starter: user === messages[0]?.author ? 1 : 0,
    })),
  )
