export type ToRow = (values: unknown) => unknown

/**
 * Rows are read from the drivers as arrays, because the drivers' own objects are slower. A function generated for the
 * columns of one statement turns them into objects of the same shape, which are the fastest to create and to read.
 */
export function createToRow(columns: string[]): ToRow {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  // oxlint-disable-next-line typescript/no-implied-eval -- made of names in our own statements
  return new Function('values', `return { ${fields.join(', ')} }`) as ToRow
}
