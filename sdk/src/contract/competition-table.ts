// Written by `npm run generate`. Change the schemas of the routes, not this file.
import type { OperationTable } from '../connection.ts'

export const event_types: string[] = []

export const operations: OperationTable = {

}
