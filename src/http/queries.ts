import { type NoParameters, statement } from '../storage/statement.ts'

export const ping = statement<NoParameters, { answer: number }>(`select 1 as answer`)
