import type { DemoMonth } from './month.ts'
import { DAY_MS, MINUTE_MS } from '../../durations.ts'
import { idAt, type Rows } from './player-rows.ts'
import type { DemoMessage } from './social-rows.ts'
import { RUDE_MESSAGES, SPAM } from './texts.ts'

const STAFF = 'Demo staff'
const DECIDED_AFTER_MS = 5 * DAY_MS
const MAX_REPORTED = 12
const REPORTED_PLAYERS = 3

interface Ids {
  game_id: number
  users: number[]
  groups: number[]
  chats: number[]
  messages: number[]
}

interface Written {
  month: DemoMonth
  messages: DemoMessage[]
  ids: Ids
  now: number
}

const isRude = (text: string) => RUDE_MESSAGES.some((rude) => rude === text)

/** Somebody who has read it. */
function findReporter({ chats, groups }: DemoMonth, { chat, author, at }: DemoMessage) {
  const { participants = [], group = null } = chats[chat] ?? {}
  if (group === null) return participants.find((user) => user !== author)
  return groups[group]?.connections.find(
    ({ user, status, at: joined_at }) => user !== author && status === 'accepted' && joined_at < at,
  )?.user
}

/** The rude messages that were reported, with their place in the list. */
function findReported({ month, messages }: Written) {
  return messages
    .flatMap((message, place) => {
      const reporter = isRude(message.text) ? findReporter(month, message) : undefined
      return reporter === undefined ? [] : [{ ...message, place, reporter }]
    })
    .slice(-MAX_REPORTED)
}

const OPEN = { state: 'open', resolution: null, closed_by: null, closed_at: null } as const

/** Old ones are resolved, and their messages hidden. */
function messageReports(written: Written): Rows {
  const { ids, now, month } = written
  return findReported(written).map(({ place, chat, author, reporter, text, at }) => {
    const decided = {
      state: 'resolved',
      resolution: 'hide_message,warn',
      closed_by: STAFF,
      closed_at: at + 60 * MINUTE_MS,
    }
    const snapshot = { text, chat_id: idAt(ids.chats, chat), username: nameOf(month, author) }
    return {
      game_id: ids.game_id,
      reporter_id: idAt(ids.users, reporter),
      kind: 'message',
      target_id: idAt(ids.messages, place),
      user_id: idAt(ids.users, author),
      reason: text === SPAM ? 'spam' : 'harassment',
      text: text === SPAM ? 'They write this to everyone.' : '',
      snapshot: JSON.stringify(snapshot),
      created_at: Math.min(at + 5 * MINUTE_MS, now),
      ...(at < now - DECIDED_AFTER_MS ? decided : OPEN),
    }
  })
}

const nameOf = ({ players }: DemoMonth, user: number) => players[user]?.username ?? ''

const byScore = ({ rounds }: DemoMonth) =>
  rounds.toSorted((one, other) => other.score - one.score).map(({ user }) => user)

function otherReports({ month, ids, now }: Written): Rows {
  const [first, ...others] = [...new Set(byScore(month))]
  const of_players = others.slice(0, REPORTED_PLAYERS).map((user, place) => ({
    kind: 'player',
    target_id: idAt(ids.users, user),
    user_id: idAt(ids.users, user),
    reason: 'cheating',
    text: 'Nobody is that fast.',
    snapshot: JSON.stringify({ username: nameOf(month, user) }),
    created_at: now - (place + 2) * 3 * 60 * MINUTE_MS,
  }))
  const of_group = {
    kind: 'group',
    target_id: idAt(ids.groups, 0),
    user_id: null,
    reason: 'name',
    text: 'They took the name of our group.',
    snapshot: JSON.stringify({ name: month.groups[0]?.name ?? '' }),
    created_at: now - DAY_MS,
  }
  const reporter_id = idAt(ids.users, first ?? 0)
  const { game_id } = ids
  return [...of_players, of_group].map((report) => ({ game_id, reporter_id, ...report, ...OPEN }))
}

const timeOf = (row: Rows[number]) => Number(row['created_at'])

const reportRows = (written: Written): Rows =>
  [...messageReports(written), ...otherReports(written)].toSorted(
    (one, other) => timeOf(one) - timeOf(other),
  )

const isResolved = (row: Rows[number]) => row['state'] === 'resolved'

/** The messages that staff have hidden. */
const hiddenRows = (reports: Rows): Rows =>
  reports.filter(isResolved).map(({ target_id = 0, closed_at = 0 }) => ({
    id: target_id,
    hidden_at: closed_at,
  }))

/** Players who were warned, one who is muted and one who is banned. */
function sanctionRows(reports: Rows, now: number): Rows {
  const sanction = (row: Rows[number] | undefined, rest: Rows[number]): Rows =>
    row === undefined
      ? []
      : [{ game_id: row['game_id'] ?? 0, user_id: row['user_id'] ?? 0, created_by: STAFF, ...rest }]
  const warnings = reports.filter(isResolved).flatMap((row) =>
    sanction(row, {
      kind: 'warn',
      reason: 'Be kind to each other.',
      until: null,
      created_at: row['closed_at'] ?? 0,
    }),
  )
  const about_messages = reports.filter(({ kind }) => kind === 'message')
  const spam = about_messages.find(({ reason }) => reason === 'spam')
  const rude = about_messages.findLast(
    ({ reason, user_id }) => reason === 'harassment' && user_id !== spam?.['user_id'],
  )
  const muted = { kind: 'mute', reason: 'Insults in a group.', until: now + 2 * DAY_MS }
  const banned = { kind: 'ban', reason: 'Sold credits in chats.', until: now + 20 * DAY_MS }
  return [
    ...warnings,
    ...sanction(rude, { ...muted, created_at: now - DAY_MS }),
    ...sanction(spam, { ...banned, created_at: now - DAY_MS / 2 }),
  ]
}

/** What `users` has of the sanctions that are in force. */
const sanctionedRows = (sanctions: Rows): Rows =>
  sanctions
    .filter(({ kind }) => kind !== 'warn')
    .map(({ user_id = 0, kind = '', reason = '', until = null }) => ({
      id: user_id,
      banned_until: kind === 'ban' ? until : null,
      ban_reason: kind === 'ban' ? reason : null,
      muted_until: kind === 'mute' ? until : null,
    }))

/** Rows of the two tables, and what other tables have of them. */
export function moderationRows(written: Written) {
  const reports = reportRows(written)
  const sanctions = sanctionRows(reports, written.now)
  return {
    reports,
    sanctions,
    hidden: hiddenRows(reports),
    sanctioned: sanctionedRows(sanctions),
  }
}
