import { DAY_MS } from '../../../durations.ts'
import { type Context, inTransaction, type Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { comparisonKey } from '../../../services/names.ts'
import { isoTime } from '../../../services/times.ts'
import { forgetTarget, recordChange } from '../../operations/audit-log/rules.ts'
import { forgetUser } from '../../operations/events/rules.ts'
import { forgetTasksAbout } from '../../operations/game-tasks/rules.ts'
import { readStoredName } from '../../play/board-seasons/rules.ts'
import { removeUser } from '../accounts/rules.ts'
import { forgetRecipient } from '../mails/rules.ts'
import { clearFailures } from '../sign-in-throttling/rules.ts'
import {
  updateMessageTextsErased,
  deleteChatsWithoutOthers,
  listNotesAbout,
  listPersonalData,
  findPeople,
  findPerson,
  deleteAnswers,
  deleteReports,
  updateAttributeCreatorErased,
  updateChatCreatorErased,
  updateInviterErased,
  updateParticipantsKeysErased,
  type Found,
} from './queries.ts'

const ERASED_TEXT = '(deleted)'

const isTime = (column: string) =>
  /_at$|^since$|^last_login$|^last_seen$|_until$|^until$/.test(column)

/** The name of a leaderboard as players see it, with the number of the season if it has any. */
function withShownName(row: Found): object {
  if (typeof row['leaderboard_name'] !== 'string') return row
  const { leaderboard_name, season } = readStoredName(row['leaderboard_name'])
  return { ...row, leaderboard_name, ...(season === 0 ? {} : { season }) }
}

/** With times and days as ISO 8601 text instead of numbers. */
const toJson = (row: Found) =>
  JSON.stringify(withShownName(row), (column, value: unknown) => {
    if (column === 'page_key') return undefined
    if (column === 'day' && typeof value === 'number') return isoTime(value * DAY_MS).slice(0, 10)
    return isTime(column) && typeof value === 'number' ? isoTime(value) : value
  })

type Kind = (typeof listPersonalData)[keyof typeof listPersonalData]
type Kinds = Record<string, Kind>

const ALL_KINDS: Kinds = { ...listPersonalData, staff_notes: listNotesAbout }

/** Pages of rows, each row as the text of a JSON object. */
async function* pagesOf({ db }: Context, kind: Kind, user_id: number): AsyncGenerator<string[]> {
  const { page_rows: limit } = kind
  let before: Found[string] = kind.first_key
  while (before !== null) {
    const rows: Found[] = await db.all(kind, { user_id, limit, before })
    if (rows.length > 0) yield rows.map(toJson)
    before = rows.length < limit ? null : (rows.at(-1)?.page_key ?? null)
  }
}

/**
 * Everything stored about a player, as the text of a JSON object with one list per kind, and at most `limit` rows of each.
 * Only one page of rows is in memory at a time, however slowly the text is read.
 */
export async function* exportPersonalData(
  context: Context,
  user_id: number,
  { limit = Infinity, kinds = ALL_KINDS }: { limit?: number; kinds?: Kinds } = {},
): AsyncGenerator<string> {
  let is_complete = true
  yield `{"exported_at":${JSON.stringify(isoTime(context.now()))}`
  for (const [name, kind] of Object.entries(kinds)) {
    let count = 0
    let before = `,\n"${name}":[\n`
    for await (const page of pagesOf(context, kind, user_id)) {
      const rows = page.slice(0, limit - count)
      if (rows.length > 0) yield before + rows.join(',\n')
      before = ',\n'
      count += rows.length
      if (rows.length < page.length) {
        is_complete = false
        break
      }
    }
    yield count === 0 ? `,\n"${name}":[]` : ']'
  }
  yield `,\n"is_complete":${is_complete}}\n`
}

/** Players do not see what staff have noted about them: it may name others. */
export const exportOwnData = (context: Context, player: Player) =>
  exportPersonalData(context, player.id, {
    limit: limits.exported_rows.value,
    kinds: listPersonalData,
  })

/** The same with the notes of staff. */
export const exportForStaff = (context: Context, user_id: number) =>
  exportPersonalData(context, user_id, { limit: limits.exported_rows.value })

export async function refuseUnknownPlayer(context: Context, user_id: number): Promise<void> {
  if (!(await context.db.first(findPerson, { user_id }))) throw new Refusal('user_not_found')
}

export const findPlayers = (context: Context, name_or_email: string) =>
  context.db.all(findPeople, { named: comparisonKey(name_or_email) })

/** A pattern for `like` that finds a text inside JSON. */
const jsonContaining = (text: string) =>
  `%${JSON.stringify(text).slice(1, -1).replaceAll(/[!%_]/g, '!$&')}%`

/**
 * Deletes the account, as its owner can, and also everything that would still identify them: the texts of their
 * messages, reports by and about them, their id in other users' data, stored answers, counts of failed sign-ins and of mails, events, and mails in the outbox.
 */
export async function erasePlayer(context: Context, user_id: number) {
  const erased = await inTransaction(context, async (tx) => {
    const found = await tx.first(findPerson, { user_id })
    if (!found) throw new Refusal('user_not_found')
    const { game_id, username, email } = found
    await tx.run(updateMessageTextsErased, { user_id, text: ERASED_TEXT })
    await tx.run(deleteReports, { user_id })
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
    for (const account of [{ user_id }, { name: username }, { name: email ?? '' }])
      await clearFailures(tx, { game_id, ...account })
    if (email) await forgetRecipient(tx, { user_id, address: email })
    await removeUser(tx, { id: user_id, game_id })
    // That the account was deleted stays: the game's own server has to know it.
    await forgetUser(tx, user_id)
    await forgetTasksAbout(tx, user_id)
    await forgetTarget(tx, 'player', user_id)
    const action = 'admin.players.erase'
    await recordChange(tx, { action, game_id, target: 'player', target_id: user_id })
    return found
  })
  if (erased.email) await context.mail.deleteFromOutbox(erased.email)
  return erased
}
