import { IdOf, Nullable, OneOf, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const WORDS =
  'Each is found as a whole word, in any case, also with full-width letters, look-alikes of other scripts, accents or strokes, invisible characters, or a blank or sign between all letters. With an asterisk at its beginning or end it is also found inside of other words'
const NAMES =
  '`refuse`: new names of players and groups, types of groups and statuses with such a word are refused. What exists stays'
const MESSAGES =
  '`refuse`: messages with such a word are refused. `mask`: each of its characters becomes an asterisk'

const WordFilter = T.Object(
  {
    words: T.Array(T.String(), { description: WORDS, examples: [['badword', 'very*']] }),
    names: T.Unsafe<'off' | 'refuse'>({ ...OneOf('off', 'refuse'), description: NAMES }),
    messages: T.Unsafe<'off' | 'refuse' | 'mask'>({
      ...OneOf('off', 'refuse', 'mask'),
      description: MESSAGES,
    }),
    changed_at: Nullable(T.String({ ...Timestamp, description: 'Null: never' })),
  },
  { title: 'WordFilter' },
)

export const showWordFilterSchema = {
  operation: 'admin.wordFilter.get',
  summary: 'The words that players of a game may not use',
  description: 'Empty and off, until somebody changes it.',
  caller: 'staff',
  params: IdOf('the game'),
  response: { 200: WordFilter },
  refuses: ['game_not_found'],
} as const

export const changeWordFilterSchema = {
  operation: 'admin.wordFilter.change',
  summary: 'Change the words that players of a game may not use',
  description:
    'Replaces the whole list. It takes effect at once, and in other processes of the server within five seconds.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    words: T.Array(Text(limits.filter_word_characters.value), {
      maxItems: limits.filter_words.value,
      description: WORDS,
      examples: [['badword', 'very*']],
    }),
    names: T.Enum(['off', 'refuse'], { description: NAMES, examples: ['refuse'] }),
    messages: T.Enum(['off', 'refuse', 'mask'], { description: MESSAGES, examples: ['mask'] }),
  }),
  response: { 200: WordFilter },
  refuses: ['game_not_found'],
} as const
