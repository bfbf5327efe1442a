import { type Context, inTransaction, type ReadContext } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { refuseUnreadableName } from '../../../services/names.ts'
import { formatTime } from '../../../services/times.ts'
import { WordFilter } from '../../../services/word-filter.ts'
import { recordChange } from '../audit-log/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'
import { findWordFilter, upsertWordFilter, type WordFilterRow } from './queries.ts'

/** A game can be imported, with whatever its file has. */
function readWords(row: WordFilterRow): string[] {
  const words: unknown = JSON.parse(row.words)
  const texts = Array.isArray(words) ? words.filter((word) => typeof word === 'string') : []
  return texts.slice(0, limits.filter_words.value)
}

/** Compiled anew only if it has changed. */
const filterOf = ({ word_filters, db, now }: ReadContext, game_id: number) =>
  word_filters.get(
    game_id,
    now(),
    () => db.first(findWordFilter, { game_id }),
    (row, last) => {
      if (!row) return null
      if (last?.changed_at === row.changed_at) return last
      return { ...row, words: new WordFilter(readWords(row)) }
    },
  )

const notAllowed = (field: string) =>
  new Refusal('word_not_allowed', {
    sentence: `${field} contains a word that is not allowed in this game: choose other words.`,
  })

/** For new names, statuses and types of groups; old ones stay as they are. */
export async function refuseFilteredName(
  context: ReadContext,
  game_id: number,
  { field, name }: { field: string; name: string },
): Promise<void> {
  const filter = await filterOf(context, game_id)
  if (filter?.names === 'refuse' && filter.words.matches(name)) throw notAllowed(field)
}

interface GroupTexts {
  name?: string
  group_type?: string
}

/**
 * Refuses a new name of a group that cannot be read, or that has a word of the filter, and a new type that has one. What
 * stays as it was is never refused. Returns whether there is a new one.
 */
export async function refuseGroupTexts(
  context: ReadContext,
  game_id: number,
  { name, group_type }: GroupTexts,
  former: GroupTexts = {},
): Promise<boolean> {
  const is_new_name = name !== undefined && name !== former.name
  if (is_new_name) {
    refuseUnreadableName('name', name)
    await refuseFilteredName(context, game_id, { field: 'name', name })
  }
  // An empty one stands for the usual type.
  const is_new_type =
    group_type !== undefined && group_type !== '' && group_type !== former.group_type
  if (is_new_type)
    await refuseFilteredName(context, game_id, { field: 'group_type', name: group_type })
  return is_new_name || is_new_type
}

/** A message as it may be sent: where the game wants that, words of the filter are masked, or refused. */
export async function filterText(
  context: ReadContext,
  game_id: number,
  text: string,
): Promise<string> {
  const filter = await filterOf(context, game_id)
  if (!filter || filter.messages === 'off') return text
  if (filter.messages === 'mask') return filter.words.mask(text)
  if (filter.words.matches(text)) throw notAllowed('text')
  return text
}

const present = (row: WordFilterRow | undefined) => ({
  words: row ? readWords(row) : [],
  names: row?.names ?? ('off' as const),
  messages: row?.messages ?? ('off' as const),
  changed_at: formatTime(row?.changed_at ?? null),
})

export async function showWordFilter({ db }: Context, game_id: number) {
  await refuseUnknownGame(db, game_id)
  return present(await db.first(findWordFilter, { game_id }))
}

/** Each once, without blanks around it. */
function cleanWords(words: string[]): string[] {
  const clean = new Map<string, string>()
  for (const word of words.map((text) => text.trim())) {
    if (WordFilter.keyOf(word) === '')
      throw new Refusal('invalid_input', {
        sentence: `words must contain letters or digits, and this one does not: ${word}`,
      })
    clean.set(word, word)
  }
  return [...clean.keys()]
}

interface WordFilterInput {
  words: string[]
  names: 'off' | 'refuse'
  messages: 'off' | 'refuse' | 'mask'
}

export function changeWordFilter(context: Context, game_id: number, input: WordFilterInput) {
  const { names, messages } = input
  const words = cleanWords(input.words)
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    tx.afterCommit(() => context.word_filters.forget(game_id))
    const before = await tx.first(findWordFilter, { game_id })
    const list = JSON.stringify(words)
    const row = { game_id, words: list, names, messages, now: tx.now() }
    const after = present(await tx.first(upsertWordFilter, row))
    await recordChange(tx, {
      action: 'admin.wordFilter.change',
      game_id,
      target: 'word_filter',
      target_id: game_id,
      before: { ...present(before), changed_at: undefined },
      after: { ...after, changed_at: undefined },
    })
    return after
  })
}
