import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'

/** No name or email address is longer. Longer texts have no equal, so they are not normalized, which can take seconds. */
const MAX_CHARACTERS = 1024

/** Names and email addresses with equal keys are the same, whatever their case and Unicode variants of characters. */
export const comparisonKey = (text: string) =>
  text.length > MAX_CHARACTERS ? text : text.normalize('NFKC').toLowerCase()

/** For each character, others that look like it in common fonts: Latin, Cyrillic, Greek and Armenian letters, and signs. */
const LOOK_ALIKES: Record<string, string> = {
  a: 'АаΑαɑᴀ',
  b: 'ВвΒЬьʙ',
  c: 'СсϹϲᴄ',
  d: 'ԁᴅ',
  e: 'ЕеΕҽᴇ',
  f: 'Ϝ',
  g: 'ɡցԌɢ',
  h: 'НнΗһհʜ',
  i: 'іιɩıɪ',
  j: 'ЈјͿϳ',
  k: 'КкΚκᴋ',
  l: 'I1|ІΙӀӏǀ∣',
  m: 'МмΜϺᴍ',
  n: 'Νոɴ',
  o: '0ОоΟοՕօᴏ',
  p: 'РрΡρᴘ',
  q: 'Ԛԛ',
  r: 'гʀᴦ',
  s: 'ЅѕՏꜱ',
  t: 'ТтΤτᴛ',
  u: 'υʋՍսᴜ',
  v: 'νѴѵᴠ',
  w: 'ԜԝѡᴡѠ',
  x: 'ХхΧχ',
  y: 'УуΥүҮγʏ',
  z: 'Ζᴢ',
  3: 'ЗзƷʒӠӡ',
  σ: 'ς',
  '-': '‐‑‒–—―−⁃',
  "'": '`´‘’ʹʻʼʽˈ′',
  '"': '“”″',
  '.': '․·•∙⋅',
  ',': '‚',
  ':': '∶ː',
  '/': '⁄∕',
  '~': '∼',
}

/**
 * The same for Cherokee, Lisu, Coptic, Deseret, Carian, Lycian and Old Italic, most of which have letters in the shape of
 * Latin capitals. Where they have small letters, these are the same shape again.
 */
const CAPITAL_LOOK_ALIKES: Record<string, string> = {
  a: 'ᎪꓮⲀ𐊠',
  b: 'ᏴᏏꓐⲂ𐊂𐊡𐌁',
  c: 'ᏟꓚⲤ𐊢𐌂𐐕',
  d: 'ᎠꓓᏧ',
  e: 'ᎬꓰⲈ𐊆',
  f: 'ꓝ𐊇𐊥',
  g: 'ᏀᏳꓖ',
  h: 'ᎻᏂꓧⲎ𐋏',
  i: 'Ꭵ',
  j: 'Ꭻꓙ',
  k: 'ᏦꓗⲔ',
  l: 'ᏞꓡꓲⲒ𐐛𐊊𐌉𐌠',
  m: 'ᎷꓟⲘ𐊰𐌑',
  n: 'ꓠⲚ',
  o: 'ꓳⲞ𐐄𐊒𐊫',
  p: 'ᏢꓑⲢ𐊕',
  r: 'ᎡᏒꓣ',
  s: 'ᏕᏚꓢ𐐠𐊖',
  t: 'ᎢꓔⲦ𐊗𐊱𐌕',
  u: 'ꓴ',
  v: 'Ꮩꓦ',
  w: 'ᎳᏔꓪ',
  x: 'ꓫⲬ𐊐𐊴𐌗𐌢',
  y: 'ᎩᎽꓬⲨ𐊲',
  z: 'ᏃꓜⲌ',
  4: 'Ꮞ',
  6: 'Ꮾ',
  '.': 'ꓸ',
  ',': 'ꓹ',
  ':': 'ꓽ',
}

const lookAlikes = (table: Record<string, string>) =>
  Object.entries(table).flatMap(([original, fakes]) =>
    Array.from(fakes, (fake) => [fake, original] as const),
  )

const originals = new Map([
  ...lookAlikes(LOOK_ALIKES),
  ...lookAlikes(CAPITAL_LOOK_ALIKES).flatMap(
    ([fake, original]) =>
      [
        [fake, original],
        [fake.toLowerCase(), original],
      ] as const,
  ),
])

const replaceLookAlikes = (text: string) =>
  Array.from(text, (character) => originals.get(character) ?? character).join('')

/**
 * Names with equal skeletons look alike, so only one player of a game may have such a name. Look-alikes are replaced
 * before the case is, because a capital I looks like an l, and afterwards, for letters that differ in case.
 */
export function skeletonOf(name: string): string {
  if (name.length > MAX_CHARACTERS) return name
  const same_case = replaceLookAlikes(name.normalize('NFKC')).toUpperCase().toLowerCase()
  return replaceLookAlikes(same_case)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/(?<=\p{Soft_Dotted})\u0307/gu, '')
    .replaceAll(/\s+/g, ' ')
}

/** White letters on a black circle or square, for which Unicode has no plain variant. Each range has the 26 letters. */
const INVERTED_LETTERS = [0x1f150, 0x1f170]

function plainLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const first = INVERTED_LETTERS.find((start) => code >= start && code < start + 26)
  return first === undefined ? character : String.fromCodePoint(0x61 + code - first)
}

/** Unicode has no decomposition for them, unlike for letters with an accent. */
const STROKED_LETTERS = new Map(
  lookAlikes({
    a: 'ⱥ',
    b: 'ƀ',
    c: 'ȼ',
    d: 'đ',
    e: 'ɇ',
    g: 'ǥ',
    h: 'ħ',
    i: 'ɨ',
    j: 'ɉ',
    l: 'łƚ',
    o: 'ø',
    p: 'ᵽ',
    r: 'ɍ',
    t: 'ŧ',
    u: 'ʉ',
    y: 'ɏ',
    z: 'ƶ',
  }),
)

const withoutStrokes = (text: string) =>
  Array.from(text, (character) => STROKED_LETTERS.get(character) ?? character).join('')

/**
 * A character of a text in which words are searched: as in `skeletonOf`, but without composing it with its neighbours, which
 * can take seconds in a long text. A capital I looks like an l, so i, l and 1 are the same here. Accents become separate marks.
 */
export function foldCharacter(character: string): string {
  const letter = plainLetter(character).normalize('NFKD')
  const same_case = replaceLookAlikes(letter).toUpperCase().toLowerCase()
  return replaceLookAlikes(withoutStrokes(same_case.normalize('NFKD')))
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('l', 'i')
}

const plain = /^[!-~]+(?: +[!-~]+)*$/

/** Made when a name is the first to need them, because they take a tenth of a start. */
const makeCostlyPatterns = () => ({
  emoji: /\p{RGI_Emoji}/gv,
  /** Fonts show many of them as nothing. Marks of these three scripts and of no script at all fit every letter. */
  marks_of_another_script:
    /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}]\p{M}*[\p{M}--[\p{sc=Inherited}\p{sc=Common}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]]/v,
})

let costly_patterns: ReturnType<typeof makeCostlyPatterns> | undefined

/** By their classes; then signs and letters whose glyphs are blank. */
const hidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/u
const blank_at_an_end = /^\s|\s$/u
const stray_marks = /^\p{M}|\p{M}{5}/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Undefined: nothing. Emoji may contain the invisible characters that are part of them. */
function findProblem(name: string): string | undefined {
  if (plain.test(name)) return undefined
  const { emoji, marks_of_another_script } = (costly_patterns ??= makeCostlyPatterns())
  const text = name.replaceAll(emoji, '*')
  if (hidden.test(text)) return 'not contain control, invisible or unassigned characters'
  if (blank_at_an_end.test(text)) return 'not begin or end with a blank'
  if (stray_marks.test(text)) return 'not begin with a mark, or pile up more than four of them'
  if (marks_of_another_script.test(text)) return 'not have a mark of another script on a letter'
  return visible.test(text) ? undefined : 'contain a visible character'
}

export const isReadableName = (name: string) => findProblem(name) === undefined

/** Refuses a new name that players could not tell from another one, or not read at all. The length was checked before. */
export function refuseUnreadableName(field: string, name: string): void {
  const problem = findProblem(name)
  if (problem !== undefined)
    throw new Refusal('invalid_input', { sentence: `${field} must ${problem}.` })
}

/** Then nobody can pass for the owner of the address, and it is clear what a sign-in names. */
export function refuseAddressAsName(name: string): void {
  if (/^[^\s@]+@[^\s@]+$/u.test(name.normalize('NFKC')))
    throw new Refusal('invalid_input', { sentence: 'username must not be an email address.' })
}

/** Of whoever has left, in chats. */
export const DELETED_USER_NAME = 'deleted user'
/** Random characters follow. */
export const GUEST_NAME_PREFIX = 'guest-'

/** Nobody can pass for a player who has left, or for a guest. */
export function refuseNameOfServer(name: string): void {
  const skeleton = skeletonOf(name)
  if (
    skeleton === skeletonOf(DELETED_USER_NAME) ||
    skeleton.startsWith(skeletonOf(GUEST_NAME_PREFIX))
  )
    throw new Refusal('invalid_input', {
      sentence: `username must not be one that the server itself gives: ${DELETED_USER_NAME}, or ${GUEST_NAME_PREFIX} and more.`,
    })
}

const MAX_WORD_CHARACTERS = 64

const firstCharacters = (word: string) => Array.from(word).slice(0, MAX_WORD_CHARACTERS).join('')
const lettersAndDigits = (token: string) => token.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

const distinct = (words: string[]) => [...new Set(words.filter(Boolean).map(firstCharacters))]

/** Turkish has an i with and one without a dot, and a search for either finds both. A capital İ is in small an i and a dot. */
const searchKey = (text: string) => comparisonKey(text).replaceAll(/i\u0307|ı/gu, 'i')

const tokensOf = (text: string) => searchKey(text).split(/\s+/u)

function wordsOf(token: string): string[] {
  const words = lettersAndDigits(token)
  return words.length > 0 ? words : [token]
}

/** The words that a name must have to be found, the longest first. Without letters and digits, the signs themselves count. */
export const queryWords = (query: string) =>
  distinct(tokensOf(query).flatMap(wordsOf)).sort((a, b) => b.length - a.length)

/** The words by whose beginnings a name is found: the letters and digits in it, and what blanks separate. */
export const searchWords = (name: string) =>
  distinct([...queryWords(name), ...tokensOf(name)]).slice(0, limits.group_name_words.value)
