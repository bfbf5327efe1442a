import type { CallOptions, Input } from '../connection.ts'
import type { Chat, Notification } from '../contract/types.ts'
import { PER_PAGE, pages } from '../pages.ts'
import type { Parts } from './feature.ts'

/** Of chats and of messages. */
const ON_A_PAGE = 25

export class Chats {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** All chats of the signed-in player, with their last messages. */
  async *list(options?: CallOptions): AsyncGenerator<Chat, void> {
    for (let page = 1; ; page++) {
      const input = { page }
      const { direct_chats, group_chats } = await this.#parts.call('chats.list', input, options)
      yield* direct_chats
      yield* group_chats
      if (Math.max(direct_chats.length, group_chats.length) < ON_A_PAGE) return
    }
  }

  /** To players by name, or to a group. The first message creates the chat. */
  write = (fields: Input<'chats.write'>, options?: CallOptions) =>
    this.#parts.call('chats.write', fields, options)

  leave = (id: number, options?: CallOptions) => this.#parts.call('chats.leave', { id }, options)
}

export class Messages {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Newest first. */
  of = (chat_id: number, options?: CallOptions) =>
    pages(async (page) => {
      const input = { page, chat_id }
      return (await this.#parts.call('messages.list', input, options)).messages
    }, ON_A_PAGE)

  post = (chat_id: number, text: string, options?: CallOptions) =>
    this.#parts.call('messages.post', { chat_id, text }, options)

  markAsRead = (id: number, options?: CallOptions) =>
    this.#parts.call('messages.markAsRead', { id }, options)
}

/** The inbox of the signed-in player. */
export class Notifications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Newest first. */
  async *list(options?: CallOptions): AsyncGenerator<Notification, void> {
    for (let before: number | null | undefined; before !== null;) {
      const input = { per_page: PER_PAGE, ...(before ? { before } : {}) }
      const { notifications, next } = await this.#parts.call('notifications.list', input, options)
      yield* notifications
      before = next
    }
  }

  /** How many are unread. */
  async unread(options?: CallOptions) {
    return (await this.#parts.call('notifications.list', { per_page: 1 }, options)).unread_count
  }

  markAsRead = (id: number, options?: CallOptions) =>
    this.#parts.call('notifications.markAsRead', { id }, options)

  markAllAsRead = (options?: CallOptions) =>
    this.#parts.call('notifications.markAllAsRead', {}, options)
}
