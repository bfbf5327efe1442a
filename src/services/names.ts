/** More than any name or email address has. */
const LONGEST = 1000

/**
 * Names and email addresses with equal keys are the same, whatever their case and Unicode variants of characters. A text
 * that is too long for a name stays as it is: the time of `normalize` grows with the square of its length.
 */
export const comparisonKey = (text: string) =>
  text.length > LONGEST ? text : text.normalize('NFKC').toLowerCase()
