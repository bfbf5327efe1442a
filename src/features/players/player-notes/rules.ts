import { hasRole, type Staff } from '../../../access/staff.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { findPlayerOfGame } from '../sessions/rules.ts'
import { deleteNote, findNote, insertNote, listNotes, type NoteRow } from './queries.ts'

interface PlayerOfGame {
  game_id: number
  user_id: number
}

const present = ({ created_at, ...row }: NoteRow) => ({
  ...row,
  created_at: isoTime(created_at),
})

/** The newest first. */
export async function showNotes(
  { db }: Context,
  of: PlayerOfGame,
  input: { before?: number; limit?: number },
) {
  const { id: user_id } = await findPlayerOfGame(db, of)
  const limit = clampLimit(input.limit)
  const before = input.before ?? Number.MAX_SAFE_INTEGER
  const rows = await db.all(listNotes, { user_id, before, limit })
  const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null
  return { notes: rows.map(present), next }
}

/** The audit log does not repeat the text, so that a note that is deleted is gone. */
const record = (
  tx: Parameters<typeof recordChange>[0],
  { game_id, user_id }: PlayerOfGame,
  { action, id }: { action: 'addNote' | 'deleteNote'; id: number },
) =>
  recordChange(tx, {
    action: `admin.players.${action}`,
    game_id,
    target: 'player',
    target_id: user_id,
    after: { note_id: id },
  })

export const addNote = (context: Context, staff: Staff, of: PlayerOfGame, text: string) =>
  inTransaction(context, async (tx) => {
    const { id: user_id } = await findPlayerOfGame(tx, of)
    const author = { author_id: staff.id, author_name: staff.name }
    const row = await tx.first(insertNote, { user_id, ...author, text, now: tx.now() })
    if (!row) throw new Error('the note has no id')
    await record(tx, of, { action: 'addNote', id: row.id })
    return present(row)
  })

/** Staff delete their own notes, and admins all of them. */
export const removeNote = (context: Context, staff: Staff, of: PlayerOfGame, id: number) =>
  inTransaction(context, async (tx) => {
    const { id: user_id } = await findPlayerOfGame(tx, of)
    const note = await tx.first(findNote, { user_id, id })
    if (!note) throw new Refusal('note_not_found')
    const is_own = staff.id !== null && note.author_id === staff.id
    if (!is_own && !hasRole(staff, 'admin')) throw new Refusal('not_your_note')
    if ((await tx.run(deleteNote, { id })) === 0) throw new Refusal('note_not_found')
    await record(tx, of, { action: 'deleteNote', id })
    return { message: 'deleted' }
  })
