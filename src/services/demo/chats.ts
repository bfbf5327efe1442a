import { MINUTE_MS } from '../../durations.ts'
import type { Random } from './random.ts'
import type { DemoSocial } from './social.ts'
import { MESSAGES, RUDE_MESSAGES } from './texts.ts'

/** Players and groups are named by their places in the lists. */
export interface DemoChat {
  /** Null: a chat of the two players in `participants`. */
  group: number | null
  participants: number[]
  created_at: number
  messages: { author: number; text: string; at: number; is_read: boolean }[]
}

const CHATTING_FRIENDS = 0.3
const MAX_MESSAGES = 14
const MAX_GROUP_MESSAGES = 45
const RUDE = 0.01

/** From a time on, until now at the latest. */
function drawMessages(
  authors: number[],
  { from, until, count }: { from: number; until: number; count: number },
  random: Random,
): DemoChat['messages'] {
  const messages: DemoChat['messages'] = []
  let at = from
  for (let number = 0; number < count; number++) {
    at += random.chance(0.75)
      ? random.between(8_000, 5 * MINUTE_MS)
      : random.between(1, 30) * 60 * MINUTE_MS
    if (at > until) break
    const text = random.pick(random.chance(RUDE) ? RUDE_MESSAGES : MESSAGES)
    messages.push({ author: random.pick(authors), text, at, is_read: random.chance(0.8) })
  }
  return messages
}

/** Chats without a message are left out. */
export function planChats(
  { groups, friendships }: DemoSocial,
  random: Random,
  now: number,
): DemoChat[] {
  const direct = friendships
    .filter(({ status }) => status === 'accepted' && random.chance(CHATTING_FRIENDS))
    .map(({ sender, receiver, since }) => {
      const participants = [sender, receiver]
      const period = { from: since, until: now, count: random.between(1, MAX_MESSAGES) }
      const messages = drawMessages(participants, period, random)
      return { group: null, participants, created_at: messages[0]?.at ?? since, messages }
    })
  const of_groups = groups.map(({ connections }, group) => {
    const members = connections.filter(({ status }) => status === 'accepted')
    const count = random.between(12, MAX_GROUP_MESSAGES)
    const from = members.at(Math.floor(members.length / 2))?.at ?? now
    // Nobody writes before they have joined.
    const authors = members.filter(({ at }) => at <= from).map(({ user }) => user)
    const messages = drawMessages(authors, { from, until: now, count }, random)
    return { group, participants: [], created_at: messages[0]?.at ?? from, messages }
  })
  return [...direct, ...of_groups].filter(({ messages }) => messages.length > 0)
}
