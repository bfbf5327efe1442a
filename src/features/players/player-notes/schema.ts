import { Message, Nullable, PathId, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'
import { Newest, NextId, PlayerParams } from '../player-profiles/schema.ts'

const Note = T.Object(
  {
    id: T.Integer({ description: 'The id of the note', examples: [6] }),
    author_id: Nullable(
      T.Integer({ description: 'Null: the system key, or somebody who has left the staff' }),
    ),
    author_name: T.String({ description: 'Their name at that time', examples: ['Ana'] }),
    text: T.String({ examples: ['Asked for a refund by mail.'] }),
    created_at: Timestamp,
  },
  { title: 'StaffNote' },
)

export const showNotesSchema = {
  operation: 'admin.players.notes',
  summary: 'What staff have noted about a player',
  description: 'The newest first. Players do not see them.',
  caller: 'staff',
  params: PlayerParams,
  body: Newest,
  response: { 200: T.Object({ notes: T.Array(Note), next: NextId }, { title: 'StaffNotePage' }) },
  refuses: ['game_not_found', 'user_not_found'],
} as const

export const addNoteSchema = {
  operation: 'admin.players.addNote',
  summary: 'Add a note about a player',
  description: 'For other staff of the game. It is deleted with the player.',
  caller: 'staff',
  role: 'support',
  params: PlayerParams,
  body: T.Object({
    text: Text(limits.staff_note_characters.value, {
      description: 'What others should know',
      examples: ['Asked for a refund by mail.'],
    }),
  }),
  response: { 201: Note },
  refuses: ['game_not_found', 'user_not_found'],
} as const

export const removeNoteSchema = {
  operation: 'admin.players.deleteNote',
  summary: 'Delete a note about a player',
  description: 'Your own; with the role admin also those of others.',
  caller: 'staff',
  role: 'support',
  params: T.Object({
    ...PlayerParams.properties,
    note_id: T.Integer({ ...PathId, description: 'The id of the note' }),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'note_not_found', 'not_your_note'],
} as const
