/**
 * Characters that a terminal obeys instead of showing (control characters), that reorder what stands around them (bidi),
 * or that nobody sees. Players and developers choose names, and could write to an operator's terminal with them.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu
const HIDDEN_BUT_LINE_FEED = new RegExp(`(?!\\n)(?:${HIDDEN.source})`, 'gu')

const codeOf = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`

/** A text on one line, with every hidden character as its code, such as `\u{1b}`. */
export const printable = (value: unknown) => String(value).replace(HIDDEN, codeOf)

/** The same for a text with lines of its own. */
export const printableLines = (text: string) => text.replace(HIDDEN_BUT_LINE_FEED, codeOf)

/** JSON that means the same, with hidden characters escaped. */
export const printableJson = (json: string) =>
  json.replace(HIDDEN_BUT_LINE_FEED, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/** The values of a template are made printable, its own text is kept. */
const compose = (texts: TemplateStringsArray, values: unknown[]) =>
  String.raw({ raw: texts }, ...values.map(printable))

/** A line on standard output, for scripts and people. */
export const say = (texts: TemplateStringsArray, ...values: unknown[]) =>
  process.stdout.write(`${compose(texts, values)}\n`)

/** A line on standard error, for people. */
export const remark = (texts: TemplateStringsArray, ...values: unknown[]) =>
  process.stderr.write(`${compose(texts, values)}\n`)

/** What to do if the database is not available, for the words of the driver. */
export const unavailableAdvice = (text: string) =>
  /database is locked/.test(text)
    ? 'Another process holds its write lock: wait until that is done, or stop it, then try again.'
    : 'Check DATABASE_URL, that the database is running, and that this user may write to it.'

export const DAMAGED_ADVICE =
  'The file is damaged, or it is no database. Check DATABASE_URL. If it is right, keep a copy of the file and of its -wal file, and restore a backup into a new file: see docs/self-hosting.md.'
