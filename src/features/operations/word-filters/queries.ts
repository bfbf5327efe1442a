import { statement } from '../../../storage/statement.ts'

export interface WordFilterRow {
  /** A JSON list. */
  words: string
  names: 'off' | 'refuse'
  messages: 'off' | 'refuse' | 'mask'
  changed_at: number
}

export const findWordFilter = statement<{ game_id: number }, WordFilterRow>(`
  select words, names, messages, changed_at from word_filters where game_id = :game_id`)

export const upsertWordFilter = statement<
  {
    game_id: number
    words: string
    names: string
    messages: string
    now: number
  },
  WordFilterRow
>(
  `insert into word_filters (game_id, words, names, messages, changed_at)
   values (:game_id, :words, :names, :messages, :now)
   on conflict (game_id) do update
     set words = excluded.words, names = excluded.names, messages = excluded.messages,
         changed_at = excluded.changed_at
   returning words, names, messages, changed_at`,
  { inserts: 'word_filters', updates: 'word_filters' },
)
