import { foldCharacter } from './names.ts'

/** A node of the trie of all words. `next` has the nodes for the next characters. */
interface Node {
  next: Map<string, Node>
  /** The node of the longest proper suffix that is also the beginning of a word. */
  fallback: Node | undefined
  /** The nearest node along the `fallback` links at which a word ends. */
  next_end: Node | undefined
  depth: number
  /** Whether a word ends here: one that may be anywhere, that must begin with a word of the text, end with one, or both. */
  ends_anywhere: boolean
  ends_after_begin: boolean
  ends_at_end: boolean
  ends_whole: boolean
}

const newNode = (depth: number): Node => ({
  next: new Map(),
  fallback: undefined,
  next_end: undefined,
  depth,
  ends_anywhere: false,
  ends_after_begin: false,
  ends_at_end: false,
  ends_whole: false,
})

const hasEnd = (node: Node) =>
  node.ends_anywhere || node.ends_after_begin || node.ends_at_end || node.ends_whole

/** A text as it is compared: each character, and where its original begins and ends. */
interface Folded {
  characters: string[]
  starts: number[]
  ends: number[]
}

/** Stands for everything between two words. */
const BLANK = ' '
const of_a_word = /^[\p{L}\p{N}\p{M}]$/u
const mark = /^\p{M}$/u
/** Accents, strokes and frames that fit letters of any script. */
const mark_of_any_script = /^[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]$/u
/** In other scripts marks can be vowels, or make another letter. */
const letter_without_marks = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}]$/u
/** In these scripts nothing separates words. */
const without_blanks =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** More different characters than chats use in practice. */
const MAX_KNOWN = 20_000
const known = new Map<string, string[]>()

/** A character as it is compared. Empty: it is invisible. */
function foldOne(original: string): string[] {
  const found = known.get(original)
  if (found) return found
  const folded = Array.from(foldCharacter(original), (character) =>
    of_a_word.test(character) ? character : BLANK,
  )
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(original, folded)
  return folded
}

/** Whether a mark makes no difference after this character, which is compared without it. */
const isIgnoredMark = (character: string, last: string) =>
  character >= '\u0300' &&
  mark.test(character) &&
  (mark_of_any_script.test(character) || letter_without_marks.test(last || BLANK))

function fold(text: string): Folded {
  const folded: Folded = { characters: [], starts: [], ends: [] }
  let start = 0
  let last = ''
  for (const original of text) {
    const end = start + original.length
    for (const character of foldOne(original)) {
      if (character === BLANK && last === BLANK) continue
      if (isIgnoredMark(character, last)) {
        // It is masked together with its letter.
        if (last !== BLANK && last !== '') folded.ends[folded.ends.length - 1] = end
        continue
      }
      last = character
      folded.characters.push(character)
      folded.starts.push(start)
      folded.ends.push(end)
    }
    start = end
  }
  return folded
}

/** With letters that stand alone, as in "b a d", as one word. Undefined: there are none side by side. */
function joinSingleLetters({ characters, starts, ends }: Folded): Folded | undefined {
  const joined: Folded = { characters: [], starts: [], ends: [] }
  let was_single = false
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? BLANK
    const follows_blank = at === 0 || characters[at - 1] === BLANK
    const is_before_blank = (characters[at + 1] ?? BLANK) === BLANK
    const is_next_single = at + 1 < characters.length && (characters[at + 2] ?? BLANK) === BLANK
    if (character === BLANK && was_single && is_next_single) continue
    was_single = character !== BLANK && follows_blank && is_before_blank
    joined.characters.push(character)
    joined.starts.push(starts[at] ?? 0)
    joined.ends.push(ends[at] ?? 0)
  }
  return joined.characters.length === characters.length ? undefined : joined
}

/**
 * Finds words in texts in one pass, whatever the number of words (the algorithm of Aho and Corasick). Case, variants of
 * characters, accents and look-alikes do not matter. A word is found as a whole word; with an asterisk at its beginning or end also
 * inside of another.
 */
export class WordFilter {
  readonly #root = newNode(0)

  constructor(words: string[]) {
    for (const word of words) this.#add(word)
    this.#link()
  }

  /** What is compared of a word. Empty: nothing, so the word means nothing. */
  static keyOf = (word: string) =>
    fold(word.replaceAll(/^\*+|\*+$/g, ''))
      .characters.join('')
      .trim()

  #add(word: string): void {
    const characters = Array.from(WordFilter.keyOf(word))
    if (characters.length === 0) return
    let node = this.#root
    for (const character of characters) {
      const next = node.next.get(character) ?? newNode(node.depth + 1)
      node.next.set(character, next)
      node = next
    }
    const isFree = (character = '') => without_blanks.test(character)
    const must_begin = !word.startsWith('*') && !isFree(characters[0])
    const must_end = !word.endsWith('*') && !isFree(characters.at(-1))
    if (must_begin && must_end) node.ends_whole = true
    else if (must_begin) node.ends_after_begin = true
    else if (must_end) node.ends_at_end = true
    else node.ends_anywhere = true
  }

  /** From the shortest beginnings to the longest, so that those that are referred to are complete. */
  #link(): void {
    const queue = [this.#root]
    for (const node of queue) {
      for (const [character, child] of node.next) {
        let { fallback } = node
        while (fallback && !fallback.next.has(character)) fallback = fallback.fallback
        child.fallback = fallback?.next.get(character) ?? this.#root
        child.next_end = hasEnd(child.fallback) ? child.fallback : child.fallback.next_end
        queue.push(child)
      }
    }
  }

  /** Of the words that end at a place, the longest is enough. `onMatch` returns whether to go on. */
  #search(
    { characters, starts, ends }: Folded,
    onMatch: (start: number, end: number) => boolean,
  ): boolean {
    let node = this.#root
    for (let at = 0; at < characters.length; at++) {
      const character = characters[at] ?? BLANK
      let next = node.next.get(character)
      while (!next && node.fallback) {
        node = node.fallback
        next = node.next.get(character)
      }
      node = next ?? this.#root
      const is_end = (characters[at + 1] ?? BLANK) === BLANK
      for (let found: Node | undefined = node; found; found = found.next_end) {
        const first = at - found.depth + 1
        const is_begin = first === 0 || characters[first - 1] === BLANK
        if (
          found.ends_anywhere ||
          (is_begin && found.ends_after_begin) ||
          (is_end && found.ends_at_end) ||
          (is_begin && is_end && found.ends_whole)
        ) {
          if (!onMatch(starts[first] ?? 0, ends[at] ?? 0)) return false
          break
        }
      }
    }
    return true
  }

  /** False: it was stopped. */
  #searchText(text: string, onMatch: (start: number, end: number) => boolean): boolean {
    const folded = fold(text)
    if (!this.#search(folded, onMatch)) return false
    const joined = joinSingleLetters(folded)
    return !joined || this.#search(joined, onMatch)
  }

  matches(text: string): boolean {
    return !this.#searchText(text, () => false)
  }

  /** With an asterisk for each character of what was found, so it never gets longer. */
  mask(text: string): string {
    const hidden = new Uint8Array(text.length)
    this.#searchText(text, (start, end) => {
      hidden.fill(1, start, end)
      return true
    })
    if (!hidden.includes(1)) return text
    let masked = ''
    let at = 0
    for (const character of text) {
      masked += hidden[at] === 1 && /\S/u.test(character) ? '*' : character
      at += character.length
    }
    return masked
  }
}
