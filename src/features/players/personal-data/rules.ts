import { type Context, inTransaction, type Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { comparisonKey } from '../../../services/names.ts'
import { removeUser } from '../accounts/rules.ts'
import { clearFailures, signInAttempt } from '../sign-in-throttling/rules.ts'
import {
  updateMessageTextsErased,
  deleteChatsWithoutOthers,
  listPersonalData,
  findPeople,
  findPerson,
  deleteAnswers,
  updateAttributeCreatorErased,
  updateChatCreatorErased,
  updateInviterErased,
  updateParticipantsKeysErased,
  type Found,
} from './queries.ts'

/** Operators get every row. */
const NO_LIMIT = 1_000_000_000

const ERASED_TEXT = '(deleted)'

const isTime = (column: string) => /_at$|^since$|^last_login$/.test(column)

/** Times as ISO 8601 text instead of numbers. */
const formatTimes = (row: Found): Found =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      isTime(column) && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  )

/** Everything stored about a player, newest first, with at most `limit` rows of each kind. */
export async function showPersonalData(context: Context, user_id: number, limit = NO_LIMIT) {
  if (!(await context.db.first(findPerson, { user_id }))) throw new Refusal('user_not_found')
  let is_complete = true
  const list = async (statement: (typeof listPersonalData)['account']) => {
    const rows = await context.db.all(statement, { user_id, limit: limit + 1 })
    if (rows.length > limit) is_complete = false
    return rows.slice(0, limit).map(formatTimes)
  }
  const rows_by_kind = {
    account: await list(listPersonalData.account),
    activity: await list(listPersonalData.activity),
    sessions: await list(listPersonalData.sessions),
    password_resets: await list(listPersonalData.password_resets),
    stored_answers: await list(listPersonalData.stored_answers),
    attributes: await list(listPersonalData.attributes),
    credit_ledger: await list(listPersonalData.credit_ledger),
    purchases: await list(listPersonalData.purchases),
    game_rounds: await list(listPersonalData.game_rounds),
    multiplayer_rounds_led: await list(listPersonalData.multiplayer_rounds_led),
    leaderboard_entries: await list(listPersonalData.leaderboard_entries),
    leaderboard_bests: await list(listPersonalData.leaderboard_bests),
    leaderboard_usage: await list(listPersonalData.leaderboard_usage),
    friendships: await list(listPersonalData.friendships),
    blocks: await list(listPersonalData.blocks),
    group_connections: await list(listPersonalData.group_connections),
    invites_sent: await list(listPersonalData.invites_sent),
    groups_removed_from: await list(listPersonalData.groups_removed_from),
    group_attributes_made: await list(listPersonalData.group_attributes_made),
    chats: await list(listPersonalData.chats),
    messages: await list(listPersonalData.messages),
    messages_read: await list(listPersonalData.messages_read),
  }
  return { exported_at: new Date(context.now()).toISOString(), is_complete, ...rows_by_kind }
}

export const showOwnPersonalData = (context: Context, player: Player) =>
  showPersonalData(context, player.id, limits.exported_rows.value)

export const findPlayers = (context: Context, name_or_email: string) =>
  context.db.all(findPeople, { named: comparisonKey(name_or_email) })

/** A pattern for `like` that finds a text inside JSON. */
const jsonContaining = (text: string) =>
  `%${JSON.stringify(text).slice(1, -1).replaceAll(/[!%_]/g, '!$&')}%`

/**
 * Deletes the account, as its owner can, and also everything that would still identify them: the texts of their
 * messages, their id in other users' data, stored answers, counts of failed sign-ins, and mails in the outbox.
 */
export async function erasePlayer(context: Context, user_id: number) {
  const erased = await inTransaction(context, async (tx) => {
    const found = await tx.first(findPerson, { user_id })
    if (!found) throw new Refusal('user_not_found')
    const { game_id, username, email } = found
    await tx.run(updateMessageTextsErased, { user_id, text: ERASED_TEXT })
    await tx.run(deleteChatsWithoutOthers, { user_id })
    await tx.run(updateParticipantsKeysErased, { user_id })
    await tx.run(updateChatCreatorErased, { user_id })
    await tx.run(updateInviterErased, { user_id })
    await tx.run(updateAttributeCreatorErased, { user_id })
    const patterns = {
      name: `%"${jsonContaining(username).slice(1, -1)}"%`,
      email: jsonContaining(email ?? username),
    }
    await tx.run(deleteAnswers, { user_id, ...patterns })
    for (const account of [{ name: '', user_id }, { name: username }, { name: email ?? '' }])
      await clearFailures(tx, signInAttempt({ game_id, user_id: undefined, ...account }, ''))
    await removeUser(tx, { id: user_id, game_id })
    return found
  })
  if (erased.email) await context.mail.deleteFromOutbox(erased.email)
  return erased
}
