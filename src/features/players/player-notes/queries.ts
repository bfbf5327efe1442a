import { statement } from '../../../storage/statement.ts'

export interface NoteRow {
  id: number
  author_id: number | null
  author_name: string
  text: string
  created_at: number
}

const COLUMNS = 'id, author_id, author_name, text, created_at'

export const insertNote = statement<
  {
    user_id: number
    author_id: number | null
    author_name: string
    text: string
    now: number
  },
  NoteRow
>(
  `insert into staff_notes (user_id, author_id, author_name, text, created_at)
   values (:user_id, :author_id, :author_name, :text, :now) returning ${COLUMNS}`,
  { inserts: 'staff_notes' },
)

export const listNotes = statement<{ user_id: number; before: number; limit: number }, NoteRow>(`
  select ${COLUMNS} from staff_notes
   where user_id = :user_id and id < :before order by id desc limit :limit + 0`)

export const findNote = statement<{ user_id: number; id: number }, NoteRow>(`
  select ${COLUMNS} from staff_notes where id = :id and user_id = :user_id`)

export const deleteNote = statement<{ id: number }>(`delete from staff_notes where id = :id`, {
  deletes: 'staff_notes',
})
