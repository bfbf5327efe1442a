/** Names and email addresses with equal keys are the same, whatever their case and Unicode variants of characters. */
export const comparisonKey = (text: string) => text.normalize('NFKC').toLowerCase()
