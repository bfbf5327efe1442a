import { type Context, inTransaction, type Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { caseBlind } from '../../../services/secrets.ts'
import { removeUser } from '../accounts/rules.ts'
import { attemptOn, forgetFailures } from '../sign-in-throttling/rules.ts'
import {
  blankMessages,
  deleteLonelyChats,
  everythingOf,
  findPeople,
  findPerson,
  forgetAnswers,
  forgetAttributeCreator,
  forgetChatCreator,
  forgetInviter,
  forgetParticipant,
  type Found,
} from './queries.ts'

/** For operators, who want all of it. */
const MANY = 1_000_000_000

const ERASED_TEXT = '(deleted)'

const isTime = (column: string) => /_at$|^since$|^last_login$/.test(column)

/** Times as people write them. */
const readable = (row: Found): Found =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      isTime(column) && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  )

/** All that is kept about a player, newest first; of each kind so many rows at most. */
export async function showPersonalData(context: Context, user_id: number, most = MANY) {
  if (!(await context.db.first(findPerson, { user_id }))) throw new Refusal('user_not_found')
  let is_complete = true
  const list = async (statement: (typeof everythingOf)['account']) => {
    const rows = await context.db.all(statement, { user_id, limit: most + 1 })
    if (rows.length > most) is_complete = false
    return rows.slice(0, most).map(readable)
  }
  const kinds = {
    account: await list(everythingOf.account),
    activity: await list(everythingOf.activity),
    sessions: await list(everythingOf.sessions),
    password_resets: await list(everythingOf.password_resets),
    stored_answers: await list(everythingOf.stored_answers),
    attributes: await list(everythingOf.attributes),
    credit_ledger: await list(everythingOf.credit_ledger),
    purchases: await list(everythingOf.purchases),
    game_rounds: await list(everythingOf.game_rounds),
    multiplayer_rounds_led: await list(everythingOf.multiplayer_rounds_led),
    leaderboard_entries: await list(everythingOf.leaderboard_entries),
    leaderboard_bests: await list(everythingOf.leaderboard_bests),
    friendships: await list(everythingOf.friendships),
    blocks: await list(everythingOf.blocks),
    group_connections: await list(everythingOf.group_connections),
    invites_sent: await list(everythingOf.invites_sent),
    groups_removed_from: await list(everythingOf.groups_removed_from),
    group_attributes_made: await list(everythingOf.group_attributes_made),
    chats: await list(everythingOf.chats),
    messages: await list(everythingOf.messages),
    messages_read: await list(everythingOf.messages_read),
  }
  return { exported_at: new Date(context.now()).toISOString(), is_complete, ...kinds }
}

export const showOwnData = (context: Context, player: Player) =>
  showPersonalData(context, player.id, limits.exported_rows.value)

export const findPlayers = (context: Context, named: string) =>
  context.db.all(findPeople, { named: caseBlind(named) })

/** A pattern that finds a text within JSON. */
const within = (text: string) =>
  `%${JSON.stringify(text).slice(1, -1).replaceAll(/[!%_]/g, '!$&')}%`

/**
 * Deletes the account, as its owner can, and what would stay behind that tells who it was: the texts of messages, the
 * user's number where others keep it, stored answers, counted failures, mails that wait in the outbox.
 */
export async function erasePlayer(context: Context, user_id: number) {
  const person = await inTransaction(context, async (tx) => {
    const found = await tx.first(findPerson, { user_id })
    if (!found) throw new Refusal('user_not_found')
    const { game_id, username, email } = found
    await tx.run(blankMessages, { user_id, text: ERASED_TEXT })
    await tx.run(deleteLonelyChats, { user_id })
    await tx.run(forgetParticipant, { user_id })
    await tx.run(forgetChatCreator, { user_id })
    await tx.run(forgetInviter, { user_id })
    await tx.run(forgetAttributeCreator, { user_id })
    const patterns = {
      name: `%"${within(username).slice(1, -1)}"%`,
      email: within(email ?? username),
    }
    await tx.run(forgetAnswers, { user_id, ...patterns })
    for (const subject of [{ named: '', user_id }, { named: username }, { named: email ?? '' }])
      await forgetFailures(tx, attemptOn({ game_id, user_id: undefined, ...subject }, ''))
    await removeUser(tx, { id: user_id, game_id })
    return found
  })
  if (person.email) await context.mail.forget(person.email)
  return person
}
