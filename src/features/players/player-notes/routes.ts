import { staffOf } from '../../../access/staff.ts'
import type { Routes } from '../../../http/types.ts'
import { addNote, removeNote, showNotes } from './rules.ts'
import { addNoteSchema, removeNoteSchema, showNotesSchema } from './schema.ts'

const NOTES = '/games/:id/players/:user_id/notes'

const named = ({ params }: { params: { id: number; user_id: number } }) => ({
  game_id: params.id,
  user_id: params.user_id,
})

export const playerNoteAdminRoutes: Routes = (app) => {
  app.get(NOTES, { schema: showNotesSchema }, (request) =>
    showNotes(request.context, named(request), request.body),
  )
  app.post(NOTES, { schema: addNoteSchema }, (request) =>
    addNote(request.context, staffOf(request), named(request), request.body.text),
  )
  app.delete(`${NOTES}/:note_id`, { schema: removeNoteSchema }, (request) =>
    removeNote(request.context, staffOf(request), named(request), request.params.note_id),
  )
}
