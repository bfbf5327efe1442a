/** Names and email addresses with equal keys are the same, whatever their case and Unicode variants of characters. */
export const comparisonKey = (text: string) => text.normalize('NFKC').toLowerCase()

const MAX_WORDS = 32
const MAX_WORD_CHARACTERS = 64

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const firstCharacters = (word: string) => Array.from(word).slice(0, MAX_WORD_CHARACTERS).join('')
const lettersAndDigits = (token: string) => token.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

function atMost(words: string[]): string[] {
  const short = new Set(words.filter(Boolean).map(firstCharacters))
  return [...short].slice(0, MAX_WORDS)
}

/** The words by whose beginnings a name is found: what blanks separate, and the letters and digits in it. */
export const searchWords = (name: string) =>
  atMost(
    fold(name)
      .split(/\s+/u)
      .flatMap((token) => [token, ...lettersAndDigits(token)]),
  )

/** The words that a name must have to be found. Without letters and digits, the signs themselves count. */
export const queryWords = (query: string) =>
  atMost(
    fold(query)
      .split(/\s+/u)
      .flatMap((token) => {
        const words = lettersAndDigits(token)
        return words.length > 0 ? words : [token]
      }),
  )
