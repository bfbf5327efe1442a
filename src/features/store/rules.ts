import { type Context, inTransaction } from '../../context.ts'
import { insertItem } from './queries.ts'

export interface NewItem {
  name: string
  cost: number
  description?: string
  category?: string
  icon_url?: string | null
}

export async function addItem(context: Context, game_id: number, item: NewItem) {
  const { name, cost, description = '', category = '', icon_url = null } = item
  const values = { name, cost, description, category, icon_url }
  const row = await inTransaction(context, (tx) =>
    tx.first(insertItem, { game_id, ...values, now: tx.now() }),
  )
  if (!row) throw new Error('the new item has no id')
  return { id: row.id, ...values }
}
