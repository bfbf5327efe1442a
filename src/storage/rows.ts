export type RowMaker = (values: unknown) => unknown

/**
 * The drivers give rows as arrays, because their own objects cost more. A function written for the columns of one
 * statement turns them into objects that are all built alike, which are the cheapest to make and to read.
 */
export function rowMaker(columns: string[]): RowMaker {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  // oxlint-disable-next-line typescript/no-implied-eval -- made of names in our own statements
  return new Function('values', `return { ${fields.join(', ')} }`) as RowMaker
}
